import { DEFAULT_REPORTING_CAPABILITIES } from "@adcp/sdk/server";
import type { GetProductsResponse } from "@adcp/sdk/types";

export type Product = GetProductsResponse["products"][number];
type PricingOption = Product["pricing_options"][number];
type Channel = NonNullable<Product["channels"]>[number];

/** A product as a seller lists it: with what its people would write, and a forecast of all that there is. */
export function product(options: {
  readonly id: string;
  readonly channel: Channel;
  readonly publisher: string;
  readonly pricing: PricingOption;
  /** Over a flight. */
  readonly impressions: number;
  readonly guaranteed?: boolean;
  readonly formats?: Readonly<Product["format_ids"]>;
  /** It says that it reports what was delivered since the beginning, and no days. */
  readonly lifetimeOnly?: boolean;
}): Product {
  return {
    product_id: options.id,
    name: options.id.replaceAll("_", " "),
    description: `${options.channel} on ${options.publisher}`,
    publisher_properties: [{ publisher_domain: options.publisher, selection_type: "all" }],
    channels: [options.channel],
    format_ids: [...(options.formats ?? [])],
    delivery_type: options.guaranteed === true ? "guaranteed" : "non_guaranteed",
    pricing_options: [options.pricing],
    forecast: {
      method: "modeled",
      currency: options.pricing.currency,
      forecast_range_unit: "availability",
      points: [{ metrics: { impressions: { mid: options.impressions } } }],
    },
    reporting_capabilities: {
      ...DEFAULT_REPORTING_CAPABILITIES,
      ...(options.lifetimeOnly === true && { date_range_support: "lifetime_only" as const }),
    },
  };
}

export function fixedCpm(id: string, price: number): PricingOption {
  return { pricing_option_id: id, pricing_model: "cpm", currency: "EUR", fixed_price: price };
}

/** An auction with a floor: what is bid decides what is won. */
export function floorCpm(id: string, floor: number): PricingOption {
  return {
    pricing_option_id: id,
    pricing_model: "cpm",
    currency: "EUR",
    floor_price: floor,
    price_guidance: { p25: floor * 1.1, p50: floor * 1.3, p75: floor * 1.6, p90: floor * 2 },
  };
}
