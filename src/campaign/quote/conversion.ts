import type { Brief } from "../../brief/brief.ts";
import type { RateMetric } from "../../brief/kpi.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import type { Promised } from "../model/people/targeting.ts";
import type { Forecast } from "./forecast.ts";

/** How a pricing model's price becomes a price of impressions. */
export type Conversion =
  /** Each 1,000 impressions cost the price times `perThousand`; where that is not known, `missing` is what it takes. */
  | {
      readonly type: "unit";
      readonly perThousand?: Range;
      readonly missing?: string;
      /** What the price is for, where it is not for impressions. */
      readonly charges?: Charges;
      readonly assumptions: readonly string[];
    }
  /** All impressions of the flight together cost the price times `units`; less cannot be bought. */
  | { readonly type: "whole"; readonly units: number; readonly assumptions: readonly string[] }
  | { readonly type: "none"; readonly missing: string };

export interface Charges {
  readonly metric: RateMetric;
  /** The figure of a forecast that counts it. */
  readonly figure: string;
  /** How many of them one price pays for. */
  readonly each: number;
  /** Of impressions, where that is known. */
  readonly share?: Range;
}

/** What is known of an option when its price is turned. */
export interface Priced {
  readonly option: PricingOption;
  readonly channels: readonly string[];
  readonly forecast: Forecast;
  readonly brief: Pick<
    Brief,
    "flight" | "kpi" | "demographics" | "measurement" | "universe" | "countries" | "places"
  >;
  /** What the seller's other products on a channel bring, by the standard's names of figures. */
  readonly usual?: UsualRates;
  /** What the seller vouches for of this product. */
  readonly promised?: Promised;
}

/** A seller's own rate of a figure on these channels, where it tells it of other products. */
export type UsualRates = (figure: string, channels: readonly string[]) => Range | undefined;

/** A pricing option's own figures: each may be anything. */
export function parametersOf(option: PricingOption): JsonObject {
  const parameters = option["parameters"];
  return isObject(parameters) ? parameters : {};
}
