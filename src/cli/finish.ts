import type { CampaignState } from "../campaign/state.ts";
import type { Waiting } from "../campaign/waiting.ts";
import type { Explanation } from "../report/explain-plan.ts";
import { renderStage } from "../report/terminal.ts";
import { explanationText } from "./explain.ts";
import { type CampaignOutput, campaignOutput, exitCodeFor, type PlannedCall, printJson } from "./output.ts";
import { writeReport } from "./report-file.ts";
import { callsText, endText, waitingText } from "./show.ts";

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
  },
): Promise<void> {
  const { json, home, ...rest } = options;
  const reportFile = await writeReport(state, { home });
  process.exitCode = exitCodeFor(options.waiting, state);
  if (json) return printJson(campaignOutput(state, { ...rest, reportFile }));
  const colour = process.stdout.isTTY;
  const parts = [
    rest.executed ? endText(state, colour) : "",
    rest.calls === undefined ? "" : callsText(rest.calls),
    rest.explanation === undefined ? "" : explanationText(rest.explanation),
    rest.executed ? renderStage("ending", state, { colour }) : "",
    waitingText(rest.waiting),
    `campaign ${state.id}\nreport   ${reportFile}`,
  ];
  process.stdout.write(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}
