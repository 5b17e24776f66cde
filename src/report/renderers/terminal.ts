import type { CampaignState } from "../../campaign/model/state/state.ts";
import { type Block, type Blocks, shownOn } from "../blocks/document.ts";
import { formatWhole } from "../blocks/format.ts";
import { beside, fitText, lineWidth, type Paint, paint, wrapText } from "../blocks/terminal-text.ts";
import { type Stage, stageSections } from "../contents.ts";
import { makeReport, type Report } from "../report.ts";
import { moneyFigures } from "../sections/money-summary.ts";
import { terminalBlock } from "./terminal-blocks.ts";

export interface TerminalOptions {
  readonly colour?: boolean;
  /** How many offers a ranking shows; 10 unless given. */
  readonly top?: number;
  /** Up to the first table, without its running text. */
  readonly short?: boolean;
}

/** One stage as a titled block of plain text, about 100 columns wide, without a line break at its end. */
export function renderStage(stage: Stage, state: CampaignState, options: TerminalOptions = {}): string {
  const brush = paint(options.colour ?? false);
  const report = makeReport(state);
  const lines = stage === "ending" ? endingLines(report, brush) : stageLines(stage, report, options);
  return [brush.bold(stage), ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

/** Where a campaign stands: money, the story so far, and what needs attention. */
export function renderStatus(state: CampaignState): string {
  const brush = paint(false);
  const report = makeReport(state);
  const { headline, campaign, preflight } = report;
  const phase = campaign.ended === undefined ? "running" : `ended: ${campaign.ended}`;
  const isStopped = preflight?.result === "ask" || preflight?.result === "block";
  return [
    brush.bold(fitText(headline.title, lineWidth)),
    brush.quiet(fitText(`${campaign.id}, ${phase}`, lineWidth)),
    ...wrapText(headline.request, lineWidth),
    ...(headline.money ? ["", ...moneyLines(headline.money, brush)] : []),
    "",
    ...headline.summary.flatMap((sentence) => wrapText(sentence, lineWidth)),
    ...(isStopped ? ["", brush.bold("before the first buy"), ...stageLines("preflight", report, {})] : []),
    ...attentionLines(headline.attention, brush),
  ].join("\n");
}

/** Blocks that belong to no stage, as lines. */
export function blockLines(blocks: Blocks): string[] {
  return apart(
    shownOn("terminal", blocks).map((block) =>
      terminalBlock(block, paint(false), { top: Number.POSITIVE_INFINITY, captioned: false }),
    ),
  );
}

function stageLines(stage: Exclude<Stage, "ending">, report: Report, options: TerminalOptions): string[] {
  const { colour = false, top = 10, short = false } = options;
  const { blocks, none } = stageSections[stage];
  const brush = paint(colour);
  const isFolded = (block: Block) => block.type === "table" && block.fold !== undefined;
  const shown = shownOn("terminal", blocks(report)).filter((block) => !(short && isFolded(block)));
  const firstTable = shown.findIndex(({ type }) => type === "table");
  const parts = shown
    .slice(0, short && firstTable >= 0 ? firstTable + 1 : shown.length)
    .map((block, i) => terminalBlock(block, brush, { top, captioned: i > firstTable, short }))
    .filter((lines) => lines.length > 0);
  return parts.length === 0 ? [none ?? "nothing yet"] : apart(parts);
}

function apart(parts: readonly (readonly string[])[]): string[] {
  return parts.flatMap((lines, i) => (i > 0 ? ["", ...lines] : lines));
}

/** The money in one table, the story in words, and what needs attention. */
function endingLines({ headline, campaign }: Report, brush: Paint): string[] {
  return [
    ...(headline.money ? moneyLines(headline.money, brush) : []),
    "",
    ...headline.summary.flatMap((sentence) => wrapText(sentence, lineWidth)),
    ...attentionLines(headline.attention, brush),
    ...(campaign.ended === undefined ? ["", brush.quiet("the campaign goes on")] : []),
  ];
}

function moneyLines(money: NonNullable<Report["headline"]["money"]>, brush: Paint): string[] {
  const shown = moneyFigures(money).filter(([name, { minor }]) => name !== "In doubt" || minor !== 0);
  const width = Math.max(11, ...shown.flatMap(([name, amount]) => [name.length, formatWhole(amount).length]));
  const perRow = Math.max(1, Math.floor((lineWidth + 3) / (width + 3)));
  return Array.from({ length: Math.ceil(shown.length / perRow) }, (_, i) =>
    shown.slice(i * perRow, (i + 1) * perRow),
  ).flatMap((row) => [
    row.map(([name]) => brush.quiet(name.toLowerCase().padStart(width))).join("   "),
    row.map(([, amount]) => formatWhole(amount).padStart(width)).join("   "),
  ]);
}

function attentionLines(attention: Report["headline"]["attention"], brush: Paint): string[] {
  if (attention.length === 0) return [];
  return [
    "",
    brush.bold("needs attention"),
    ...attention.flatMap(({ status: phase, what, why }) =>
      beside(`${brush.status(phase, phase.padEnd(10))} `, 11, `${what}: ${why}`),
    ),
  ];
}
