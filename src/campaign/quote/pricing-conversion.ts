import { z } from "zod";
import type { GoalMetric, RateMetric } from "../../brief/kpi.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatCount } from "../../lib/english.ts";
import { sumOver } from "../../lib/money.ts";
import type { Channel } from "../../protocol/records/product.ts";
import { exactly, type Range, times } from "../model/offers/offer.ts";
import { universeOf } from "../model/people/universe.ts";
import { type Charges, type Conversion, type Priced, parametersOf } from "./conversion.ts";
import { factorBasis, type GroupFactor, ownPoints } from "./demographic-code.ts";
import { metricPaidBy, paidEvent } from "./event-kpis.ts";
import { unitsOf } from "./flight-length.ts";
import { type Forecast, metricOf, pointWith, ratioOf } from "./forecast.ts";
import { quotient, readRange, widest } from "./read-range.ts";

const impressionsPrice: Conversion = { type: "unit", perThousand: exactly(1), assumptions: [] };
const wholePrice: Conversion = { type: "whole", units: 1, assumptions: [] };

const conversions: ReadonlyMap<string, (priced: Priced) => Conversion> = new Map([
  ["cpm", () => impressionsPrice],
  ["vcpm", (priced) => perEvent("viewable", 1000, priced)],
  ["cpc", (priced) => perEvent("clicked", 1, priced)],
  ["cpcv", (priced) => perEvent("completed", 1, priced)],
  ["cpv", perView],
  ["cpa", perAction],
  ["cpp", perPoint],
  ["flat-fee", () => wholePrice],
  ["flat-rate", () => wholePrice],
  ["time", perTime],
]);

export function conversionOf(priced: Priced): Conversion {
  const conversion = conversions.get(modelOf(priced.option.pricing_model));
  return conversion?.(priced) ?? { type: "none", missing: "meaning of its pricing model" };
}

/** The model's name in one spelling. The auction shows in the option's amounts, or in its suffix. */
export function modelOf(pricingModel: string): string {
  if (conversions.has(pricingModel)) return pricingModel;
  return pricingModel
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/-auction$/, "");
}

/** Whether a model prices everything at once. */
export function isWholeModel(pricingModel: string): boolean {
  return wholeModels.has(modelOf(pricingModel));
}
const wholeModels: ReadonlySet<string> = new Set(["flat-fee", "flat-rate", "time"]);

/** The seller's own forecast of a behaviour, where it gives one, under the public standard's names. */
const forecastOf: Readonly<Record<Behaviour, RateMetric>> = {
  viewable: "viewable_impressions",
  clicked: "clicks",
  completed: "completed_views",
  viewed: "views",
};

function perEvent(behaviour: Behaviour, each: number, priced: Priced): Conversion {
  const { channels, brief } = priced;
  const metric = forecastOf[behaviour];
  // What is charged for as viewable is so by MRC's standard.
  const isOther = behaviour === "viewable" && brief.measurement?.viewability?.standard === "groupm";
  const planned = channelRate(behaviour, channels);
  const known =
    sellersRate(metric, priced) ??
    promisedRate(behaviour, priced) ??
    (planned && { rate: planned, basis: "a planning figure for the channel" });
  return byShare(known, each, {
    what: `of impressions are ${behaviour}`,
    charges: isOther ? undefined : { metric, figure: metric },
    missing: () => `share of impressions that are ${behaviour} on ${channels.join(", ") || "its channel"}`,
  });
}

/** A view is one to the end where its threshold is. */
function perView(priced: Priced): Conversion {
  const { view_threshold: threshold } = parametersOf(priced.option);
  return perEvent(threshold === 1 ? "completed" : "viewed", 1, priced);
}

interface KnownRate {
  readonly rate: Range;
  readonly basis: string;
}

/** Of this product, else of what the seller tells of others on its channel. */
function sellersRate(figure: string, { forecast, channels, usual }: Priced): KnownRate | undefined {
  const stated = ratioOf(forecast, figure, "impressions");
  if (stated !== undefined) return { rate: stated, basis: "the seller's forecast" };
  const rate = usual?.(figure, channels);
  return rate && { rate, basis: "the seller's forecasts of others on its channel" };
}

