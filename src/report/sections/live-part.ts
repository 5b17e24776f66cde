import type { PlanGoal, PlanLine } from "../../campaign/model/offers/plan.ts";
import { boundBy, type CampaignState, type StepState } from "../../campaign/model/state/state.ts";
import { outlookOfLive, whyFree } from "../../campaign/plan/split-anew.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatMoney, type Money, money, subtract, sum } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import { formatWhole } from "../blocks/format.ts";
import { withProducts } from "./estimates.ts";
import { type MoneySummary, placeOf, summarizeMoney } from "./money-summary.ts";

/** What is left of a plan after refusals, denials and changes. */
export interface LivePart {
  readonly lines: readonly PlanLine[];
  /** What they bring; absent where nothing stands. */
  readonly goal?: PlanGoal;
  /** What is ordered, or still to be. */
  readonly total: Money;
  /** `EUR 34,950 of 48,000 ordered; EUR 13,050 lies free: …` */
  readonly words: string;
}

const longestReason = 120;

/** Undefined where all of the plan stands, or none of it is proposed yet. */
export function livePartOf(state: CampaignState): LivePart | undefined {
  const amounts = summarizeMoney(state);
  if (amounts === undefined || state.plan === undefined) return undefined;
  if (amounts.stopped.minor <= 0 && amounts.adjusted.minor <= 0) return undefined;
  const lines = liveLines(state, state.plan.lines);
  const goal = lines.length > 0 ? outlookOfLive(lines, state) : undefined;
  const { budget, unallocated, committedSpend, inDoubt, plannedNotCommitted: open } = amounts;
  const ordered = sum([committedSpend, inDoubt], budget.currency);
  const rest = open.minor > 0 ? `, ${formatWhole(open)} still to be` : "";
  const whole = formatWhole(budget).slice(budget.currency.length + 1);
  const why = whyLyingFree(state, amounts, lines).join("; ");
  return {
    lines,
    ...(goal && { goal }),
    total: subtract(budget, unallocated),
    words: `${formatWhole(ordered)} of ${whole} ordered${rest}; ${formatWhole(unallocated)} lies free: ${why}.`,
  };
}

/** Lines whose order was not refused, each with what is ordered of it by now. */
function liveLines(state: CampaignState, lines: readonly PlanLine[]): PlanLine[] {
  const buys = buyByLine(state);
  const planned = new Map<StepState, number>();
  for (const { lineId, amount } of lines) {
    const buy = buys.get(lineId);
    if (buy) planned.set(buy, (planned.get(buy) ?? 0) + amount.minor);
  }
  return lines.flatMap((line) => {
    const buy = buys.get(line.lineId);
    if (buy === undefined) return [line];
    const part = boundBy(buy).planAmount.minor / (planned.get(buy) ?? 1);
    return placeOf(buy) === "stopped" || part <= 0 ? [] : [part === 1 ? line : partOfLine(line, part)];
  });
}

function partOfLine({ amount, budget, expectedImpressions, ...line }: PlanLine, part: number): PlanLine {
  const cut = ({ minor, currency }: Money) => money(Math.floor(minor * part), currency);
  return {
    ...line,
    amount: cut(amount),
    budget: cut(budget),
    ...(expectedImpressions !== undefined && { expectedImpressions: Math.floor(expectedImpressions * part) }),
  };
}

function whyLyingFree(state: CampaignState, amounts: MoneySummary, lines: readonly PlanLine[]): string[] {
  const { plan, offers, ended } = state;
  const { adjusted, stopped } = amounts;
  const fallen = [...new Set(buyByLine(state).values())].filter((buy) => placeOf(buy) === "stopped");
  const isAsked = stopped.minor > 0 && ended === undefined && fallen.some(({ rejection }) => !rejection);
  const inNoLine = isAsked ? whyFree(lines, state) : plan?.whyLeft;
  return [
    ...fallen.map(fallenWords),
    ...(adjusted.minor > 0 ? [`${formatMoney(adjusted)} was cut by a condition or a change`] : []),
    ...(inNoLine === undefined ? [] : [withProducts(inNoLine, offers)]),
  ];
}

/** `EUR 13,050 at kiosk-exchange.example was refused (PRODUCT_UNAVAILABLE: sold out)` */
function fallenWords(buy: StepState): string {
  const { step, reason, rejection } = buy;
  const what = `${formatWhole(boundBy(buy).planAmount)} at ${step.agentId}`;
  if (rejection !== undefined) return `${rejection.by} said no to ${what}`;
  return `${what} was refused${reason === undefined ? "" : ` (${cleanText(reason, longestReason).replace(/\.$/, "")})`}`;
}
