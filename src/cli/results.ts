import { openJournal } from "../campaign/journal.ts";
import { resultsFileSchema, resultsOfFile } from "../campaign/measure/results/results-file.ts";
import { takeResults } from "../campaign/take-results.ts";
import { campaignNamed } from "./campaigns.ts";
import { printJson } from "./output.ts";
import { readDataFile } from "./read-data-file.ts";
import { type ResultsOutput, resultsText } from "./results-output.ts";
import { openSession } from "./session.ts";

/** `flightdesk results import`: writes down what the buyer counted. No agent is called. */
export async function importResults(file: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const told = resultsOfFile(readDataFile(file, resultsFileSchema));
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
