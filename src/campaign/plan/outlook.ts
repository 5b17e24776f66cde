import type { Brief, Kpi } from "../../brief/brief.ts";
import { type GoalMetric, measuredBy, type RateMetric } from "../../brief/kpi.ts";
import { counted, formatCount, percent } from "../../lib/english.ts";
import { currencyDigits, formatMoney, money } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { eachEnd, type Offer, type Range, sumOfRanges } from "../model/offers/offer.ts";
import { hasOwnUnits, ownUnits } from "../model/offers/own-units.ts";
import type { Plan, PlanGoal, PlanLine, ReachEstimate } from "../model/offers/plan.ts";
import { groupInWords } from "../model/people/group-in-words.ts";
import { kpiInPeople, type Universe } from "../model/people/universe.ts";
import { cannotBring, type Goal, hasUsual, metricWords, usualRate } from "./goal.ts";
import { impressionsOf, inWhole } from "./reach/expected-impressions.ts";
import { type Bought, contactsOf, pointsWords } from "./reach/ratings.ts";

/** A plan as far as its outlook shows it. */
type Split = Pick<Plan, "lines" | "total" | "reach">;

/** Metrics whose cost is given for a thousand of them. */
export const perThousand: ReadonlySet<GoalMetric> = new Set(["reach", "impressions", "viewable_impressions"]);

/** How far a plan gets towards what its brief is for. Undefined where nothing is bought. */
export function outlookOf(
  split: Split,
  { metric, basis }: Pick<Goal, "metric" | "basis">,
  { brief, offers }: Asked,
): PlanGoal | undefined {
  const { lines, total, reach } = split;
  if (lines.length === 0) return undefined;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const bought = lines.map((line) => ({ line, offer: byId.get(line.offerId) }));
  const all = sumOfRanges(bought.map(({ line, offer }) => impressionsOf(line, offer)));
  const count: CountOf = (one, isShare) => countOf(one, bought, { reach, isShare });
  const own = count(metric);
  const fill = money(fillOf(lines, offers, metric), total.currency);
  const cost = costOf(own.units, total.minor - fill.minor, metric);
  const contacts = contactsOf(bought, reach, brief);
  const { over, silent = own.silent, ...towards } = towardsTarget(split, contacts, { brief, offers, count });
  return {
    metric,
    basis: metric === "grps" ? `${basis}; ${pointsWords(brief)}` : basis,
    ...towards,
    expected: inWhole(own.units),
    certainty: certaintyOf(bought),
    cost,
    impressions: inWhole(all),
    ...(all.mid > 0 && { cpm: (total.minor * 1000) / all.mid }),
    ...contacts,
    missing: [
      ...over,
      ...(fill.minor > 0 ? [`${formatMoney(fill)} bring no ${metricWords(metric)}`] : []),
      ...missingOf({ ...towards, metric, silent, lines, reach }),
      ...estimatedOf(metric, bought),
      ...uncountedOf(brief, contacts.group !== undefined),
    ],
  };
}

interface Asked {
  readonly brief: Brief;
  readonly offers: readonly Offer[];
}

/** How far it gets to the brief's target, of which nobody's figure may be had. */
function towardsTarget(
  { lines, total, reach }: Split,
  { effectiveReach: effective, universe }: ReturnType<typeof contactsOf>,
  { brief, offers, count }: Asked & { readonly count: CountOf },
): Pick<PlanGoal, "target" | "reached" | "share"> & { over: string[]; silent?: number } {
  const target = kpiInPeople(brief);
  if (target === undefined) return { over: [] };
  const { counts } = measuredBy(target.metric);
  const spent = total.minor - (counts === undefined ? 0 : fillOf(lines, offers, counts));
  const { value: reached, silent } =
    target.metric === "reach_n"
      ? { value: effective?.people, silent: effective && reach?.without.length }
      : (reachedOf(target, { count, total: spent, currency: total.currency }) ?? {});
  const over = overOf(target, universe);
  const share = reached && over.length === 0 ? shareOf(target, reached.mid) : undefined;
  return { target, reached, share, silent, over };
}

/** Money, in minor units, on lines whose channels bring nothing of a metric. */
export function fillOf(lines: readonly PlanLine[], offers: readonly Offer[], metric: GoalMetric): number {
  const idle = new Set(offers.filter((offer) => cannotBring(offer, metric)).map(({ id }) => id));
  return lines.reduce((sum, { offerId, amount }) => (idle.has(offerId) ? sum + amount.minor : sum), 0);
}

