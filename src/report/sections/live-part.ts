import { orderedLines } from "../../campaign/account/ordered-lines.ts";
import { boundTogether } from "../../campaign/account/still-bound.ts";
import type { PlanGoal, PlanLine } from "../../campaign/model/offers/plan.ts";
import { boundBy, type CampaignState, isInDoubt, type StepState } from "../../campaign/model/state/state.ts";
import { outlookOfLive, whyFree } from "../../campaign/plan/split-anew.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money, money, splitWhole, totalMoney } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import { formatWhole } from "../blocks/format.ts";
import { productNamer } from "./estimates.ts";
import { type MoneySummary, placeOf, summarizeMoney } from "./money-summary.ts";

/** What is left of a plan after refusals, denials and changes. */
export interface LivePart {
  readonly lines: readonly PlanLine[];
  /** What they bring; absent where nothing stands. */
  readonly goal?: PlanGoal;
  /** What is ordered, or still to be. */
  readonly total: Money;
  /** `EUR 34,950 of 48,000 ordered; EUR 13,050 lies free` */
  readonly words: string;
  /** Why it does. */
  readonly why: string;
}

const longestReason = 120;

/** Undefined where all of the plan stands as it was planned, or none of it is proposed yet. */
export function livePartOf(state: CampaignState): LivePart | undefined {
  const amounts = summarizeMoney(state);
  if (amounts === undefined || state.plan === undefined) return undefined;
  const lines = linesNow(state);
  const planned = new Set(state.plan.lines);
  if (lines.length === planned.size && lines.every((line) => planned.has(line))) return undefined;
  const goal = lines.length > 0 ? outlookOfLive(lines, state) : undefined;
  const { budget, unallocated, committedSpend, inDoubt, plannedNotCommitted: open } = amounts;
  const doubt = inDoubt.minor > 0 ? `, ${formatWhole(inDoubt)} in doubt` : "";
  const rest = open.minor > 0 ? `, ${formatWhole(open)} still to be` : "";
  const whole = formatWhole(budget).slice(budget.currency.length + 1);
  const free = unallocated.minor > 0 ? `; ${formatWhole(unallocated)} lies free` : "";
  const why = whyLyingFree(state, amounts, lines).join("; ");
  return {
    lines,
    ...(goal && { goal }),
    total: totalMoney(lines, budget.currency, ({ amount }) => amount),
    words: `${formatWhole(committedSpend)} of ${whole} ordered${doubt}${rest}${free}`,
    why,
  };
}

/** Lines whose order was not refused, each as it is ordered by now. Those of an order add up to what it binds, unless that is in doubt. */
export function linesNow(state: CampaignState): readonly PlanLine[] {
  const buys = buyByLine(state);
  const ordered = new Map(orderedLines(state).map((line) => [line.lineId, line.ordered]));
  return [...groupBy(state.plan?.lines ?? [], ({ lineId }) => buys.get(lineId))].flatMap(([buy, own]) => {
    if (buy === undefined) return own;
    const { currency } = buy.step.planAmount;
    const bound = totalMoney(boundTogether(buy, state), currency, ({ planAmount }) => planAmount);
    const planned = totalMoney(own, currency, ({ amount }) => amount);
    if (placeOf(buy) === "stopped" || bound.minor <= 0) return [];
    const parts = own.map(({ lineId, budget }) => {
      const now = ordered.get(lineId)?.budget;
      return now === undefined ? bound.minor / planned.minor : now.minor / budget.minor;
    });
    const amounts = own.map(({ amount }, i) => amount.minor * (parts[i] ?? 1));
    const isExact = !isInDoubt(buy) && amounts.some((amount) => amount > 0);
    const exact = isExact ? splitWhole(bound.minor, amounts) : amounts.map(Math.round);
    return own.map((line, i) => {
      const amount = money(exact[i] ?? 0, currency);
      return partOfLine(line, parts[i] ?? 1, { amount, ...ordered.get(line.lineId) });
    });
  });
}

function partOfLine(
  line: PlanLine,
  part: number,
  { amount, impressions }: { readonly amount: Money; readonly impressions?: number },
): PlanLine {
  if (part === 1) return line;
  const { budget, expectedImpressions: planned } = line;
  return {
    ...line,
    amount,
    budget: money(Math.round(budget.minor * part), budget.currency),
    ...(planned !== undefined && { expectedImpressions: impressions ?? Math.floor(planned * part) }),
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
    ...(inNoLine === undefined ? [] : [productNamer(offers)(inNoLine)]),
  ];
}

/** `EUR 13,050 at kiosk-exchange.example was refused (PRODUCT_UNAVAILABLE: sold out)` */
function fallenWords(buy: StepState): string {
  const { step, reason, rejection } = buy;
  const what = `${formatWhole(boundBy(buy).planAmount)} at ${step.agentId}`;
  if (rejection !== undefined) return `${rejection.by} said no to ${what}`;
  return `${what} was refused${reason === undefined ? "" : ` (${cleanText(reason, longestReason).replace(/\.$/, "")})`}`;
}
