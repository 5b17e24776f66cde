import { z } from "zod";
import { readValues } from "../../brief/reader/draft.ts";
import { writeBrief } from "../../brief/reader/write-brief.ts";
import { operation } from "../operation.ts";
import { draftedSchema } from "../outputs/drafted-brief.ts";
import { readWritten } from "../read-brief.ts";
import { UsageError } from "../usage-error.ts";

/** Free text as a brief.yaml, with the words behind each value and a question for all that is missing or ambiguous. */
export const draftBrief = operation({
  input: z.strictObject({ text: z.string() }),
  output: draftedSchema,
  run: async (desk, { text }) => {
    const today = new Date().toISOString().slice(0, 10);
    const reading = await readWritten({ text, name: "brief.txt", today }, desk);
    if (reading.type === "invalid")
      throw new UsageError(reading.problems.map(({ message }) => `the text ${message}`).join("\n"));
    if (reading.draft === undefined) throw new TypeError("free text was read without a draft");
    const { draft } = reading;
    return {
      brief: writeBrief(draft),
      questions: [...draft.questions],
      values: readValues(draft).map(({ field, value, evidence: { text: words, start, end }, note }) => ({
        field,
        value,
        text: words,
        start,
        end,
        ...(note !== undefined && { note }),
      })),
      unread: [...draft.untaken],
      language: draft.language.name,
    };
  },
});
