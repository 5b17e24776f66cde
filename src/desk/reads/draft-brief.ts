import { z } from "zod";
import { readBrief } from "../../campaign/brief/read-brief.ts";
import { writeBrief } from "../../campaign/brief/write-brief.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** Free text as a brief.yaml, with the words behind each value and a question for all that is missing or ambiguous. */
export const draftBrief = operation({
  name: "draft-brief",
  effect: "reads",
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({
    brief: z.string().describe("the text of the brief.yaml"),
    questions: z.array(z.looseObject({ field: z.string(), text: z.string() })),
  }),
  run: async ({ model }, { text }) => {
    const today = new Date().toISOString().slice(0, 10);
    const reading = await readBrief({ text, fileName: "brief.txt", today, model: model() });
    if (reading.type === "invalid")
      throw new UsageError(reading.problems.map(({ message }) => `the text ${message}`).join("\n"));
    if (reading.draft === undefined) throw new TypeError("free text was read without a draft");
    const { draft } = reading;
    return { brief: writeBrief(draft), questions: [...draft.questions] };
  },
});