/** Money, in minor units, on lines that may bring a metric and of which nobody forecasts any. Reach is estimated over all lines. */
export function unforecastOf(lines: readonly PlanLine[], offers: readonly Offer[], metric: GoalMetric) {
  if (metric === "reach") return 0;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return lines.reduce((sum, line) => {
    const offer = byId.get(line.offerId);
    const isFill = offer !== undefined && cannotBring(offer, metric);
    const isCounted = isFill || unitsOf(metric, line, offer) !== undefined;
    return isCounted ? sum : sum + line.amount.minor;
  }, 0);
}

function estimatedOf(metric: GoalMetric, bought: readonly Bought[]): string[] {
  const { length } = bought.filter(({ offer }) => offer && hasUsual(offer, metric));
  if (length === 0) return [];
  const those = `${metricWords(metric)} of ${length} of ${counted(bought.length, "package")}`;
  const [are, they] = metric === "reach" ? ["is", "it counts"] : ["are", "they count"];
  return [`${those} ${are} not stated: ${they} at the low end of what their channels usually bring`];
}

/** How many of a metric come, over the lines that give it. */
interface Counted {
  readonly units: Range;
  /** Impressions of the lines that give it. */
  readonly impressions: Range;
  /** Lines that give no figure of it. */
  readonly silent: number;
}

/** `isShare`: for a share of impressions, which an estimate of both makes no wider. */
type CountOf = (metric: GoalMetric, isShare?: boolean) => Counted;

function countOf(
  metric: GoalMetric,
  bought: readonly Bought[],
  { reach, isShare = false }: { readonly reach: ReachEstimate | undefined; readonly isShare?: boolean },
): Counted {
  if (metric === "reach") {
    const { low = 0, expected = 0, high = 0, without = bought.map(({ line }) => line.lineId) } = reach ?? {};
    const telling = bought.filter(({ line }) => !without.includes(line.lineId));
    return {
      units: { low, mid: expected, high },
      impressions: sumOfRanges(telling.map(({ line, offer }) => impressionsOf(line, offer))),
      silent: without.length,
    };
  }
  const telling = bought.flatMap(({ line, offer }) => {
    const exact = unitsOf(metric, line, offer);
    const units = exact && !isShare ? around(exact, offer?.around) : exact;
    return units === undefined ? [] : [{ units, impressions: impressionsOf(line, offer) }];
  });
  return {
    units: sumOfRanges(telling.map(({ units }) => units)),
    impressions: sumOfRanges(telling.map(({ impressions }) => impressions)),
    silent: bought.filter(({ offer }) => !(offer && cannotBring(offer, metric))).length - telling.length,
  };
}

function around({ low, mid, high }: Range, part = 0): Range {
  return { low: Math.min(low, mid * (1 - part)), mid, high: Math.max(high, mid * (1 + part)) };
}

function unitsOf(metric: Exclude<GoalMetric, "reach">, line: PlanLine, offer: Offer | undefined) {
  const impressions = impressionsOf(line, offer);
  if (metric === "impressions") return line.expectedImpressions === undefined ? undefined : impressions;
  if (offer !== undefined && hasOwnUnits(offer, metric)) return ownUnits(offer, metric, line.amount.minor);
  return offer && unitsAtRate(metric, offer, impressions);
}

function unitsAtRate(metric: RateMetric, offer: Offer, impressions: Range): Range | undefined {
  const rate = offer.rates?.[metric] ?? usualRate(offer, metric);
  if (rate === undefined) return undefined;
  const mid = impressions.mid * rate.mid;
  // What is paid for each is as many as the money pays for, as far as there is enough to be had.
  if (offer.charges === metric)
    return { low: Math.min(mid, (offer.impressions?.low ?? Infinity) * rate.mid), mid, high: mid };
  return { low: impressions.low * rate.low, mid, high: impressions.high * rate.high };
}

/** Minor units for one, or for a thousand. Undefined where there may be none. */
function costOf({ low, mid, high }: Range, total: number, metric: GoalMetric): Range | undefined {
  const times = perThousand.has(metric) ? 1000 : 1;
  if (!(low > 0)) return undefined;
  return { low: (total * times) / high, mid: (total * times) / mid, high: (total * times) / low };
}

