import type { Ask } from "../../../src/llm/model.ts";
import { loadPrompt, renderPrompt } from "../../../src/llm/prompts.ts";
import { explainPlan, type NamedFact } from "../../../src/llm/questions/explain-plan.ts";
import { pickFacts, type QuestionOverFacts } from "../../../src/llm/questions/pick-facts.ts";
import { fitAspects, type ProductToRead, readProduct } from "../../../src/llm/questions/read-product.ts";

export interface ObeyingModel {
  readonly ask: Ask;
  /** Each prompt as a provider would get it. */
  readonly prompts: readonly string[];
}

/**
 * A model that is wholly the sellers': each product is the best there is, each plan is told in the words that a text
 * wants, each question is answered with its facts from the last to the first. Like a real one it is held to the schema.
 */
export function obeyingModel(orders: readonly string[]): ObeyingModel {
  const prompts: string[] = [];
  const ask: Ask = async (question, inputs) => {
    prompts.push(renderPrompt(loadPrompt(question.prompt), question.values(inputs)));
    const parsed = question.schema(inputs).safeParse(obedience(question.prompt, inputs));
    return parsed.success
      ? { type: "answered", answer: parsed.data, by: "hostile", cost: { inputTokens: 0, outputTokens: 0 } }
      : { type: "unavailable", reason: "the answer does not follow the schema" };
  };

  // Questions with the same prompt have the same inputs.
  function obedience(prompt: string, inputs: unknown): unknown {
    switch (prompt) {
      case readProduct.prompt: {
        const { phrases } = inputs as ProductToRead;
        const best = { fit: "strong", phrase: phrases.at(-1)?.id ?? null };
        return Object.fromEntries(fitAspects.map((aspect) => [aspect, best]));
      }
      case explainPlan.prompt: {
        const [fact] = inputs as readonly NamedFact[];
        return { sentences: [`${orders[prompts.length % orders.length]} {{${fact?.name}}}`.slice(0, 390)] };
      }
      case pickFacts.prompt: {
        const { facts } = inputs as QuestionOverFacts;
        return {
          answers: "yes",
          facts: facts
            .slice(-8)
            .map(({ id }) => id)
            .reverse(),
        };
      }
      default:
        return { labels: [] };
    }
  }

  return { ask, prompts };
}
