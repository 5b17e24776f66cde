import type { CampaignState } from "../campaign/state.ts";
import type { Waiting } from "../campaign/waiting.ts";
import type { Explanation } from "../report/explain-plan.ts";
import { renderStage } from "../report/terminal.ts";
import { explanationText } from "./explain.ts";
import { type CampaignOutput, campaignOutput, exitCodeFor, type PlannedCall, printJson } from "./output.ts";
import { reportFolder, writeReport } from "./report-file.ts";
import type { ReportWish } from "./report-options.ts";
import { callsText, endText, waitingText } from "./show.ts";
import { withScenarios } from "./with-scenarios.ts";

/** Writes the report, prints what is left to say, and sets the exit code. */
export async function finish(
  state: CampaignState,
  options: {
    readonly command: CampaignOutput["command"];
    readonly executed: boolean;
    readonly waiting: readonly Waiting[];
    readonly calls?: PlannedCall[];
    readonly explanation?: Explanation;
    readonly json: boolean;
    readonly home: string;
    readonly report?: ReportWish;
  },
): Promise<void> {
  const { json, home, report = {}, ...rest } = options;
  const told = ["plan", "run"].includes(options.command) ? await withScenarios(state) : state;
  const [reportFile = "", ...others] = await writeReport(told, {
    folder: report.out ?? reportFolder(home),
    formats: [...new Set(["html" as const, ...(report.formats ?? [])])],
  });
  process.exitCode = exitCodeFor(options.waiting, state);
  if (json)
    return printJson(campaignOutput(told, { ...rest, reportFile, reportFiles: [reportFile, ...others] }));
  const colour = process.stdout.isTTY;
  const parts = [
    rest.executed ? endText(state, colour) : "",
    rest.calls === undefined ? "" : callsText(rest.calls),
    rest.explanation === undefined ? "" : explanationText(rest.explanation),
    rest.executed ? renderStage("ending", state, { colour }) : "",
    waitingText(rest.waiting),
    [
      `campaign ${state.id}`,
      ...[reportFile, ...others].map((path) => `report   ${path}`),
      ...(rest.executed ? [] : [`what if  flightdesk whatif ${state.id} --budget +20%`]),
    ].join("\n"),
  ];
  process.stdout.write(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}
