import type { Brief } from "../../brief/brief.ts";
import { eachDay, laterDay } from "../../lib/days.ts";
import { type Money, money } from "../../lib/money.ts";
import { onceFor } from "../../lib/once-for.ts";
import { type BoughtPackage, boughtPackages } from "../model/derived/bought.ts";
import { runOf, type Span } from "../model/offers/flights.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import type { BuyIdentity } from "../model/step/buy-identity.ts";
import { budgetsOf, impressionsPerMinor, type LivePackage } from "./live-buys.ts";
import { pausedDays, plannedBy, plannedOn, readingsOf } from "./planned-by.ts";
import { type BuyUpdate, updatesOf } from "./updates.ts";

/** A package as our own record has it: what was planned, what is ordered now, and when it may run. */
export interface OrderedLine
  extends BuyIdentity,
    Pick<LivePackage, "lineId" | "packageId" | "productId" | "curve" | "budgets" | "impressionsPerMinor"> {
  readonly planned: Ordered;
  /** After all changes that were read back as made; what we ended early, for the days that it had. */
  readonly ordered: Ordered;
  /** Its seller guarantees the impressions. */
  readonly guaranteed: boolean;
  /** The brief's days for it: its burst, or the whole flight. */
  readonly flight: Span;
  /** The last day of the whole flight. */
  readonly flightEnd: string;
  /** Days on which it may run, both inclusive: never before its seller confirmed it. */
  readonly period: Span;
  /** What each day was to spend by each fair reading of the order, to the letter first. */
  readonly expected: readonly [ExpectedDays, ...ExpectedDays[]];
  /** Days in it on which it was paused by us, for all of the day or a part. */
  readonly paused: ReadonlySet<string>;
  /** Ended by us before its time. */
  readonly canceled: boolean;
}

/** Minor units of the seller's currency by day, not rounded. */
export type ExpectedDays = ReadonlyMap<string, number>;

export interface Ordered {
  /** In the seller's currency. */
  readonly budget: Money;
  /** Expected for that budget; absent where nothing was forecast. */
  readonly impressions?: number;
}

/**
 * Every confirmed package with its order as the ledger has it, which is what claims and books rest on; what was agreed and not
 * read back does not count. How sellers run them meanwhile is `liveBuys`.
 */
export const orderedLines: (state: CampaignState) => readonly OrderedLine[] = onceFor(readLines);

function readLines(state: CampaignState): OrderedLine[] {
  const { brief, plan } = state;
  if (brief === undefined || plan === undefined) return [];
  const lines = new Map(plan.lines.map((line) => [line.lineId, line]));
  return boughtPackages(state).flatMap((bought) => {
    const line = lines.get(bought.lineId);
    if (line === undefined) return [];
    const { sellerId, mediaBuyId, budget } = bought;
    const buy = { sellerId, mediaBuyId, currency: budget.currency };
    return [orderedLine(bought, line, brief, updatesOf(state, buy, isMade))];
  });
}

/** Whether a change of a buy holds: it was read back, or is a bare switch that is never. */
function isMade({ step, status, check }: StepState): boolean {
  return status === "done" && (step.change === undefined || check?.made === true);
}

function orderedLine(
  { buyStep, sellerId, mediaBuyId, packageId, lineId, offer, budget: first, curve }: BoughtPackage,
  line: PlanLine,
  brief: Brief,
  updates: readonly BuyUpdate[],
): OrderedLine {
  const flight = runOf(line, brief);
  const confirmed = buyStep.times.answeredAt?.slice(0, 10) ?? flight.start;
  const start = laterDay(flight.start, confirmed);
  const budgets = budgetsOf({ from: start, minor: first.minor, end: flight.end }, packageId, updates);
  const { minor = first.minor, end = flight.end, cancelled = false } = budgets.at(-1) ?? {};
  const latest = budgets.reduce((day, one) => laterDay(day, one.end), end);
  const [toTheLetter, ...others] = readingsOf({ budgets });
  const expectedBy = (reading: typeof toTheLetter) =>
    plannedOn({ budgets, curve }, eachDay(start, latest), reading);
  // What is ended early is ordered for the time that it had.
  const ordered = cancelled ? Math.round(plannedBy({ budgets, curve }, end)) : minor;
  return {
    lineId,
    mediaBuyId,
    packageId,
    sellerId,
    productId: line.productId,
    planned: orderedFor(line.budget, line),
    ordered: orderedFor(money(ordered, first.currency), line),
    guaranteed: !offer.auction && (offer.deliveryType ?? "").toLowerCase() === "guaranteed",
    flight,
    flightEnd: brief.flight.end,
    period: { start, end },
    curve,
    budgets,
    expected: [expectedBy(toTheLetter), ...others.map(expectedBy)],
    impressionsPerMinor: impressionsPerMinor(line),
    paused: pausedDays(budgets, end),
    canceled: cancelled,
  };
}

function orderedFor(budget: Money, { budget: planned, expectedImpressions }: PlanLine): Ordered {
  if (expectedImpressions === undefined || planned.minor === 0) return { budget };
  return { budget, impressions: Math.floor((expectedImpressions * budget.minor) / planned.minor) };
}

/** The last day of a campaign's flight, or a later one to which an order was extended. */
export function lastDayOf(state: CampaignState & { readonly brief: Brief }): string {
  return orderedLines(state).reduce((last, { period }) => laterDay(last, period.end), state.brief.flight.end);
}

/** What the order wanted of its days up to `day`, as it stood on each; rounded from the first day on, so that parts add up to it. */
export function orderedBy({ ordered, impressionsPerMinor: rate, ...line }: OrderedLine, day: string) {
  const { minor, currency } = ordered.budget;
  const spend = Math.round(day < line.period.start ? 0 : plannedBy(line, day));
  if (spend === minor) return ordered;
  return {
    budget: money(spend, currency),
    impressions: rate === undefined ? undefined : Math.floor(rate * spend),
  };
}

export function sumOf(days: ExpectedDays, isWanted: (day: string) => boolean): number {
  let sum = 0;
  for (const [day, own] of days) if (isWanted(day)) sum += own;
  return sum;
}
