import { approvalWindow } from "../../campaign/approvals/refuse-overdue.ts";
import { orderOver, type StopOrder } from "../../campaign/model/decisions/stop-order.ts";
import { sellerAt } from "../../campaign/model/derived/seller-at.ts";
import { isWorthPlacing, mayBePlaced } from "../../campaign/model/state/not-placed.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import type { BuyChange } from "../../campaign/model/step/buy-change.ts";
import { takersOf } from "../../campaign/reallocate/money-alerts.ts";
import { counted, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Money, money, sum } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import { formatDay, formatRounded } from "../blocks/format.ts";
import { placeOf } from "../sections/money-summary.ts";
import { type LineFigures, unspent, vendorName } from "./line-figures.ts";
import { about, lineNames, type Row } from "./rows.ts";

/** Money that no seller can spend now: of paused lines and lines that have ended, freed, and of orders that came to nothing. */
export function idleRows(
  lines: readonly LineFigures[],
  state: CampaignState,
  { today, orders = [] }: { readonly today: string; readonly orders?: readonly StopOrder[] | undefined },
): Row[] {
  const paused = groupBy(
    lines.filter(({ status }) => status === "paused"),
    ({ sellerId }) => orderOver(orders, state.id, sellerAt(state, sellerId)),
  );
  return [
    ...[...paused].flatMap(([order, own]) =>
      order === undefined ? pausedRows(own, state) : stoppedRows(order, own),
    ),
    ...endedRows(lines),
    ...freedRows(state, today),
    ...fallenRows(state),
  ];
}

/** What lines together leave unspent, in each currency. */
function leftOf(lines: readonly LineFigures[]): Money[] {
  const lefts = lines.map(({ budget, spent }) => money(budget.minor - (spent?.minor ?? 0), budget.currency));
  return [...groupBy(lefts, ({ currency }) => currency)].map(([currency, own]) => sum(own, currency));
}

/** Nothing is resumed while a stop order stands. */
function stoppedRows({ by, at, reason }: StopOrder, lines: readonly LineFigures[]): Row[] {
  return leftOf(lines).map((atRisk) => ({
    text: `${counted(lines.length, "line")} stopped by ${by} on ${formatDay(at.slice(0, 10))}`,
    reason,
    atRisk,
    todo: "release the stop order, then resume",
  }));
}

/** Lines that have ended with money left, while others run or are to: its seller has no days to spend it on. */
function endedRows(lines: readonly LineFigures[]): Row[] {
  const ended = lines.filter(
    ({ status, figuresTo = "", end, spent, budget }) =>
      status === "over" &&
      figuresTo >= end &&
      isWorthPlacing(budget.minor - (spent?.minor ?? 0), budget.currency),
  );
  if (lines.every(({ status }) => status === "over")) return [];
  return leftOf(ended).map((atRisk) => ({
    text: `${formatRounded(atRisk)} not spent by ${counted(ended.length, "line")} that ended`,
    atRisk,
    todo: "check the vendors' final figures: what is not spent is not billed",
  }));
}

function pausedRows(lines: readonly LineFigures[], state: CampaignState): Row[] {
  return lines.map((line): Row => {
    const pause = pauseOf(line.lineId, state);
    const by = pause && ` by ${listed(pause.askedBy)} on ${formatDay(pause.askedAt.slice(0, 10))}`;
    const left = unspent(line) ?? line.budget;
    return {
      ...about(line),
      text: `paused${by ?? ""}`,
      ...(pause?.reason !== undefined && { reason: pause.reason }),
      atRisk: left,
      todo: "resume, or place it elsewhere",
    };
  });
}

/** What a person asked for, where that is why it is paused. */
export function pauseOf(lineId: string, { steps }: CampaignState): BuyChange | undefined {
  const last = steps.findLast(
    ({ step, status }) =>
      ["pause", "unpause"].includes(step.change?.requested.verb ?? "") &&
      status === "done" &&
      step.lineIds.includes(lineId),
  );
  return last?.step.change?.requested.verb === "pause" ? last.step.change : undefined;
}

function freedRows(state: CampaignState, today: string): Row[] {
  const free = mayBePlaced(state);
  if (free === undefined) return [];
  const takers = takersOf(state, today).map(
    ({ lineId, amount }) => `${lineNames([lineId], state)[0]} ${formatRounded(amount)}`,
  );
  return [
    {
      text: `${formatRounded(free.amount)} in no line since ${formatDay(free.since.slice(0, 10))}`,
      atRisk: free.amount,
      todo:
        takers.length === 0
          ? "place it by hand, or leave it idle: no line has room"
          : `place it: ${listed(takers)}`,
    },
  ];
}

/** Orders that were refused, rejected or expired, while their money is in no other line. */
function fallenRows(state: CampaignState): Row[] {
  if (state.ended !== undefined) return [];
  const freed = new Set(state.plan?.freed?.map(({ line }) => line.lineId));
  return [...new Set(buyByLine(state).values())]
    .filter((buy) => placeOf(buy) === "stopped" && !buy.step.lineIds.some((id) => freed.has(id)))
    .map((buy) => fallenRow(buy, state));
}

/** An order that came to nothing. */
export function fallenRow(buy: StepState, state: CampaignState): Row {
  const { lineIds, agentId, planAmount } = buy.step;
  return {
    ...(lineIds.length === 1 && { lineId: lineIds[0], line: lineNames(lineIds, state)[0] }),
    vendor: vendorName(agentId, state),
    text: `${formatRounded(planAmount)} not booked: ${whyFallen(buy)}`,
    atRisk: planAmount,
    todo: "plan it anew, or leave it idle",
  };
}

export function whyFallen({ rejection, status }: StepState): string {
  if (rejection === undefined) return status === "failed" ? "failed at the vendor" : "refused";
  const on = formatDay(rejection.at.slice(0, 10));
  return rejection.by === approvalWindow
    ? `approval expired on ${on}`
    : `rejected by ${rejection.by} on ${on}`;
}
