import type { Brief } from "../../brief/brief.ts";
import type { RateMetric } from "../../brief/kpi.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import type { Forecast } from "./forecast.ts";

/** How a pricing model's price becomes a price of impressions. */
export type Conversion =
  /** Each 1,000 impressions cost the price times `perThousand`. */
  | {
      readonly type: "unit";
      readonly perThousand: Range;
      /** What the price is for, and its share of impressions, where it is not for impressions. */
      readonly charges?: { readonly metric: RateMetric; readonly share: Range };
      readonly assumptions: readonly string[];
    }
  /** All impressions of the flight together cost the price times `units`; less cannot be bought. */
  | { readonly type: "whole"; readonly units: number; readonly assumptions: readonly string[] }
  | { readonly type: "none"; readonly missing: string };

/** What is known of an option when its price is turned. */
export interface Priced {
  readonly option: PricingOption;
  readonly channels: readonly string[];
  readonly forecast: Forecast;
  readonly flight: Brief["flight"];
}

/** A pricing option's own figures: each may be anything. */
export function parametersOf(option: PricingOption): JsonObject {
  const parameters = option["parameters"];
  return isObject(parameters) ? parameters : {};
}
