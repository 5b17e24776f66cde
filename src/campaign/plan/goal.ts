import type { Brief } from "../../brief/brief.ts";
import { type GoalMetric, measuredBy, type RateMetric, servingBrief } from "../../brief/kpi.ts";
import { formatCount, percent } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import type { Offer, Range } from "../model/offers/offer.ts";
import { hasOwnUnits, ownUnits } from "../model/offers/own-units.ts";
import { usualOn } from "../quote/pricing-conversion.ts";
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
  /** What its impressions come up to a rate of: those of offers that cannot bring it do not count. */
  readonly rated?: GoalMetric;
}

/** Share of those who can that have to state reach, or a figure that no KPI asks for, for a split to be made by it. */
const enough = 0.5;

/**
 * The nearest to the brief's KPI that one offer states, reach that half of those who can state, or itself where channels have a
 * planning figure; without a KPI, the nearest to its objective that half of those who can state. Impressions where there is none.
 */
export function goalOf(
  { kpi, objective }: Pick<Brief, "kpi" | "objective">,
  offers: readonly Offer[],
  keepsRate = false,
): Goal {
  const metrics = servingBrief({ kpi, objective }).map((metric) => ({
    metric,
    count: offers.filter((offer) => states(offer, metric)).length,
    seen: offers.filter((offer) => isMeasured(offer, metric)).length,
    able: offers.filter((offer) => !cannotBring(offer, metric)).length,
  }));
  const found =
    kpi === undefined
      ? metrics.find(({ count, able }) => count > 0 && count >= able * enough)
      : (metrics.find(
          // Nobody can say whom an offer reaches that does not: most of the money would count for nothing.
          ({ metric, count, able }) => count > 0 && (metric !== "reach" || count >= able * enough),
        ) ??
        metrics.find(
          ({ metric }) =>
            metric === measuredBy(kpi.metric).counts && offers.some((offer) => usualRate(offer, metric)),
        ));
  const { unit, counts: kpiCounts } = kpi ? measuredBy(kpi.metric) : {};
  const isRated = keepsRate && unit === "rate" && found !== undefined && found.metric === kpiCounts;
  const metric = isRated ? "impressions" : (found?.metric ?? "impressions");
  const isStandIn = found === undefined && offers.length > 0;
  const least = isRated ? ` at a rate of ${percent(kpi?.target ?? 0)} or more` : "";
  const wanted =
    kpi === undefined
      ? `the brief names no KPI and is for ${objective}`
      : `the brief's KPI is ${kpi.metric.replaceAll("_", " ")}`;
  const weighed = isStandIn ? ", each counted by what its channel usually costs" : "";
  const counts = metrics
    .filter(({ metric: one }) => one !== "impressions")
    .map(({ metric: one, count, seen, able }) =>
      able === 0 && offers.length > 0
        ? `no offer runs where there are ${metricWords(one)}`
        : `${count - seen} of ${able} offers forecast ${metricWords(one)}${seen > 0 ? ` and this desk has seen those of ${seen} more` : ""}`,
    );
  return {
    metric,
    isStandIn,
    ...(isRated && { rated: found.metric }),
    basis: `${wanted}; planned for ${metricWords(metric)}${weighed}${least}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}`,
  };
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

function isMeasured({ measured }: Offer, metric: GoalMetric): boolean {
  return metric !== "reach" && metric !== "impressions" && measured?.[metric] !== undefined;
}

function states(offer: Offer, metric: GoalMetric): boolean {
  const { reach, response, rates, cpm } = offer;
  if (metric === "impressions") return cpm !== undefined;
  if (metric !== "reach")
    return hasOwnUnits(offer, metric) || (cpm !== undefined && rates?.[metric] !== undefined);
  return reach !== undefined || response?.some((point) => point.reach !== undefined) === true;
}

/** What an amount of the brief's currency brings, before rounding; undefined where the offer does not state it. */
export function unitsFor(offer: Offer, metric: GoalMetric, amount: number): number | undefined {
  if (metric !== "reach" && metric !== "impressions" && hasOwnUnits(offer, metric))
    return ownUnits(offer, metric, amount).mid;
  const impressions = isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount);
  if (impressions === undefined) return undefined;
  const usual = usualRate(offer, metric);
  if (usual !== undefined) return impressions * usual.mid;
  if (!states(offer, metric)) return undefined;
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
