import { z } from "zod";
import type { Question } from "../model.ts";
import { proseProblem } from "../prose.ts";

/** Something that prose may mention by name. */
export interface NamedFact {
  /** `line_1_amount` */
  readonly name: string;
  /** What it is, in code's words. */
  readonly means: string;
  /** As code writes it into the prose. */
  readonly text: string;
  /** The text holds words of a seller: the model learns what it is, and not what it says. */
  readonly hidden?: true;
}

const longest = { sentences: 12, sentence: 400 };

/** Asks for a plan in prose whose figures and names are placeholders for facts that code fills in. */
export const explainPlan: Question<readonly NamedFact[], { readonly sentences: readonly string[] }> = {
  prompt: "explain-plan.v1",
  values: (facts) => ({
    facts: facts
      .map(({ name, means, text, hidden }) => `${name}: ${means}${hidden ? "" : ` = ${text}`}`)
      .join("\n"),
  }),
  schema: (facts) =>
    z.strictObject({ sentences: z.array(z.string()) }).superRefine(({ sentences }, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (sentences.length === 0) refuse("it says nothing");
      if (sentences.length > longest.sentences) refuse(`it has more than ${longest.sentences} sentences`);
      const names = new Set(facts.map(({ name }) => name));
      for (const sentence of sentences) {
        if (sentence.length > longest.sentence)
          refuse(`a sentence is longer than ${longest.sentence} characters`);
        const problem = proseProblem(sentence, names);
        if (problem !== undefined) refuse(problem);
      }
    }),
};
