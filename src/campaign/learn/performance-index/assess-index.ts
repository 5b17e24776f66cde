import type { Kpi } from "../../../brief/brief.ts";
import { type GoalMetric, isPartOfGroup, measuredBy } from "../../../brief/kpi.ts";
import { latest } from "../../../lib/days.ts";
import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { currencyDigits, sumOver, toDecimal } from "../../../lib/money.ts";
import type { LiveBuy } from "../../account/live-buys.ts";
import { type PlacedResult, placeResults } from "../../measure/place-results.ts";
import type { Expectation, Feedback, Measure, MeasuredDay, Withheld } from "../../model/learned/feedback.ts";
import type { Alert, BuyDelivery, DeliveryFinding } from "../../model/measured/delivery.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { isSameBuy } from "../../model/step/buy-identity.ts";
import { computeIndex, type IndexResult, totalOf } from "./compute-index.ts";
import { isReported } from "./is-reported.ts";
import { measureOf } from "./measure-of.ts";
import { type Evidence, measuredDays } from "./measured-days.ts";
import { common, type Period, periodsOf } from "./periods.ts";
import { type Unit, unitsOf } from "./units.ts";

/**
 * An index for each package and each week of its flight that its seller has reported, or one of all its flight where the seller
 * reports no days, or why there is none; new ones alone, of no unit and day that has one already. `buys` are all that sellers have confirmed.
 */
export function assessIndex(state: CampaignState, buys: readonly LiveBuy[]) {
  const { brief, feedback: posted = [] } = state;
  if (brief === undefined) return { feedback: [], withheld: [], alerts: [] };
  const { placed } = placeResults(state);
  const measure = measureOf(brief.kpi, placed);
  const results = placed.filter(({ result }) => result.type === measure.metric);
  const last = latest(buys.map(({ end }) => end));
  const feedback: Feedback[] = [];
  const withheld: Withheld[] = [];
  // Where all lines are so far off that they are counted in another unit than they were planned in.
  const alerts: Alert[] = [];
  const hasIndex = ({ unit: { mediaBuyId, packageId, sellerId }, period }: Place) =>
    isReported(posted, { mediaBuyId, ...(packageId !== undefined && { packageId }), sellerId, period });
  // Where a buy's seller reports no days, all of its flight is one period.
  const isWhole = (buy: LiveBuy) =>
    state.delivery.some((one) => isSameBuy(one, buy) && one.rows.some(({ from }) => from !== undefined));
  const weekly = buys.filter((buy) => !isWhole(buy));
  const periods: readonly ComparisonPeriod[] = [
    ...periodsOf(brief.flight, last).map((period) => ({ period, among: weekly, of: weekly })),
    ...[...groupBy(buys.filter(isWhole), ({ start, end }) => `${start} ${end}`).values()].flatMap((of) => {
      const [first] = of;
      return first === undefined ? [] : [{ period: { start: first.start, end: first.end }, among: buys, of }];
    }),
  ];
  for (const { period: days, among, of } of periods) {
    const places = placesOf(days, { state, buys: among, results });
    // Those of before are compared with each other once.
    if (places.filter(({ unit }) => of.some((buy) => isSameBuy(buy, unit))).every(hasIndex)) continue;
    const cases = places.map(
      (one): Case => ({ ...one, evidence: measuredDays(one.unit, one.period, { ...one, measure, results }) }),
    );
    const units = cases
      .filter(({ unit }) => of.some((buy) => isSameBuy(buy, unit)))
      .map((one) => ({ ...one, verdict: assess(one, { state, measure, cases }) }));
    const doubt = unitDoubt(
      units.flatMap(({ verdict }) => (verdict.type === "index" ? verdict.index : [])),
      measure,
    );
    for (const { unit, period, verdict } of units) {
      const { mediaBuyId, packageId, sellerId } = unit;
      const about = { mediaBuyId, ...(packageId !== undefined && { packageId }), sellerId, period };
      if (isReported(posted, about)) continue;
      if (verdict.type === "none") withheld.push({ ...about, reason: verdict.reason });
      else if (doubt === undefined) feedback.push({ ...about, ...verdict.index });
      else {
        withheld.push({ ...about, reason: doubt });
        alerts.push({ kind: "units", lineId: state.id, rung: measure.metric, text: doubt });
      }
    }
  }
  return { feedback, withheld, alerts };
}

/** A period whose units are compared with each other, and the buys of which an index is made of it. */
interface ComparisonPeriod {
  readonly period: Period;
  readonly among: readonly LiveBuy[];
  readonly of: readonly LiveBuy[];
}

/** Beyond these an index of all lines says more of units than of sellers. */
const plausible = { low: 0.1, high: 10 };

/** Why none of these indices is to be believed: no line of the campaign is anywhere near its plan. */
function unitDoubt(indices: readonly Pick<IndexResult, "performanceIndex">[], { metric }: Measure) {
  const [first] = indices;
  const isFar = ({ performanceIndex: index }: Pick<IndexResult, "performanceIndex">) =>
    index < plausible.low || index > plausible.high;
  if (first === undefined || !indices.every(isFar)) return undefined;
  return (
    `units? Every line's index by ${metric.replaceAll("_", " ")} is under ${plausible.low} or over ${plausible.high}, ` +
    `such as ${first.performanceIndex}: none is sent before a person has seen to what is counted`
  );
}

