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

/** Settles open questions of a brief.yaml, and says what is open still. An answer that does not fit changes nothing. */
export const answerBrief = operation({
  name: "answer-brief",
  effect: "reads",
  input: z.strictObject({
    text: z.string().describe("the text of the brief.yaml"),
    answers: z.record(z.string(), z.unknown()).describe("values by the name of the field that is open"),
  }),
  output: z.strictObject({
    brief: z.string().describe("the text of the brief.yaml with the answers in it"),
    refused: z.record(z.string(), z.string()).describe("by field, why an answer was not taken"),
    open: z.array(openSchema),
  }),
  run: async (_desk, { text, answers }) => {
    const today = new Date().toISOString().slice(0, 10);
    const { open, ...rest } = await read("answers", { text, answers, today });
    return { ...rest, open: open.map((field) => ({ ...field, questions: [...field.questions] })) };
  },
});
