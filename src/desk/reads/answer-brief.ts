import { z } from "zod";
import { read } from "../intake/intake.ts";
import { operation } from "../operation.ts";

const openSchema = z.strictObject({
  id: z.string().describe("the field of brief.yaml, by which it is answered"),
  questions: z.array(z.string()),
  current: z.string().optional().describe("what stands there now"),
  choices: z.array(z.string()).optional().describe("the only values there are"),
  several: z.boolean(),
  suggestions: z.array(z.string()).describe("values that the text suggests"),
});

/** Settles open questions of a brief.yaml and changes its fields in words. What does not fit changes nothing, and is said. */
export const answerBrief = operation({
  input: z.strictObject({
    text: z.string().describe("the text of the brief.yaml"),
    answers: z.record(z.string(), z.unknown()).describe("values by the name of the field that is open"),
    changes: z
      .record(z.string(), z.string())
      .optional()
      .describe("words by the name of any field: they take the place of what stands there"),
    passages: z
      .array(z.strictObject({ text: z.string(), field: z.string().optional(), words: z.string().optional() }))
      .optional()
      .describe(
        "words that were not taken over, each for a field, in other words where they are given, or set aside where it names none",
      ),
  }),
  output: z.strictObject({
    brief: z.string().describe("the text of the brief.yaml with the answers in it"),
    refused: z.record(z.string(), z.string()).describe("by field, why an answer was not taken"),
    replaced: z
      .record(z.string(), z.unknown())
      .describe("by field, what stood there and was replaced by words that were added"),
    open: z.array(openSchema),
    fields: z
      .array(z.strictObject({ field: z.string(), value: z.unknown() }))
      .describe("what stands in each field that holds something"),
  }),
  run: async (_desk, { text, answers, changes = {}, passages = [] }) => {
    const today = new Date().toISOString().slice(0, 10);
    return await read("answers", { text, answers, changes, passages, today });
  },
});
