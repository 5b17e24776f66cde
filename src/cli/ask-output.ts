import { z } from "zod";
import type { Answer } from "../report/answer-question.ts";
import { indented } from "../report/terminal/layout.ts";

/** What `ask` prints with `--json`. */
export const askOutputSchema = z.strictObject({
  command: z.literal("ask"),
  campaign: z.string(),
  question: z.string(),
  answers: z
    .enum(["yes", "in_part", "no", "unsure"])
    .describe(
      "whether the facts answer the question, as the model claims; unsure where no model has read them",
    ),
  facts: z
    .array(z.strictObject({ topic: z.string(), text: z.string().describe("parts may quote sellers") }))
    .describe("of the campaign's record, the most telling first"),
  by: z.string().describe("who chose the facts: model and prompt, or words"),
  note: z.string().optional(),
});

export function askOutput(
  campaign: string,
  question: string,
  answer: Answer,
): z.infer<typeof askOutputSchema> {
  const { facts, ...rest } = answer;
  return {
    command: "ask",
    campaign,
    question,
    ...rest,
    facts: facts.map(({ topic, text }) => ({ topic, text })),
  };
}

export function answerText({ facts, by, note }: Answer): string {
  const chosen = by === "words" ? [] : [`chosen by ${by} among the record's facts`];
  return [
    ...(note === undefined ? [] : [`${note}${facts.length > 0 ? ":" : ""}`]),
    ...chosen,
    ...facts.flatMap(({ text }) => indented(text)),
  ].join("\n");
}
