import type { Brief, Kpi } from "../../brief/brief.ts";
import { type GoalMetric, kpiName, measuredBy, type RateMetric, servingBrief } from "../../brief/kpi.ts";
import { formatCount, percent } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import type { Offer, Range } from "../model/offers/offer.ts";
import { hasOwnUnits, ownUnits } from "../model/offers/own-units.ts";
import { usualOn } from "../quote/pricing-conversion.ts";
import { isWhole } from "./limits/bounds.ts";
import { reachFor } from "./reach/line-reach.ts";
import { impressionsAt, impressionsFor } from "./response.ts";

/** What a split is to make most of. */
export interface Goal {
  readonly metric: GoalMetric;
  /** Impressions stand in for what offers do not state: each counts by what its channel usually costs, and channels share. */
  readonly isStandIn: boolean;
  /** Why, in plain words. */
  readonly basis: string;
  /** What its impressions come up to a rate of: those of offers that cannot bring it do not count. */
  readonly rated?: GoalMetric;
}

/** Share of those who can that have to state a figure that no KPI asks for, or whose reach somebody has to know, for a split by it. */
const enough = 0.5;

/** How many offers tell of a metric. */
interface Support {
  readonly metric: GoalMetric;
  /** By their sellers' own figures, or by what this desk has measured. */
  readonly stating: number;
  /** Of these, by what this desk has measured. */
  readonly measured: number;
  /** Silent ones of channels that have a planning figure. */
  readonly usual: number;
  readonly able: number;
}

function supportOf(metric: GoalMetric, offers: readonly Offer[]): Support {
  const count = (isSo: (offer: Offer) => boolean) => offers.filter(isSo).length;
  return {
    metric,
    stating: count((offer) => states(offer, metric)),
    measured: count(
      ({ measured }) => metric !== "reach" && metric !== "impressions" && measured?.[metric] !== undefined,
    ),
    usual: count((offer) => hasUsual(offer, metric)),
    able: count((offer) => !cannotBring(offer, metric)),
  };
}

/**
 * The nearest to the brief's KPI that one offer states, or itself where channels have a planning figure; without a KPI, the
 * nearest to its objective that half of those who can state. Impressions where there is none.
 */
export function goalOf(
  { kpi, objective }: Pick<Brief, "kpi" | "objective">,
  offers: readonly Offer[],
  keepsRate = false,
): Goal {
  const supports = servingBrief({ kpi, objective }).map((metric) => supportOf(metric, offers));
  const found =
    kpi === undefined
      ? supports.find(({ stating, able }) => stating > 0 && stating >= able * enough)
      : nearestTo(kpi.metric, supports);
  const rated = keepsRate ? ratedBy(kpi, found?.metric) : undefined;
  const metric = (rated ? undefined : found?.metric) ?? "impressions";
  const isStandIn = found === undefined && offers.length > 0;
  const counts = supports
    .filter((one) => one.metric !== "impressions")
    .map((one) => supportWords(one, offers.length));
  const basis = basisWords({ kpi, objective }, { metric, isStandIn, rated }, counts.join(", "));
  return { metric, isStandIn, ...(rated && { rated }), basis };
}

function basisWords(
  { kpi, objective }: Pick<Brief, "kpi" | "objective">,
  { metric, isStandIn, rated }: Pick<Goal, "metric" | "isStandIn"> & { rated: GoalMetric | undefined },
  counts: string,
): string {
  const wanted =
    kpi === undefined
      ? `the brief names no KPI and is for ${objective}`
      : `the brief's KPI is ${kpiName(kpi.metric)}`;
  const weighed = isStandIn ? ", each counted by what its channel usually costs" : "";
  const least = rated ? ` at a rate of ${percent(kpi?.target ?? 0)} or more` : "";
  return `${wanted}; planned for ${metricWords(metric)}${weighed}${least}${counts && `: ${counts}`}`;
}

function nearestTo(kpi: Kpi["metric"], supports: readonly Support[]): Support | undefined {
  const { counts } = measuredBy(kpi);
  return (
    supports.find(
      // Where nobody can say whom most offers reach, most of the money would count for nothing.
      ({ metric, stating, usual, able }) =>
        stating > 0 && (metric !== "reach" || stating + usual >= able * enough),
    ) ?? supports.find(({ metric, usual }) => metric === counts && usual > 0)
  );
}

/** What impressions come up to a rate of, where a KPI is one and its own metric is stated. */
function ratedBy(kpi: Kpi | undefined, found: GoalMetric | undefined): GoalMetric | undefined {
  if (kpi === undefined) return undefined;
  const { unit, counts } = measuredBy(kpi.metric);
  return unit === "rate" && found === counts ? found : undefined;
}

function supportWords({ metric, stating, measured, able }: Support, offers: number): string {
  const what = metricWords(metric);
  if (able === 0 && offers > 0) return `no offer runs where there are ${what}`;
  const own = `${stating - measured} of ${able} offers forecast ${what}`;
  return measured > 0 ? `${own} and this desk has seen those of ${measured} more` : own;
}

