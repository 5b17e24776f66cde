import { z } from "zod";
import type { RateMetric } from "../../brief/kpi.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { grouped } from "../../lib/grouped.ts";
import type { Channel } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import { type Conversion, type Priced, parametersOf } from "./conversion.ts";
import { unitsOf } from "./flight-length.ts";
import { type Forecast, metricOf } from "./forecast.ts";
import { readRange, shareOf } from "./read-range.ts";

const impressionsPrice: Conversion = {
  type: "unit",
  perThousand: { low: 1, mid: 1, high: 1 },
  assumptions: [],
};
const wholePrice: Conversion = { type: "whole", units: 1, assumptions: [] };

const conversions: ReadonlyMap<string, (priced: Priced) => Conversion> = new Map([
  ["cpm", () => impressionsPrice],
  ["vcpm", (priced) => perEvent("viewable", 1, priced)],
  ["cpc", (priced) => perEvent("clicked", 1000, priced)],
  ["cpcv", (priced) => perEvent("completed", 1000, priced)],
  ["cpv", (priced) => perEvent("viewed", 1000, priced)],
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
  if (pricingModel === "cpm") return pricingModel;
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
const forecastOf: Readonly<Record<Behaviour, string>> = {
  viewable: "viewable_impressions",
  clicked: "clicks",
  completed: "completed_views",
  viewed: "views",
};

/** What a charged behaviour counts towards; a view before its end counts towards nothing that a brief asks for. */
const metricOfBehaviour: Readonly<Partial<Record<Behaviour, RateMetric>>> = {
  viewable: "viewable_impressions",
  clicked: "clicks",
  completed: "completed_views",
};

function perEvent(behaviour: Behaviour, events: number, { channels, forecast }: Priced): Conversion {
  const stated = shareOf(metricOf(forecast, forecastOf[behaviour]), metricOf(forecast, "impressions"));
  const rate = stated ?? channelRate(behaviour, channels);
  if (rate === undefined)
    return {
      type: "none",
      missing: `share of impressions that are ${behaviour} on ${channels.join(", ") || "its channel"}`,
    };
  const basis = stated ? "the seller's forecast" : "a planning figure for the channel";
  return byShare(rate, events, {
    what: `of impressions are ${behaviour}`,
    basis,
    metric: metricOfBehaviour[behaviour],
  });
}

/** Of actions there is no usual share: it is the seller's own figure or none. */
function perAction({ option, forecast }: Priced): Conversion {
  const { conversion_rate } = parametersOf(option);
  const conversionRange = readRange(conversion_rate);
  const stated =
    conversionRange && conversionRange.low > 0 && conversionRange.high <= 1 ? conversionRange : undefined;
  const rate = stated ?? shareOf(metricOf(forecast, "conversions"), metricOf(forecast, "impressions"));
  if (rate === undefined)
    return { type: "none", missing: "share of impressions that lead to the action paid for" };
  return byShare(rate, 1000, {
    what: "of impressions lead to the action paid for",
    basis: stated ? "as the seller states" : "the seller's forecast",
    metric: "conversions",
  });
}

function byShare(
  share: Range,
  events: number,
  { what, basis, metric }: { what: string; basis: string; metric: RateMetric | undefined },
): Conversion {
  const { low, mid, high } = share;
  const between = low < high ? ` (between ${percent(low)} and ${percent(high)})` : "";
  return {
    type: "unit",
    perThousand: { low: low * events, mid: mid * events, high: high * events },
    ...(metric && { charges: { metric, share } }),
    assumptions: [`${percent(mid)} ${what}${between}, ${basis}`],
  };
}

const timeParameters = z.looseObject({
  time_unit: z.enum(["hour", "day", "week", "month"]),
  min_duration: z.number().optional(),
  max_duration: z.number().optional(),
});

function perTime({ option, flight }: Priced): Conversion {
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
function perPoint({ option, forecast }: Priced): Conversion {
  const { demographic, population } = parametersOf(option);
  const group = typeof demographic === "string" ? cleanText(demographic, 20) : undefined;
  const size = readRange(population) ?? forecastSize(forecast, demographic);
  if (size === undefined || !(size.low > 0))
    return {
      type: "none",
      missing: `size of ${group === undefined ? "the audience" : `its audience ${group},`} that one rating point is a hundredth of`,
    };
  const points = ({ low, mid, high }: Range): Range => ({ low: 1e5 / high, mid: 1e5 / mid, high: 1e5 / low });
  const whom = group === undefined ? "" : ` (${group})`;
  const width = size.low < size.high ? `, between ${whole(size.low)} and ${whole(size.high)}` : "";
  return {
    type: "unit",
    perThousand: points(size),
    assumptions: [
      `one rating point is a hundredth of ${whole(size.mid)} people${whom}${width}, as the seller states`,
    ],
  };
}

/** What a forecast of the same demographic says of its size. */
function forecastSize(forecast: Forecast, demographic: unknown): Range | undefined {
  if (demographic === undefined || forecast.demographic !== demographic) return undefined;
  return metricOf(forecast, "audience_size") ?? sizeByPoints(forecast);
}

/** Impressions for each hundred of its points, of the same forecast. */
function sizeByPoints(forecast: Forecast): Range | undefined {
  const points = metricOf(forecast, "grps");
  const impressions = metricOf(forecast, "impressions");
  if (points === undefined || impressions === undefined || !(points.low > 0)) return undefined;
  const size = (over: number, under: number) => (over * 100) / under;
  return {
    low: size(impressions.low, points.high),
    mid: size(impressions.mid, points.mid),
    high: size(impressions.high, points.low),
  };
}

function whole(people: number): string {
  return grouped(Math.round(people));
}

/** What a viewer may do with an impression that a seller charges for. */
type Behaviour = "viewable" | "clicked" | "completed" | "viewed";

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

/** The share over all of an offer's channels that have a figure; as wide as the widest of them together. */
function channelRate(behaviour: Behaviour, channels: readonly string[]): Range | undefined {
  const known: Readonly<Record<string, Range>> = rates[behaviour];
  const found = [...new Set(channels)].flatMap((channel) =>
    Object.hasOwn(known, channel) ? (known[channel] ?? []) : [],
  );
  if (found.length === 0) return undefined;
  return {
    low: Math.min(...found.map((rate) => rate.low)),
    mid: found.reduce((total, rate) => total + rate.mid, 0) / found.length,
    high: Math.max(...found.map((rate) => rate.high)),
  };
}