/** What it comes up to at least, by its seller's word. */
function promisedRate(behaviour: Behaviour, { promised }: Priced): KnownRate | undefined {
  const least = {
    viewable: promised?.viewability,
    completed: promised?.completion,
    clicked: undefined,
    viewed: undefined,
  }[behaviour]?.atLeast;
  return least
    ? { rate: { low: least, mid: least, high: 1 }, basis: "what its seller promises at least" }
    : undefined;
}

/** Of actions there is no usual share: it is the seller's own figure or none. */
function perAction(priced: Priced): Conversion {
  const { option, brief, forecast } = priced;
  const isForecast = (figure: string) => metricOf(forecast, figure) !== undefined;
  const rate = readRange(parametersOf(option)["conversion_rate"]);
  const [event] = paidEvent(option);
  // The contract's own names no event.
  const metric = option["event_type"] === undefined ? "conversions" : metricPaidBy(option, brief, isForecast);
  const figure = event ?? "purchase";
  const stated = rate && rate.low > 0 && rate.high <= 1 ? { rate, basis: "as the seller states" } : undefined;
  return byShare(stated ?? sellersRate(figure, priced), 1, {
    what: "of impressions lead to the action paid for",
    charges: metric && { metric, figure },
    missing: () => "share of impressions that lead to the action paid for",
  });
}

function byShare(
  known: KnownRate | undefined,
  each: number,
  {
    what,
    charges,
    missing,
  }: { what: string; charges?: Pick<Charges, "metric" | "figure">; missing: () => string },
): Conversion {
  const own = charges && { ...charges, each };
  if (known === undefined) return { type: "unit", missing: missing(), charges: own, assumptions: [] };
  const { low, mid, high } = known.rate;
  const between = low < high ? ` (between ${percent(low)} and ${percent(high)})` : "";
  return {
    type: "unit",
    perThousand: times(known.rate, 1000 / each),
    charges: own && { ...own, share: known.rate },
    assumptions: [`${percent(mid)} ${what}${between}, ${known.basis}`],
  };
}

const timeParameters = z.looseObject({
  time_unit: z.enum(["hour", "day", "week", "month"]),
  min_duration: z.number().optional(),
  max_duration: z.number().optional(),
});