/** What some channels bring and others cannot. */
const byChannel: readonly GoalMetric[] = ["clicks", "completed_views", "viewable_impressions"];

/** What an offer that does not tell usually brings, expected at the low end; undefined where a channel of it has no figure. */
export function usualRate(offer: Offer, metric: GoalMetric): Range | undefined {
  if (states(offer, metric)) return undefined;
  const channels = [...new Set(offer.channels)];
  const usual = usualOn(channels, metric);
  if (usual.length === 0 || usual.length < channels.length) return undefined;
  const low = Math.min(...usual.map((rate) => rate.low));
  return { low, mid: low, high: Math.max(...usual.map((rate) => rate.high)) };
}

/** Whether it is silent and its channels have a planning figure that it counts by. */
export function hasUsual(offer: Offer, metric: GoalMetric): boolean {
  return metric === "reach" ? offer.isReachUsual === true : usualRate(offer, metric) !== undefined;
}

/** None of its channels brings it and it does not say so itself, or it says that it brings none: display and completed views. */
export function cannotBring(offer: Offer, metric: GoalMetric): boolean {
  if (metric === "reach" || metric === "impressions") return false;
  if (offer.rates?.[metric]?.high === 0) return !hasOwnUnits(offer, metric);
  if (!byChannel.includes(metric) || offer.channels.length === 0) return false;
  return !states(offer, metric) && usualOn(offer.channels, metric).length === 0;
}

export function metricWords(metric: GoalMetric): string {
  return metric === "grps" ? "rating points" : metric.replaceAll("_", " ");
}

/** What an offer's figure rests on where it is not its seller's: `0.21 % clicks, seen over 400,000 impressions`. */
export function measuredWords(offer: Offer, { metric }: Goal): string | undefined {
  if (metric === "reach" && offer.isReachUsual)
    return "its reach is not stated: it counts at the low end of what its channel usually meets";
  if (metric === "reach" || metric === "impressions") return undefined;
  const { rates, measured } = offer;
  const usual = usualRate(offer, metric);
  if (usual !== undefined)
    return `its ${metricWords(metric)} are not stated: ${percent(usual.low)} of its impressions, the low end of what its channel usually brings`;
  const [rate, over] = [rates?.[metric], measured?.[metric]];
  if (rate === undefined || over === undefined) return undefined;
  const each = Number((rate.mid * 1000).toPrecision(3));
  return `1,000 impressions bring ${each} ${metricWords(metric)}, as this desk has seen over ${formatCount(over)} of its impressions`;
}

function states(offer: Offer, metric: GoalMetric): boolean {
  const { cpm, rates, response, isReachUsual } = offer;
  switch (metric) {
    case "impressions":
      return cpm !== undefined;
    case "reach":
      return (
        !isReachUsual && (offer.reach ?? response?.find(({ reach }) => reach !== undefined)) !== undefined
      );
    default:
      return hasOwnUnits(offer, metric) || (cpm !== undefined && rates?.[metric] !== undefined);
  }
}

/** What an amount of the brief's currency brings, before rounding; undefined where nobody can say. */
export function unitsFor(offer: Offer, metric: GoalMetric, amount: number): number | undefined {
  const impressions = isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount);
  switch (metric) {
    case "reach":
      return impressions === undefined ? undefined : reachFor(offer, amount, impressions);
    case "impressions":
      return states(offer, metric) ? impressions : undefined;
    default:
      if (hasOwnUnits(offer, metric)) return ownUnits(offer, metric, amount).mid;
      return impressions === undefined ? undefined : atRate(impressions, offer, metric);
  }
}

function atRate(impressions: number, offer: Offer, metric: RateMetric): number | undefined {
  const rate = (offer.cpm && offer.rates?.[metric]) ?? usualRate(offer, metric);
  return rate && impressions * rate.mid;
}

/** `EUR 500.00 on it bring 41,666 clicks`, for people. */
export function bringsWords(offer: Offer | undefined, { metric }: Goal, amount: Money): string {
  const units = offer && unitsFor(offer, metric, amount.minor);
  return units === undefined
    ? `it gives no figure of ${metricWords(metric)}`
    : `${formatMoney(amount)} on it bring ${unitWords(units, metric)}`;
}

/** `41,666 clicks` */
function unitWords(units: number, metric: GoalMetric): string {
  return `${formatCount(Math.floor(units))} ${metric === "reach" ? "people" : metricWords(metric)}`;
}

/** What more money brings beside what an offer has, in the goal's own units; in impressions where it gives no figure of them. */
export function gainWords(offer: Offer, { metric }: Goal, { was, is }: { was: number; is: number }): string {
  const more = (unitsOf: (amount: number) => number | undefined) => (unitsOf(is) ?? 0) - (unitsOf(was) ?? 0);
  return unitsFor(offer, metric, is) === undefined
    ? unitWords(
        more((amount) => impressionsFor(offer, amount)),
        "impressions",
      )
    : unitWords(
        more((amount) => unitsFor(offer, metric, amount)),
        metric,
      );
}
