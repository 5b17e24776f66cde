import { z } from "zod";
import type { Range, RateMetric } from "../model/offer.ts";
import { readRange, shareOf } from "../model/range.ts";
import { type Conversion, type Priced, parametersOf } from "./conversion.ts";
import { unitsOf } from "./flight-length.ts";
import { metricOf } from "./forecast.ts";
import { perPoint } from "./pricing-points.ts";
import { type Behaviour, channelRate } from "./pricing-rates.ts";

const impressionsPrice: Conversion = {
  type: "unit",
  perThousand: { low: 1, mid: 1, high: 1 },
  assumptions: [],
};

export function conversionOf(priced: Priced): Conversion {
  switch (modelOf(priced.option.pricing_model)) {
    case "cpm":
      return impressionsPrice;
    case "vcpm":
      return perEvent("viewable", 1, priced);
    case "cpc":
      return perEvent("clicked", 1000, priced);
    case "cpcv":
      return perEvent("completed", 1000, priced);
    case "cpv":
      return perEvent("viewed", 1000, priced);
    case "cpa":
      return perAction(priced);
    case "cpp":
      return perPoint(priced);
    case "flat-fee":
    case "flat-rate":
      return { type: "whole", units: 1, assumptions: [] };
    case "time":
      return perTime(priced);
    default:
      return { type: "none", missing: "meaning of its pricing model" };
  }
}

/** The model's name in one spelling. The auction is told apart by the option's amounts, or by its suffix. */
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
  const told = readRange(conversion_rate);
  const stated = told && told.low > 0 && told.high <= 1 ? told : undefined;
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
  {
    what,
    basis,
    metric,
  }: { readonly what: string; readonly basis: string; readonly metric: RateMetric | undefined },
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