function perTime({ option, brief: { flight } }: Priced): Conversion {
  const parameters = timeParameters.safeParse(parametersOf(option));
  if (!parameters.success) return { type: "none", missing: "unit of time that its price is for" };
  const { time_unit: unit, min_duration = 1, max_duration = Number.POSITIVE_INFINITY } = parameters.data;
  const units = unitsOf(unit, flight);
  if (!(units >= min_duration && units <= max_duration))
    return { type: "none", missing: `price for a flight of ${units} ${unit}s` };
  return {
    type: "whole",
    units,
    assumptions: [`the flight counts as ${units} whole ${unit}${units === 1 ? "" : "s"}`],
  };
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** One rating point is a hundredth of its demographic: as many impressions, whoever sees them. */
function perPoint({ option, forecast, brief }: Priced): Conversion {
  const { demographic, population } = parametersOf(option);
  const group = pointsGroup(demographic, brief);
  const { own } = group;
  const charges: Charges | undefined = own && { metric: "grps", figure: "grps", each: own.factor };
  const counted = countedIn(brief, own);
  const size = readRange(population) ?? forecastSize(forecast, demographic, own?.factor) ?? counted;
  const points = size && quotient(exactly(1e5), size);
  if (size === undefined || points === undefined) {
    const missing = `size of ${group.name} that one rating point is a hundredth of`;
    return { type: "unit", assumptions: [], charges, missing };
  }
  return {
    type: "unit",
    perThousand: points,
    charges: charges && { ...charges, share: times(points, charges.each / 1000) },
    assumptions: pointBasis(group, size, counted?.mid),
  };
}

/** Points of another group are another thing, unless somebody knows how many of the brief's own they are. */
function pointsGroup(demographic: unknown, brief: Priced["brief"]) {
  if (typeof demographic !== "string") return { name: "the audience" };
  const code = cleanText(demographic, 20);
  return { name: `its audience ${code},`, code, own: ownPoints(code, brief) };
}

/** The people of the brief's own group, where it says how many they are. */
function countedIn(brief: Priced["brief"], own: GroupFactor | undefined): Range | undefined {
  const counted = own?.factor === 1 && brief.universe ? universeOf(brief) : undefined;
  return counted && exactly(counted.people);
}

function pointBasis(
  { code, own }: ReturnType<typeof pointsGroup>,
  { low, mid, high }: Range,
  counted: number | undefined,
): string[] {
  const whom = code === undefined ? "" : ` (${code})`;
  const width = low < high ? `, between ${formatCount(low)} and ${formatCount(high)}` : "";
  const source = mid === counted ? "the brief" : "the seller";
  return [
    ...(code !== undefined && own ? factorBasis(code, own) : []),
    `one rating point is a hundredth of ${formatCount(mid)} people${whom}${width}, as ${source} states`,
  ];
}

/** What a forecast of the same demographic says of its size. */
function forecastSize(forecast: Forecast, demographic: unknown, factor = 1): Range | undefined {
  if (demographic === undefined || forecast.demographic !== demographic) return undefined;
  const size = metricOf(forecast, "audience_size");
  if (size !== undefined) return size;
  const byPoints = sizeByPoints(forecast);
  return byPoints && times(byPoints, factor);
}

/** Impressions for each hundred of its points, of the same forecast. */
function sizeByPoints(forecast: Forecast): Range | undefined {
  const figures = pointWith(forecast, "grps", "impressions");
  const [points, impressions] = [figures?.get("grps"), figures?.get("impressions")];
  const size = points && impressions && quotient(impressions, points);
  return size && times(size, 100);
}

const behaviours = ["viewable", "clicked", "completed", "viewed"] as const;
/** What a viewer may do with an impression that a seller charges for. */
type Behaviour = (typeof behaviours)[number];

/**
 * Shares of impressions, 0 to 1. Planning figures, deliberately wide: they make models comparable, and no seller is bound by
 * them. A channel without a figure stays without one.
 */
const rates: Readonly<Record<Behaviour, Readonly<Partial<Record<Channel, Range>>>>> = {
  viewable: {
    display: { low: 0.5, mid: 0.7, high: 0.85 },
    olv: { low: 0.6, mid: 0.75, high: 0.9 },
    social: { low: 0.5, mid: 0.65, high: 0.85 },
    ctv: { low: 0.95, mid: 0.98, high: 1 },
    gaming: { low: 0.7, mid: 0.85, high: 0.95 },
    retail_media: { low: 0.5, mid: 0.65, high: 0.8 },
  },
  clicked: {
    display: { low: 0.0005, mid: 0.001, high: 0.002 },
    olv: { low: 0.001, mid: 0.003, high: 0.006 },
    social: { low: 0.005, mid: 0.01, high: 0.02 },
    search: { low: 0.02, mid: 0.04, high: 0.08 },
    email: { low: 0.01, mid: 0.02, high: 0.04 },
    gaming: { low: 0.002, mid: 0.005, high: 0.01 },
    retail_media: { low: 0.002, mid: 0.004, high: 0.008 },
  },
  completed: {
    olv: { low: 0.5, mid: 0.7, high: 0.85 },
    social: { low: 0.1, mid: 0.2, high: 0.4 },
    ctv: { low: 0.9, mid: 0.95, high: 0.98 },
    streaming_audio: { low: 0.85, mid: 0.92, high: 0.97 },
    podcast: { low: 0.8, mid: 0.9, high: 0.95 },
    gaming: { low: 0.7, mid: 0.85, high: 0.95 },
  },
  viewed: {
    olv: { low: 0.15, mid: 0.3, high: 0.5 },
    social: { low: 0.1, mid: 0.2, high: 0.4 },
    ctv: { low: 0.85, mid: 0.93, high: 0.98 },
    gaming: { low: 0.5, mid: 0.7, high: 0.9 },
  },
};

/** Shares of impressions that are usual on channels, of those that have a planning figure for it. */
export function usualOn(channels: readonly string[], metric: GoalMetric): Range[] {
  return behaviours
    .filter((behaviour) => forecastOf[behaviour] === metric)
    .flatMap((behaviour) => channels.flatMap((channel) => channelRate(behaviour, [channel]) ?? []));
}
/** The share over all of an offer's channels that have a figure; as wide as the widest of them together. */
function channelRate(behaviour: Behaviour, channels: readonly string[]): Range | undefined {
  const known: Readonly<Record<string, Range>> = rates[behaviour];
  const found = [...new Set(channels)].flatMap((channel) =>
    Object.hasOwn(known, channel) ? (known[channel] ?? []) : [],
  );
  if (found.length === 0) return undefined;
  return widest(found, sumOver(found, ({ mid }) => mid) / found.length);
}
