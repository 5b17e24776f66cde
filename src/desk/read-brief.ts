import { z } from "zod";
import type { Brief } from "../brief/brief.ts";
import { withDeskLimits } from "../brief/desk-limits.ts";
import { writeBrief } from "../brief/reader/write-brief.ts";
import { weightProblems } from "../campaign/rank/weights.ts";
import type { Described } from "../lib/described.ts";
import { counted } from "../lib/english.ts";
import { noModel } from "../llm/model.ts";
import { labelCritical } from "../llm/questions/label-critical.ts";
import { proposeBrief } from "../llm/questions/propose-brief.ts";
import type { Desk } from "./desk.ts";
import { read } from "./intake/intake.ts";
import { UsageError } from "./usage-error.ts";

/** A brief as it was handed in. */
export const briefInputSchema = z.strictObject({
  name: z
    .string()
    .describe("of the file; .yaml, .yml and .json are read field by field, all else as free text"),
  text: z.string(),
});

/**
 * A brief that is ready to run. Throws a UsageError that lists every problem or open question. What was understood of free
 * text is noted with the words it came from; with `spends`, a person must have confirmed that it is right.
 */
export async function briefOf(
  { name: file, text }: Described<typeof briefInputSchema>,
  desk: Desk,
  options: { readonly spends: boolean; readonly confirmed: boolean } = { spends: false, confirmed: true },
): Promise<Brief> {
  const reading = await readWritten({ text, name: file, today: desk.today }, desk);
  switch (reading.type) {
    case "invalid":
      throw new UsageError(
        reading.problems
          .map(
            ({ line, column, field, message }) =>
              `${file}:${line}:${column} ${field || "the brief"}: ${message}`,
          )
          .join("\n"),
      );
    case "open":
      throw new UsageError(openQuestions(file, reading.questions));
    case "brief":
      if (reading.brief.questions.length > 0)
        throw new UsageError(openQuestions(file, reading.brief.questions));
      refuseWeights(file, reading.brief);
      if ("draft" in reading && reading.draft !== undefined) {
        desk.note(writeBrief(reading.draft));
        if (options.spends && !options.confirmed)
          throw new UsageError(
            `${file}: this is what was understood of the text; if all of it is right, run again with --confirm, or keep it as a brief.yaml`,
          );
      }
      return withDeskLimits(reading.brief, desk.settings);
  }
}

const isStructured = /\.(?:ya?ml|json)$/i;

/** A brief in whatever words; a model, where there is one, proposes what the text says. One that does not answer is noted. */
export async function readWritten(
  written: { readonly name: string; readonly text: string; readonly today: string },
  desk: Pick<Desk, "model" | "note">,
) {
  if (isStructured.test(written.name)) return read("briefFile", written);
  const { reading, asked } = await read("words", written);
  const model = desk.model();
  if (model.ask === noModel.ask) return reading;
  const replies = await Promise.all(
    asked.map(({ today, ...marked }) =>
      today === undefined ? model.ask(labelCritical, marked) : model.ask(proposeBrief, { ...marked, today }),
    ),
  );
  const answers = replies.flatMap((reply) => (reply.type === "answered" ? [reply.answer] : []));
  const down = replies.find((reply) => reply.type === "unavailable");
  if (down !== undefined) desk.note(`The model was no help (${down.reason}): the text is read without it.`);
  if (answers.length === 0 || down !== undefined) return reading;
  return (await read("words", { ...written, answers })).reading;
}

/** The names are the ranking's, so they are checked against it here: a brief knows no criteria. */
function refuseWeights(file: string, brief: Brief): void {
  const problems = weightProblems(brief);
  if (problems.length > 0)
    throw new UsageError(problems.map((problem) => `${file} weights: ${problem}`).join("\n"));
}

/** Of a text a brief is made first: answers stand in that. */
function openQuestions(file: string, questions: Brief["questions"]): string {
  const command = /\.(ya?ml|json)$/i.test(file) ? "answer" : "new";
  return [
    `${file}: ${counted(questions.length, "open question")}; answer with: flightdesk brief ${command} ${file}`,
    ...questions.map(({ field, text }) => `  ? ${field}: ${text}`),
  ].join("\n");
}
