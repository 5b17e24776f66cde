import { existsSync, readFileSync } from "node:fs";
import type { Brief } from "../campaign/brief/brief.ts";
import { readBrief } from "../campaign/brief/read-brief.ts";
import { writeBrief } from "../campaign/brief/write-brief.ts";
import type { Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The brief in `file`, ready to run. Throws a UsageError that lists every problem or open question. What was understood of
 * free text is shown with the words it came from; with `spends`, a person must have said that it is right.
 */
export async function briefFrom(
  file: string,
  session: Session,
  options: { readonly spends: boolean; readonly confirmed: boolean } = { spends: false, confirmed: true },
): Promise<Brief> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  const reading = await readBrief({
    text: readFileSync(file, "utf8"),
    fileName: file,
    today: session.today,
    model: session.model(),
  });
  switch (reading.type) {
    case "invalid":
      throw new UsageError(
        reading.problems
          .map(({ line, column, field, message }) => `${file}:${line}:${column} ${field}: ${message}`)
          .join("\n"),
      );
    case "open":
      throw new UsageError(openQuestions(file, reading.questions));
    case "brief":
      if (reading.brief.questions.length > 0)
        throw new UsageError(openQuestions(file, reading.brief.questions));
      if ("draft" in reading) {
        process.stderr.write(`${writeBrief(reading.draft)}\n`);
        if (options.spends && !options.confirmed)
          throw new UsageError(
            `${file}: this is what was understood of the text; if all of it is right, run again with --confirm, or keep it as a brief.yaml`,
          );
      }
      return reading.brief;
  }
}

function openQuestions(file: string, questions: Brief["questions"]): string {
  return [
    `${file}: ${questions.length} open question${questions.length === 1 ? "" : "s"}; answer in the brief and run again:`,
    ...questions.map(({ field, text }) => `  ? ${field}: ${text}`),
  ].join("\n");
}
