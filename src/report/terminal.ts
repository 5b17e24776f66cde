import type { CampaignState } from "../campaign/state.ts";
import { makeReport } from "./report.ts";
import type { Stage } from "./stages.ts";
import { lineWidth } from "./terminal/columns.ts";
import { paint } from "./terminal/paint.ts";
import { preflightLines } from "./terminal/preflight.ts";
import { attentionLines, moneyLines } from "./terminal/results.ts";
import { renderStage, type TerminalOptions } from "./terminal/stage.ts";
import { fitText, wrapText } from "./terminal/text-width.ts";

export { renderStage, type TerminalOptions } from "./terminal/stage.ts";

/** Where a campaign stands: money, the story so far, and what needs a look. */
export function renderStatus(state: CampaignState, options: TerminalOptions = {}): string {
  const brush = paint(options.colour ?? false);
  const report = makeReport(state);
  const { headline, campaign, preflight } = report;
  const standing = campaign.ended === undefined ? "running" : `ended: ${campaign.ended}`;
  return [
    brush.bold(fitText(headline.title, lineWidth)),
    brush.quiet(fitText(`${campaign.id}, ${standing}`, lineWidth)),
    ...wrapText(headline.asked, lineWidth),
    ...(headline.money ? ["", ...moneyLines(headline.money, brush)] : []),
    "",
    ...headline.summary.flatMap((sentence) => wrapText(sentence, lineWidth)),
    ...(preflight?.result === "ask" || preflight?.result === "block"
      ? ["", brush.bold("before the first buy"), ...preflightLines(report, brush)]
      : []),
    ...attentionLines(headline.attention, brush),
  ].join("\n");
}

/** Sellers and their offers side by side, before anything is bought. */
export function renderComparison(state: CampaignState, options: TerminalOptions = {}): string {
  const shown: readonly Stage[] = [
    "offers",
    ...(state.signals ? (["signals"] as const) : []),
    ...(state.ranking ? (["ranking"] as const) : []),
  ];
  return [
    wrapText(makeReport(state).headline.asked, lineWidth).join("\n"),
    ...shown.map((stage) => renderStage(stage, state, options)),
  ].join("\n\n");
}
