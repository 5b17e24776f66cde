import type { Kpi } from "../../../brief/brief.ts";
import { type GoalMetric, isPartOfGroup, measuredBy } from "../../../brief/kpi.ts";
import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits, toDecimal } from "../../../lib/money.ts";
import type { Expectation, Measure } from "../../model/learned/feedback.ts";
import type { CampaignState } from "../../model/state/state.ts";
import type { Unit } from "./units.ts";

/** A cost of one outcome may be less than a minor unit. */
const manyOutcomes = 1000;

/**
 * What is expected of a unit's spend, in `currency` and in the unit of what is counted: the plan's forecast of it, else the
 * brief's target for it. A sentence says why there is neither: one metric never stands in for another.
 */
export function expectationOf(
  { packages }: Unit,
  measure: Measure,
  currency: string,
  state: CampaignState,
): Expectation | string {
  const counted = countedBy(measure, state.brief?.kpi);
  if (counted === undefined) return `nothing is forecast of ${measure.metric}`;
  const { plan, offers = [] } = state;
  const lines = packages.map(({ lineId }) => plan?.lines.find((line) => line.lineId === lineId));
  const impressions = lines.map((line) => line?.expectedImpressions ?? 0);
  const rates = lines.map((line) =>
    counted === "impressions"
      ? 1
      : counted === "reach"
        ? undefined
        : offers.find(({ id }) => id === line?.offerId)?.rates?.[counted]?.mid,
  );
  const spendMinor = lines.reduce((total, line) => total + (line?.budget.minor ?? 0), 0);
  const isForecast = spendMinor > 0 && !impressions.includes(0);
  const outcomes = (rate: (i: number) => number | undefined) =>
    impressions.reduce((total, count, i) => total + count * (rate(i) ?? 0), 0);
  if (isForecast && rates.every((rate) => rate !== undefined && rate > 0))
    return { outcomes: outcomes((i) => rates[i]), spendMinor, basis: "the plan's forecast" };
  const target = targetOf(counted, currency, state);
  if (target === undefined) return `the plan expects no number of ${measure.metric}`;
  if (typeof target !== "number") return target;
  return isForecast
    ? { outcomes: outcomes(() => target), spendMinor, basis: "the brief's target" }
    : "the plan expects no number of impressions";
}

/** The brief's target for what is counted: what it expects of an amount, or the share of impressions. */
function targetOf(
  counted: GoalMetric,
  currency: string,
  { brief, exchange }: CampaignState,
): Expectation | number | string | undefined {
  if (brief?.kpi === undefined) return undefined;
  const { metric, target = 0 } = brief.kpi;
  const { unit, counts } = measuredBy(metric);
  // What a thousand impressions cost is in the plan's own forecast.
  if (counts !== counted || counted === "impressions" || !(target > 0) || isPartOfGroup(brief.kpi))
    return undefined;
  if (unit === "rate") return target;
  if (unit === "times") return undefined;
  const rate = rateFrom(brief.budget.currency, currency, exchange);
  if (rate === undefined) return `the brief's target cannot be put in ${currency}: no exchange rate`;
  const [outcomes, amount] =
    unit === "cost" ? [manyOutcomes, manyOutcomes * target] : [target, toDecimal(brief.budget)];
  return { outcomes, spendMinor: Math.round(amount * rate), basis: "the brief's target" };
}

/** Results of these types are what a forecast of leads or of store visits counts. */
const resultTypes: Readonly<Partial<Record<GoalMetric, readonly string[]>>> = {
  leads: ["lead"],
  purchases: ["purchase"],
  installs: ["app_install"],
  registrations: ["sign_up"],
  subscriptions: ["subscribe"],
  store_visits: ["store_visit"],
  conversions: ["purchase", "subscribe", "sign_up", "lead", "app_install"],
};

/** What a forecast calls figures that sellers report. */
const reportedAs: ReadonlyMap<string, GoalMetric> = new Map([
  ["impressions", "impressions"],
  ["clicks", "clicks"],
  ["completed views", "completed_views"],
]);

/** The metric of forecasts and targets that has the unit of what is counted. */
function countedBy({ source, metric }: Measure, kpi: Kpi | undefined): GoalMetric | undefined {
  if (source === "seller") return reportedAs.get(metric);
  const { counts } = kpi === undefined ? {} : measuredBy(kpi.metric);
  return counts !== undefined && resultTypes[counts]?.includes(metric) === true ? counts : undefined;
}

/** Minor units of `to` for a major unit of `from`. */
function rateFrom(from: string, to: string, exchange: ExchangeTable | undefined): number | undefined {
  const rate = exchangeRate(exchange, from, to);
  return rate === undefined ? undefined : rate * 10 ** currencyDigits(to);
}
