import { z } from "zod";
import type { Question } from "../model.ts";

export interface QuestionOverFacts {
  readonly question: string;
  /** At least one that stands in the record; the model can point at it and no more. */
  readonly facts: readonly { readonly id: string; readonly text: string }[];
}

export interface PickedFacts {
  readonly answers: "yes" | "in_part" | "no";
  /** The most relevant first. */
  readonly facts: readonly string[];
}

const mostFacts = 8;

/** Asks which facts of a closed list answer a question. The answer holds ids that code made, and no words. */
export const pickFacts: Question<QuestionOverFacts, PickedFacts> = {
  prompt: "pick-facts.v1",
  values: ({ question, facts }) => ({
    question,
    facts: facts.map(({ id, text }) => `${id}: ${text}`).join("\n"),
  }),
  schema: ({ facts }) =>
    z
      .strictObject({
        answers: z.enum(["yes", "in_part", "no"]),
        facts: z.array(z.enum(facts.map(({ id }) => id))),
      })
      .refine((picked) => new Set(picked.facts).size === picked.facts.length, {
        message: "it names a fact twice",
      })
      .refine((picked) => picked.facts.length <= mostFacts, {
        message: `it names more than ${mostFacts} facts`,
      })
      .refine((picked) => (picked.answers === "no") === (picked.facts.length === 0), {
        message: "it claims an answer and names no fact, or names facts and claims none",
      }),
};
