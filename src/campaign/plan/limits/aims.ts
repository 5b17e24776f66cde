import type { Brief } from "../../../brief/brief.ts";
import { type GoalMetric, kpiName, measuredBy } from "../../../brief/kpi.ts";
import { percent } from "../../../lib/english.ts";
import { currencyDigits, unitCost } from "../../../lib/money.ts";
import { partsIn } from "../../../lib/parts.ts";
import type { Offer } from "../../model/offers/offer.ts";
import { hasOwnUnits } from "../../model/offers/own-units.ts";
import type { Aim, Candidate, Stretch } from "../allocator.ts";
import { cannotBring, unitsFor, usualRate } from "../goal.ts";
import { impressionsAt } from "../response.ts";
import { isWhole } from "./bounds.ts";

/** all: of the KPI and of the brief's measurement. */
export type AimsOf = "all" | "kpi" | "none";

/** A rate that all lines come up to together, or a cost that they keep to on average. */
export interface Wanted {
  readonly metric: GoalMetric;
  /** Units for each impression; absent for a cost. */
  readonly rate?: number;
  /** Minor units of the brief's currency for each unit. */
  readonly cost?: number;
  readonly words: string;
}

/** What the KPI's rate or cost, and the brief's measurement, ask of the lines together, as far as anybody states what it takes. */
export function aimsFor(
  brief: Brief,
  bought: readonly { readonly offer: Offer; readonly candidate: Candidate }[],
  of: AimsOf = "all",
): Aim[] {
  return wantedBy(brief, of)
    .filter(({ metric }) => bought.some(({ offer }) => isKnown(offer, metric)))
    .map((one) => {
      const gains = bought.map(({ offer, candidate }) => gainOf(one, offer, candidate));
      const largest = Math.max(1e-12, ...gains.flat().map(({ rate }) => Math.abs(rate)));
      return {
        words: one.words,
        gains: gains.map((curve) => curve.map(({ end, rate }) => ({ end, rate: rate / largest }))),
      };
    });
}

/** What a brief asks for, its KPI first. */
export function wantedBy(brief: Brief, of: AimsOf = "all"): Wanted[] {
  if (of === "none" || brief.spend === "all") return [];
  return [...kpiAim(brief), ...(of === "all" ? measurementAims(brief) : [])];
}

/** How much an amount counts for; undefined where it does not. */
export function unitsToAim(offer: Offer, metric: GoalMetric, amount: number): number | undefined {
  const impressions = isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount);
  return cannotBring(offer, metric) ? undefined : expected(offer, metric, { amount, impressions });
}

function kpiAim({ kpi, budget: { currency } }: Brief): Wanted[] {
  const { unit, counts: metric } = kpi ? measuredBy(kpi.metric) : {};
  if (kpi?.target === undefined || metric === undefined) return [];
  if (unit === "rate")
    return [{ metric, rate: kpi.target, words: `a ${kpiName(kpi.metric)} of ${percent(kpi.target)}` }];
  if (unit !== "cost") return [];
  const cost = (kpi.target * 10 ** currencyDigits(currency)) / (metric === "impressions" ? 1000 : 1);
  const words = `a ${kpiName(kpi.metric)} of ${unitCost(kpi.target * 10 ** currencyDigits(currency), currency)}`;
  return [{ metric, cost, words }];
}

function measurementAims({ measurement = {}, kpi }: Brief): Wanted[] {
  const { viewability, completion } = measurement;
  const aimOf = (metric: GoalMetric, name: string, rate: number | undefined) =>
    rate !== undefined && { metric, rate, words: `a ${name} of at least ${percent(rate)}` };
  return partsIn<Wanted>([
    kpi?.metric !== "viewability" && aimOf("viewable_impressions", "viewability", viewability?.atLeast),
    kpi?.metric !== "completion_rate" && aimOf("completed_views", "completion", completion?.atLeast),
  ]);
}

function isKnown(offer: Offer, metric: GoalMetric): boolean {
  if (cannotBring(offer, metric)) return false;
  return unitsFor(offer, metric, 1) !== undefined || promiseOf(offer, metric) !== undefined;
}

function promiseOf({ promised = {} }: Offer, metric: GoalMetric): number | undefined {
  if (metric === "completed_views") return promised.completion?.atLeast;
  return metric === "viewable_impressions" ? promised.viewability?.atLeast : undefined;
}

/**
 * How far each stretch of an offer's amounts takes the lines over what is wanted, or under it. What its channels cannot bring is no
 * part of a rate; money that brings nothing is a cost all the same.
 */
function gainOf({ metric, rate, cost }: Wanted, offer: Offer, { curve, least, most }: Candidate): Stretch[] {
  const isIdle = cannotBring(offer, metric);
  if (isIdle && rate !== undefined) return [];
  const gainAt = (amount: number) => {
    if (isIdle) return -amount;
    const impressions = isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount);
    const units = expected(offer, metric, { amount, impressions });
    if (rate === undefined) return units * (cost ?? 0) - amount;
    return impressions === undefined ? 0 : units - rate * impressions;
  };
  const inner = curve.map(({ end }) => end).filter((end) => end > least && end < most);
  const ends = isWhole(offer) ? [most] : [...(least < most ? [least] : []), ...inner, most];
  let [before, begin] = [0, 0];
  return ends.map((end) => {
    const gain = gainAt(end);
    const stretch = { end, rate: (gain - before) / (end - begin) };
    [before, begin] = [gain, end];
    return stretch;
  });
}

/** Where it does not say: as its seller promises, else at the low end of what its channel usually brings, else nothing. */
function expected(
  offer: Offer,
  metric: GoalMetric,
  { amount, impressions = 0 }: { readonly amount: number; readonly impressions?: number },
): number {
  const isOwn = metric !== "reach" && metric !== "impressions" && hasOwnUnits(offer, metric);
  const promise = promiseOf(offer, metric);
  const isSilent =
    !isOwn && (usualRate(offer, metric) !== undefined || unitsFor(offer, metric, amount) === undefined);
  if (isSilent && promise !== undefined) return impressions * promise;
  return unitsFor(offer, metric, amount) ?? 0;
}
