import { z } from "zod";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import type { Range } from "./offer.ts";
import { type Behaviour, channelRate } from "./pricing-rates.ts";

/** How a pricing model's price becomes a price of impressions. */
export type Conversion =
  /** Each 1,000 impressions cost the price times `perThousand`. */
  | { readonly type: "unit"; readonly perThousand: Range; readonly assumptions: readonly string[] }
  /** All impressions of the flight together cost the price times `units`; less cannot be bought. */
  | { readonly type: "whole"; readonly units: number; readonly assumptions: readonly string[] }
  | { readonly type: "none"; readonly missing: string };

export function conversionOf(
  option: PricingOption,
  channels: readonly string[],
  flight: Brief["flight"],
): Conversion {
  switch (modelOf(option.pricing_model)) {
    case "cpm":
      return { type: "unit", perThousand: { low: 1, mid: 1, high: 1 }, assumptions: [] };
    case "vcpm":
      return perEvent("viewable", 1, channels);
    case "cpc":
      return perEvent("clicked", 1000, channels);
    case "cpcv":
      return perEvent("completed", 1000, channels);
    case "cpv":
      return perEvent("viewed", 1000, channels);
    case "flat-fee":
    case "flat-rate":
      return { type: "whole", units: 1, assumptions: [] };
    case "time":
      return perTime(option, flight);
    case "cpp":
      return { type: "none", missing: "size of the audience that one rating point is a hundredth of" };
    case "cpa":
      return { type: "none", missing: "share of impressions that lead to the action paid for" };
    default:
      return { type: "none", missing: "meaning of its pricing model" };
  }
}

/** The model's name in one spelling. The auction is told apart by the option's amounts, or by its suffix. */
export function modelOf(pricingModel: string): string {
  return pricingModel
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/-auction$/, "");
}

function perEvent(behaviour: Behaviour, events: number, channels: readonly string[]): Conversion {
  const rate = channelRate(behaviour, channels);
  if (rate === undefined)
    return {
      type: "none",
      missing: `share of impressions that are ${behaviour} on ${channels.join(", ") || "its channel"}`,
    };
  const { low, mid, high } = rate;
  return {
    type: "unit",
    perThousand: { low: low * events, mid: mid * events, high: high * events },
    assumptions: [
      `${percent(mid)} of impressions are ${behaviour} (between ${percent(low)} and ${percent(high)}), a planning figure for the channel`,
    ],
  };
}

const timeParameters = z.looseObject({
  time_unit: z.enum(["hour", "day", "week", "month"]),
  min_duration: z.number().optional(),
  max_duration: z.number().optional(),
});

function perTime(option: PricingOption, flight: Brief["flight"]): Conversion {
  const parameters = timeParameters.safeParse(option["parameters"]);
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

const dayMs = 86_400_000;

/** Begun units count as whole ones. */
function unitsOf(unit: "hour" | "day" | "week" | "month", flight: Brief["flight"]): number {
  const start = new Date(`${flight.start}T00:00:00Z`);
  const after = new Date(Date.parse(`${flight.end}T00:00:00Z`) + dayMs);
  const days = (after.getTime() - start.getTime()) / dayMs;
  switch (unit) {
    case "hour":
      return days * 24;
    case "day":
      return days;
    case "week":
      return Math.ceil(days / 7);
    case "month": {
      const years = after.getUTCFullYear() - start.getUTCFullYear();
      const months = years * 12 + after.getUTCMonth() - start.getUTCMonth();
      return months + (after.getUTCDate() > start.getUTCDate() ? 1 : 0);
    }
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
