import { z } from "zod";
import type { Answers } from "../../brief/reader/answer-brief.ts";
import { readBriefFile } from "../../brief/reader/brief-file.ts";
import { type BriefSource, readBrief } from "../../brief/reader/read-brief.ts";
import { type FieldPath, openYaml } from "../../lib/yaml-places.ts";
import type { Model } from "../../llm/model.ts";
import { spanKinds } from "../../llm/questions/marked-text.ts";
import { decoded, documentText, isBriefFile } from "./documents.ts";
import { csvRows, workbookSheets } from "./tables.ts";

interface Text {
  readonly text: string;
}

/** The name by which a refusal calls what was handed in. */
interface Named {
  readonly name: string;
}

/** What is read in the process of its own. Inputs and outputs are plain values: they go from one process to another. */
export const jobs = {
  words: readWords,
  briefFile: ({ name, text }: Text & Named) => readBriefFile(text, name),
  answers: async (given: Answers) => (await import("../../brief/reader/answer-brief.ts")).answerFields(given),
  isBriefFile: ({ text }: Text) => isBriefFile(text),
  document: documentText,
  text: decoded,
  csv: csvRows,
  workbook: workbookSheets,
  yaml: ({ text }: Text & Named) => {
    const { value, errors } = openYaml(text);
    return { value, errors };
  },
  places: ({ text, paths }: Text & Named & { readonly paths: readonly FieldPath[] }) => {
    const { placeOf } = openYaml(text);
    return paths.map(placeOf);
  },
  /** Makes the patterns of all languages; twice, as they are made well where they are used again. */
  patterns: async () => {
    for (const text of [sample, `${sample}\n${sample}`])
      await readBrief({ text, fileName: "brief.txt", today: "2027-01-01" });
  },
};

export type JobName = keyof typeof jobs;
export type InputOf<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0];
export type OutputOf<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>;

const sample = `Brand: acme.example. 50,000 EUR for CTV and radio in Germany from 1 March to 30 April 2027, no print, women 25-54, at most
40% per seller, 3 contacts a week, CPM below 12 EUR, plus 10% agency fee.`;

interface Written extends Named, Pick<BriefSource, "text" | "today"> {
  /** What a model answered to what an earlier reading of the same text has asked, in its order. */
  readonly answers?: readonly unknown[];
}

/** A model is asked outside, where its key is: what it would be asked goes out, and its answers come back in. */
async function readWords({ name, text, today, answers = [] }: Written) {
  const asked: z.output<typeof askedSchema>[] = [];
  const model: Model = {
    ask: (question, inputs) => {
      const { success, data } = question.schema(inputs).safeParse(answers[asked.length]);
      asked.push(askedSchema.parse(inputs));
      return Promise.resolve(
        success
          ? { type: "answered", answer: data, by: "a model", cost: { inputTokens: 0, outputTokens: 0 } }
          : { type: "unavailable", reason: "it is asked outside" },
      );
    },
  };
  const reading = await readBrief({ text, fileName: name, today, model });
  return { reading, asked };
}

/** `today` stands beside a text of which all is to be proposed; without it the pieces alone get a role. */
const askedSchema = z.object({
  text: z.string(),
  spans: z.array(z.object({ id: z.string(), kind: z.enum(spanKinds), start: z.int(), end: z.int() })),
  today: z.string().optional(),
});
