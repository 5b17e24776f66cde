import { stateOf } from "../campaign/model/state/journal.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { partsIn } from "../lib/parts.ts";
import { renderStage } from "../report/renderers/terminal.ts";
import { exitCodeFor } from "./exit-codes.ts";
import { writeReport } from "./files/report-file.ts";
import { reportOptions } from "./files/report-options.ts";
import type { Flags } from "./flags.ts";
import { printJson } from "./print.ts";
import type { Session } from "./session.ts";
import { callsText, endText, explanationText, waitingText } from "./text/campaign.ts";

/** Writes the report of what a command came to, prints what is left to say, and sets the exit code. */
export async function finish(output: CampaignOutput, session: Session, flags: Flags): Promise<void> {
  const { command, executed, waiting, calls, explanation, ...rest } = output;
  const { ledger } = executed ? session.app : session.dry;
  const state = await stateOf(ledger, output.campaign);
  const { out, formats = [] } = reportOptions(flags);
  const reportFiles = await writeReport(output.campaign, output.report, {
    home: session.home,
    settings: session.settings,
    folder: out,
    formats: [...new Set(["html" as const, ...formats])],
  });
  process.exitCode = exitCodeFor(waiting, state);
  const [reportFile] = reportFiles;
  if (flags["json"] === true)
    return printJson({ command, executed, waiting, calls, explanation, reportFile, reportFiles, ...rest });
  const colour = process.stdout.isTTY;
  const parts = [
    executed && flags["verbose"] === true ? endText(state, colour) : "",
    calls === undefined ? "" : callsText(calls, { verbose: flags["verbose"] === true }),
    explanation === undefined ? "" : explanationText(explanation),
    executed ? renderStage("ending", state, { colour }) : "",
    waitingText(waiting),
    flags["sandbox"] === true && waiting.some(({ type }) => type === "person")
      ? "The built-in sandbox ends with this command, and nobody can decide afterwards.\nTry that with `flightdesk demo`, or keep a sandbox running with `flightdesk sandbox`."
      : "",
    partsIn<string>([
      `campaign ${state.id}`,
      ...reportFiles.map((path) => `report   ${path}`),
      !executed &&
        `what if  flightdesk whatif ${state.id}${flags["sandbox"] === true ? " --sandbox" : ""} --budget +20%`,
    ]).join("\n"),
  ];
  process.stdout.write(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}