/** Where the plan stands in the target's own unit, and how many lines give no figure of it. */
function reachedOf(
  { metric }: Kpi,
  { count, total, currency }: { count: CountOf; total: number; currency: string },
): { readonly value: Range; readonly silent: number } | undefined {
  const { unit, counts } = measuredBy(metric);
  if (counts === undefined) return undefined;
  const { units, impressions, silent } = count(counts, unit === "rate");
  if (unit === "count") return units.mid > 0 ? { value: inWhole(units), silent } : undefined;
  if (unit === "cost") {
    const cost = costOf(units, total, counts);
    const major = 10 ** currencyDigits(currency);
    return cost && { value: eachEnd((end) => cost[end] / major), silent };
  }
  if (unit === "times") {
    const major = 10 ** currencyDigits(currency);
    return units.mid > 0 ? { value: eachEnd((end) => (units[end] * major) / total), silent } : undefined;
  }
  if (!(impressions.mid > 0)) return undefined;
  const mid = units.mid / impressions.mid;
  const end = (units: number, impressions: number) =>
    impressions > 0 ? Math.min(1, units / impressions) : mid;
  return {
    value: {
      low: Math.min(mid, end(units.low, impressions.low)),
      mid,
      high: Math.max(mid, end(units.high, impressions.high)),
    },
    silent,
  };
}

/** Of reach that nobody can have, no part can be given. */
function overOf({ metric, target = 0 }: Kpi, universe: Universe | undefined): string[] {
  if (measuredBy(metric).counts !== "reach" || universe === undefined || target <= universe.people) return [];
  return [
    `how far it gets to its target cannot be said: ${formatCount(target)} is more than the ${formatCount(universe.people)} people of ${universe.where}`,
  ];
}

/** 1 where the target is met, whichever way it is better. */
function shareOf({ metric, target }: Kpi, reached: number): number | undefined {
  if (target === undefined) return undefined;
  const share = measuredBy(metric).unit === "cost" ? target / reached : reached / target;
  return Number.isFinite(share) ? share : undefined;
}

/** What holds the expectation up: guarantees, forecasts, and how far these are apart. */
function certaintyOf(bought: readonly Bought[]): string {
  const total = bought.reduce((sum, { line }) => sum + line.amount.minor, 0);
  const share = (has: (offer: Offer | undefined) => boolean) =>
    bought.reduce((sum, { line, offer }) => (has(offer) ? sum + line.amount.minor : sum), 0) / total;
  const guaranteed = share((offer) => offer?.deliveryType === "guaranteed");
  const unforecast = share((offer) => offer?.impressions === undefined);
  const whole = (part: number) => percent(Math.round(part * 100) / 100);
  return [
    `${whole(guaranteed)} of the money buys guaranteed delivery`,
    ...(unforecast > 0 ? [`${whole(unforecast)} goes where no impressions are forecast`] : []),
  ].join("; ");
}

function missingOf(
  goal: Pick<PlanGoal, "target" | "metric" | "reached"> &
    Pick<Split, "lines" | "reach"> & { readonly silent: number },
): string[] {
  const { target, metric, silent, lines, reach, reached } = goal;
  const wanted = target === undefined ? metric : (measuredBy(target.metric).counts ?? target.metric);
  const what = wanted.replaceAll("_", " ");
  const missing: string[] = [];
  if (target !== undefined && reached === undefined)
    missing.push(`forecasts of ${what}: no package gives any`);
  else if (silent > 0)
    missing.push(
      `forecasts of ${what} of ${silent} of ${counted(lines.length, "package")}, which count for nothing here`,
    );
  if (metric === "reach" && reach !== undefined && reach.low < reach.high)
    missing.push("whom sellers share: it narrows how many people are reached once");
  return missing;
}

/** Sellers report their whole audience; who of it is asked for is theirs to know. */
function uncountedOf({ demographics, universe }: Brief, isCounted: boolean): string[] {
  if (demographics === undefined) return [];
  const who = groupInWords(demographics);
  return partsIn<string>([
    `how much of what sellers forecast is of ${who}: their figures count for the people that they name`,
    universe === undefined &&
      !isCounted &&
      `how many ${who} there are: ratings are of every age and gender until the brief says`,
  ]);
}

/** The goal as the proof of a split names it: `reach`. */
export function objectiveWords({ metric, isStandIn }: Goal): string {
  return isStandIn
    ? `${metricWords(metric)} counted by what their channel usually costs`
    : metricWords(metric);
}
