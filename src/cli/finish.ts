import type { CampaignState } from "../campaign/state.ts";
import type { Waiting } from "../campaign/waiting.ts";
import { renderStage } from "../report/terminal.ts";
import { type CampaignOutput, campaignOutput, exitCodeFor, type PlannedCall, printJson } from "./output.ts";
import { writeReport } from "./report-file.ts";
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
    readonly json: boolean;
    readonly home: string;
  },
): Promise<void> {
  const { json, home, ...rest } = options;
  const told = ["plan", "run"].includes(options.command) ? await withScenarios(state) : state;
  const reportFile = await writeReport(told, { home });
  process.exitCode = exitCodeFor(options.waiting, state);
  if (json) return printJson(campaignOutput(told, { ...rest, reportFile }));
  const colour = process.stdout.isTTY;
  const parts = [
    rest.executed ? endText(state, colour) : "",
    rest.calls === undefined ? "" : callsText(rest.calls),
    rest.executed ? renderStage("ending", state, { colour }) : "",
    waitingText(rest.waiting),
    [
      `campaign ${state.id}`,
      `report   ${reportFile}`,
      ...(rest.executed ? [] : [`what if  flightdesk whatif ${state.id} --budget +20%`]),
    ].join("\n"),
  ];
  process.stdout.write(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}
