import { z } from "zod";
import type { Answers } from "../../brief/reader/answer-brief.ts";
import { readBriefFile } from "../../brief/reader/brief-file.ts";
import { type BriefSource, readBrief } from "../../brief/reader/read-brief.ts";
import { type FieldPath, openYaml } from "../../lib/yaml-places.ts";
import type { Model } from "../../llm/model.ts";
import type { SpanLabels } from "../../llm/questions/label-spans.ts";
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
  /** What a model made of what an earlier reading of the same text has asked. */
  readonly labels?: SpanLabels;
}

/** A model is asked outside, where its key is: what it would be asked about goes out, and its labels come back in. */
async function readWords({ name, text, today, labels }: Written) {
  let asked: z.output<typeof spansSchema> | undefined;
  const model: Model = {
    ask: (question, inputs) => {
      asked = spansSchema.parse(inputs);
      const { success, data } = question.schema(inputs).safeParse(labels);
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

const spansSchema = z.object({
  text: z.string(),
  spans: z.array(z.object({ id: z.string(), start: z.int(), end: z.int() })),
});
