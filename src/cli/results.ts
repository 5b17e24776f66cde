import type { z } from "zod";
import { openJournal } from "../campaign/journal.ts";
import { resultsFileSchema, resultsOfFile } from "../campaign/measure/results/results-file.ts";
import { takeResults } from "../campaign/take-results.ts";
import { campaignNamed } from "./campaigns.ts";
import { printJson } from "./output.ts";
import { readDataFile } from "./read-data-file.ts";
import { readResultsCsv } from "./read-results-csv.ts";
import { type ResultsOutput, resultsText } from "./results-output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk results import`: writes down what the buyer counted. No agent is called. */
export async function importResults(file: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const told = resultsOfFile(readResults(file, flags));
  await using session = await openSession(flags, { bare: true });
  const named = typeof flags["campaign"] === "string" ? flags["campaign"] : undefined;
  const campaign = campaignNamed(session.app, named);
  const taken = takeResults(openJournal(session.app.ledger, campaign), told);
  const output: ResultsOutput = {
    command: "results import",
    campaign,
    completeTo: told.completeTo,
    ...taken,
  };
  if (flags["json"] === true) printJson(output);
  else process.stdout.write(`${resultsText(output)}\n`);
}

function readResults(
  file: string,
  { eventSource, completeTo }: Readonly<Record<string, unknown>>,
): z.output<typeof resultsFileSchema> {
  const beside = {
    ...(typeof eventSource === "string" && { event_source_id: eventSource }),
    ...(typeof completeTo === "string" && { complete_to: completeTo }),
  };
  if (/\.csv$/i.test(file)) return readResultsCsv(file, beside);
  if (Object.keys(beside).length > 0)
    throw new UsageError(
      "--event-source and --complete-to are for CSV; in YAML and JSON both stand in the file",
    );
  return readDataFile(file, resultsFileSchema);
}
