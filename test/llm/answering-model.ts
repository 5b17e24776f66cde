import type { Ask, Question } from "../../src/llm/model.ts";

/**
 * A model that answers one kind of question. What it gives passes the question's schema, or is refused, as with a real
 * one; other questions stay open.
 */
export function answeringModel<Inputs, Answer>(
  kind: Question<Inputs, Answer>,
  answer: (inputs: Inputs) => unknown,
): { readonly ask: Ask; readonly asked: readonly Inputs[] } {
  const asked: Inputs[] = [];
  const ask: Ask = async (question, inputs) => {
    if (question.prompt !== kind.prompt) return { type: "unavailable", reason: "not asked about" };
    // Questions with the same prompt have the same inputs.
    const known = inputs as unknown as Inputs;
    asked.push(known);
    const parsed = question.schema(inputs).safeParse(answer(known));
    return parsed.success
      ? { type: "answered", answer: parsed.data, by: "scripted", cost: { inputTokens: 0, outputTokens: 0 } }
      : { type: "unavailable", reason: parsed.error.issues[0]?.message ?? "" };
  };
  return { ask, asked };
}
