import type { Brief } from "../../brief/brief.ts";
import { type GoalMetric, type RateMetric, servedBy } from "../../brief/kpi.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import { isWhole } from "./limits/bounds.ts";
import { reachFor } from "./reach/line-reach.ts";
import { impressionsAt } from "./response.ts";

/** What a split is to make most of. */
export interface Goal {
  readonly metric: GoalMetric;
  /** Impressions stand in for what offers do not state: each counts by what its channel usually costs, and channels share. */
  readonly isStandIn: boolean;
  /** Why, in plain words. */
  readonly basis: string;
}

/** What serves a brief without a KPI, the nearest first. */
const servedByObjective: Readonly<Record<Brief["objective"], readonly GoalMetric[]>> = {
  awareness: ["reach"],
  consideration: ["clicks", "completed_views"],
  conversion: ["conversions", "clicks"],
};
/** Share of the offers that have to state a figure for a split to be made by it: money goes past those that do not. */
const enough = 0.5;

/** The nearest to what the brief is for that at least half of the offers state; impressions where they state nothing of it. */
export function goalOf({ kpi, objective }: Pick<Brief, "kpi" | "objective">, offers: readonly Offer[]): Goal {
  const served = kpi === undefined ? servedByObjective[objective] : servedBy(kpi.metric);
  const metrics = served.map((metric) => ({
    metric,
    count: offers.filter((offer) => states(offer, metric)).length,
    seen: offers.filter((offer) => isMeasured(offer, metric)).length,
  }));
  const found = metrics.find(({ count }) => count > 0 && count >= offers.length * enough);
  const metric = found?.metric ?? "impressions";
  const isStandIn = found === undefined && offers.length > 0;
  const wanted =
    kpi === undefined
      ? `the brief names no KPI and is for ${objective}`
      : `the brief's KPI is ${kpi.metric.replaceAll("_", " ")}`;
  const weighed = isStandIn ? ", each counted by what its channel usually costs" : "";
  const counts = metrics
    .filter(({ metric: one }) => one !== "impressions")
    .map(
      ({ metric: one, count, seen }) =>
        `${count - seen} of ${offers.length} offers forecast ${metricWords(one)}${seen > 0 ? ` and this desk has seen those of ${seen} more` : ""}`,
    );
  return {
    metric,
    isStandIn,
    basis: `${wanted}; planned for ${metricWords(metric)}${weighed}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}`,
  };
}

export function metricWords(metric: GoalMetric): string {
  return metric.replaceAll("_", " ");
}

/** What an offer's figure rests on where it is the desk's own: `0.21 % clicks, seen over 400,000 impressions`. */
export function measuredWords({ rates, measured }: Offer, { metric }: Goal): string | undefined {
  if (metric === "reach" || metric === "impressions") return undefined;
  const [rate, over] = [rates?.[metric], measured?.[metric]];
  if (rate === undefined || over === undefined) return undefined;
  const each = Number((rate.mid * 1000).toPrecision(3));
  return `1,000 impressions bring ${each} ${metricWords(metric)}, as this desk has seen over ${formatCount(over)} of its impressions`;
}

function isMeasured({ measured }: Offer, metric: GoalMetric): boolean {
  return metric !== "reach" && metric !== "impressions" && measured?.[metric] !== undefined;
}

function states({ reach, response, rates, cpm }: Offer, metric: GoalMetric): boolean {
  if (metric === "impressions") return cpm !== undefined;
  if (metric !== "reach") return rates?.[metric] !== undefined;
  return reach !== undefined || response?.some((point) => point.reach !== undefined) === true;
}

/** What an amount of the brief's currency brings, before rounding; undefined where the offer does not state it. */
export function unitsFor(offer: Offer, metric: GoalMetric, amount: number): number | undefined {
  const impressions = isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount);
  if (impressions === undefined || !states(offer, metric)) return undefined;
  if (metric === "impressions") return impressions;
  if (metric === "reach") return reachFor(offer, amount, impressions);
  return impressions * (offer.rates?.[metric satisfies RateMetric]?.mid ?? 0);
}

/** `EUR 500.00 on it bring 41,666 clicks`, for people. */
export function bringsWords(offer: Offer | undefined, { metric }: Goal, amount: Money): string {
  const units = offer && unitsFor(offer, metric, amount.minor);
  return units === undefined
    ? `it gives no figure of ${metricWords(metric)}`
    : `${formatMoney(amount)} on it bring ${formatCount(Math.floor(units))} ${metric === "reach" ? "people" : metricWords(metric)}`;
}
