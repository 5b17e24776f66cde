import type { CampaignState } from "../../campaign/state.ts";
import { makeReport } from "../report.ts";
import type { Report } from "../report-schema.ts";
import type { Stage } from "../stages.ts";
import { feasibilityLines } from "./feasibility.ts";
import { feedbackLines } from "./feedback.ts";
import { briefLines, quoteLines, rankingLines, sellerLines } from "./market.ts";
import { type Paint, paint } from "./paint.ts";
import { preflightLines } from "./preflight.ts";
import { creativeLines, planLines, stepLines } from "./purchase.ts";
import { readingLines } from "./readings.ts";
import { deliveryLines, endingLines } from "./results.ts";
import { signalLines } from "./signals.ts";

export interface TerminalOptions {
  readonly colour?: boolean;
  /** How many offers a ranking shows; 10 unless given. */
  readonly top?: number;
}

/** One stage as a titled block of plain text, about 100 columns wide, without a line break at its end. */
export function renderStage(stage: Stage, state: CampaignState, options: TerminalOptions = {}): string {
  const { colour = false, top = 10 } = options;
  const brush = paint(colour);
  const lines = linesOf(stage, makeReport(state), brush, top);
  return [brush.bold(stage), ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

function linesOf(stage: Stage, report: Report, brush: Paint, top: number): string[] {
  switch (stage) {
    case "brief":
      return briefLines(report, brush);
    case "feasibility":
      return feasibilityLines(report, brush);
    case "sellers":
      return sellerLines(report, brush);
    case "offers":
      return quoteLines(report, brush);
    case "signals":
      return signalLines(report, brush, top);
    case "ranking":
      return rankingLines(report, brush, top);
    case "readings":
      return readingLines(report, brush);
    case "plan":
      return planLines(report, brush);
    case "preflight":
      return preflightLines(report, brush);
    case "steps":
      return stepLines(report, brush);
    case "creatives":
      return creativeLines(report, brush);
    case "delivery":
      return deliveryLines(report, brush);
    case "feedback":
      return feedbackLines(report, brush);
    case "ending":
      return endingLines(report, brush);
  }
}