/** What is compared in one period. */
interface Place {
  readonly unit: Unit;
  /** The days of a week on which the buy runs. */
  readonly period: Period;
  readonly delivery: BuyDelivery;
}

/** What one unit brought in one period. */
interface Case extends Place {
  readonly evidence: Evidence;
}

/** The units of all buys whose sellers have reported the week, or as much of it as they run, to its end. */
function placesOf(
  week: Period,
  known: {
    readonly state: CampaignState;
    readonly buys: readonly LiveBuy[];
    readonly results: readonly PlacedResult[];
  },
): Place[] {
  const { state, buys, results } = known;
  return buys.flatMap((buy) => {
    const period = common(week, buy);
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    if (period === undefined || delivery === undefined || delivery.reportedTo < period.end) return [];
    return unitsOf(buy, period, delivery, results).map((unit) => ({ unit, period, delivery }));
  });
}

interface Context {
  readonly state: CampaignState;
  readonly measure: Measure;
  /** Of the same week. */
  readonly cases: readonly Case[];
}

/** What is missing or late is seen in the days themselves; these say that the figures do not count. */
const doubtful: ReadonlySet<DeliveryFinding["kind"]> = new Set(["of a sandbox", "sums differ"]);

type Verdict =
  | { readonly type: "index"; readonly index: Omit<IndexResult, "narrow"> }
  | { readonly type: "none"; readonly reason: string };

function assess({ unit, period, delivery, evidence }: Case, context: Context): Verdict {
  if (evidence.type !== "measured") return { type: "none", reason: evidence.reason };
  const { currency, findings } = delivery;
  const { measure } = context;
  const doubt = findings.find(
    ({ kind, days }) => doubtful.has(kind) && days.some((day) => day >= period.start && day <= period.end),
  );
  if (doubt !== undefined)
    return { type: "none", reason: `the seller's figures are doubtful: ${doubt.text}` };
  const unreported = measure.source === "buyer" ? unreportedResults(period, context) : undefined;
  if (unreported !== undefined) return { type: "none", reason: unreported };
  const expectation = expected(unit, currency, context);
  if (typeof expectation === "string") return { type: "none", reason: expectation };
  const { narrow, ...index } = computeIndex({ measure, currency, days: evidence.days, expectation });
  if (!narrow) return { type: "none", reason: `too little is known: ${index.formula}` };
  return { type: "index", index };
}

/** Why the buyer's results do not cover the period yet: what was not counted must not look like what did not happen. */
function unreportedResults(period: Period, { state, measure, cases }: Context): string | undefined {
  const { completeTo } = state.results ?? {};
  if (completeTo === undefined) return `the buyer has reported no ${measure.metric} yet`;
  if (completeTo < period.end) return `the buyer's results are reported to ${completeTo}`;
  const outcomes = sumOver(cases, ({ evidence }) =>
    evidence.type === "measured" ? totalOf(evidence).outcomes : 0,
  );
  return outcomes === 0 ? `the buyer has reported no ${measure.metric} of the whole period` : undefined;
}

function expected(unit: Unit, currency: string, context: Context): Expectation | string {
  const { state, measure, cases } = context;
  const expectation = expectationOf(unit, measure, currency, state);
  if (measure.source === "seller" || typeof expectation !== "string") return expectation;
  for (const { unit: other, evidence } of cases)
    if (evidence.type === "open")
      return `the campaign's average waits for ${other.sellerId}: ${evidence.reason}`;
  const units = cases.flatMap(({ evidence, delivery }) =>
    evidence.type === "measured" ? [{ currency: delivery.currency, days: evidence.days }] : [],
  );
  return campaignAverage(units, currency, state.exchange);
}

/** Units of which there must be more than one: what stands alone is as good as itself. */
const fewestUnits = 2;

/**
 * What all units of a period brought for their spend, in `currency`: what a unit is compared with where the brief has no target
 * for what is counted. A sentence says why there is no average.
 */
export function campaignAverage(
  units: readonly { readonly currency: string; readonly days: readonly MeasuredDay[] }[],
  currency: string,
  exchange: ExchangeTable | undefined,
): Expectation | string {
  if (units.length < fewestUnits) return "there is nothing to compare it with, and the brief has no target";
  const totals = units.map((unit) => {
    const { outcomes, spendMinor } = totalOf(unit);
    const rate = exchangeRate(exchange, unit.currency, currency);
    const digits = currencyDigits(currency) - currencyDigits(unit.currency);
    return { outcomes, spendMinor: rate === undefined ? undefined : spendMinor * rate * 10 ** digits };
  });
  const outcomes = sumOver(totals, (unit) => unit.outcomes);
  if (outcomes === 0) return "the whole campaign has no such result in the period";
  let spent = 0;
  for (const { spendMinor } of totals) {
    if (spendMinor === undefined)
      return `the campaign's spend cannot be put in ${currency}: no exchange rate`;
    spent += spendMinor;
  }
  return { outcomes, spendMinor: Math.round(spent), basis: "the campaign's average" };
}

/** A cost of one outcome may be less than a minor unit. */
const manyOutcomes = 1000;

/**
 * What is expected of a unit's spend, in `currency` and in the unit of what is counted: the plan's forecast of it, else the
 * brief's target for it. A sentence says why there is neither: one metric never stands in for another.
 */
function expectationOf(
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
