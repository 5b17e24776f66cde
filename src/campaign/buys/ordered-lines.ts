import { countDays, eachDay, earlierDay, laterDay } from "../../lib/days.ts";
import { type Money, money } from "../../lib/money.ts";
import { type BoughtPackage, boughtPackages } from "../model/bought.ts";
import type { Brief } from "../model/brief.ts";
import { runOf, type Span } from "../model/flights.ts";
import type { PlanLine } from "../model/plan.ts";
import { type SentCurve, shareBy } from "../model/sent-curve.ts";
import type { CampaignState, StepState } from "../model/state.ts";
import type { BuyIdentity } from "../model/step/buy-identity.ts";
import { type BuyUpdate, updatesOf } from "./updates.ts";

/** A package as our own record has it: what was planned, what is ordered now, and when it may run. */
export interface OrderedLine extends BuyIdentity {
  readonly lineId: string;
  readonly packageId: string;
  readonly productId: string;
  readonly planned: Ordered;
  /** After all changes that were read back as made; what we ended early, for the days that it had. */
  readonly ordered: Ordered;
  /** Its seller owes the impressions, and not only a try at them. */
  readonly guaranteed: boolean;
  /** The brief's days for it: its burst, or the whole flight. */
  readonly flight: Span;
  /** Days on which it may run, both inclusive: never before its seller confirmed it. */
  readonly period: Span;
  readonly curve: SentCurve;
  /** The part of the order that each day of the period is to bring, by its curve; together 1. */
  readonly parts: ReadonlyMap<string, number>;
  /** Days in it on which it was paused by us, for all of the day or a part. */
  readonly paused: ReadonlySet<string>;
  /** Ended by us before its time. */
  readonly canceled: boolean;
}

interface Ordered {
  /** In the seller's currency. */
  readonly budget: Money;
  /** Expected for that budget; absent where nothing was forecast. */
  readonly impressions?: number;
}

/**
 * Every confirmed package with its order as the ledger has it, which is what claims and books rest on; what was agreed and not
 * read back does not count. How sellers run them meanwhile is `liveBuys`.
 */
export function orderedLines(state: CampaignState): OrderedLine[] {
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
function isMade({ step, check }: StepState): boolean {
  return step.change === undefined || check?.made === true;
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
  const { budget, end, canceledOn, paused } = afterUpdates(updates, packageId, {
    budget: first,
    end: flight.end,
  });
  const last = earlierDay(end, canceledOn ?? end);
  const length = countDays(start, end);
  // What is ended early is ordered for the days that it had.
  const ran = shareBy(curve, countDays(start, last), length);
  return {
    lineId,
    mediaBuyId,
    packageId,
    sellerId,
    productId: line.productId,
    planned: orderedFor(line.budget, line),
    ordered: orderedFor(money(Math.round(budget.minor * ran), budget.currency), line),
    guaranteed: !offer.auction && (offer.deliveryType ?? "").toLowerCase() === "guaranteed",
    flight,
    period: { start, end: last },
    curve,
    parts: new Map(
      eachDay(start, last).map((day, i) => {
        const part = shareBy(curve, i + 1, length) - shareBy(curve, i, length);
        return [day, ran === 0 ? 0 : part / ran];
      }),
    ),
    paused: new Set(paused.filter((day) => day >= start && day <= last)),
    canceled: canceledOn !== undefined,
  };
}

function orderedFor(budget: Money, { budget: planned, expectedImpressions }: PlanLine): Ordered {
  if (expectedImpressions === undefined || planned.minor === 0) return { budget };
  return { budget, impressions: Math.floor((expectedImpressions * budget.minor) / planned.minor) };
}

function afterUpdates(
  updates: readonly BuyUpdate[],
  packageId: string,
  first: { readonly budget: Money; readonly end: string },
) {
  let { budget, end } = first;
  let canceledOn: string | undefined;
  const pauses = { buy: undefined as string | undefined, package: undefined as string | undefined };
  const paused: string[] = [];
  const set = (which: keyof typeof pauses, on: boolean, day: string) => {
    const since = pauses[which];
    if (on) pauses[which] = since ?? day;
    else if (since !== undefined) {
      paused.push(...eachDay(since, day));
      pauses[which] = undefined;
    }
  };
  for (const { day, status, end: moved, packages } of updates) {
    const own = packages.get(packageId);
    budget = own?.budget ?? budget;
    if (own?.paused !== undefined) set("package", own.paused, day);
    end = moved ?? end;
    if (status === "paused" || status === "active") set("buy", status === "paused", day);
    if (status === "canceled") canceledOn = day;
  }
  for (const since of Object.values(pauses)) if (since !== undefined) paused.push(...eachDay(since, end));
  return { budget, end, canceledOn, paused };
}
