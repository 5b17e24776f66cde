import type { PricingOption } from "../../protocol/records/product.ts";
import type { Fault } from "../faults/fault.ts";

/** A product as its seller keeps it. */
export interface Listing {
  readonly product_id: string;
  readonly name: string;
  readonly description: string;
  readonly channels: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly delivery_type: "guaranteed" | "non_guaranteed";
  /** Ids of formats at the sandbox's creative agent. */
  readonly formats: readonly string[];
  /** Impressions that can be had in seven days, low and high. */
  readonly weekly: readonly [number, number];
  /** Empty: the price is on request. */
  readonly pricing: readonly PricingOption[];
  /** What it can be targeted by beside what its seller offers on all; named as in orders. */
  readonly targeting?: Readonly<Record<string, unknown>>;
  /** What it really brings beside what is usual; the last phase that has begun counts, and before the first all is usual. */
  readonly phases?: readonly Phase[];
  /** People who can be reached at most: makes its forecast a curve of budgets. */
  readonly audience?: number;
  /** Shown to callers with a token only. */
  readonly custom?: boolean;
  /** Shown only where a refinement asks for its channel, or for more like a product on it. */
  readonly onAsk?: true;
  /** A price that a refinement about this product brings out. */
  readonly lowest?: PricingOption;
}

/** From a day on, in UTC: impressions and clicks times these; 1 where absent. */
export interface Phase {
  readonly from: string;
  readonly impressions?: number;
  readonly clicks?: number;
}

/** A sales agent: who it is, what it sells and how it behaves. */
export interface SellerProfile {
  /** Names its path: `/sellers/<slug>/mcp`; the slug `sales` is served at `/sales/mcp`. */
  readonly slug: string;
  readonly domain: string;
  readonly name: string;
  readonly listings: readonly Listing[];
  /** Domains of the publishers whose properties it says it sells; its own domain where absent. */
  readonly publishers?: readonly string[];
  /** What orders can be targeted by, named as in them; countries, regions, languages and caps where absent. */
  readonly targeting?: Readonly<Record<string, unknown>>;
  /** True: no publisher's adagents.json names it. */
  readonly unlisted?: boolean;
  /** False: idempotency keys are ignored, a call sent twice buys twice. */
  readonly idempotent?: boolean;
  /** Verifies signed requests; required: takes no change without a signature. */
  readonly requestSigning?: "supported" | "required";
  /** Its people decide on each new buy after so many simulated hours; `from` is the amount that they look at orders from. */
  readonly approval?: { readonly hours: number; readonly rejects?: boolean; readonly from?: number };
  /** A buy does not start before each of its packages has a creative; until then it takes every change. */
  readonly waitsForCreatives?: boolean;
  /** Tells the registered address of each new buy, though its answer did already. */
  readonly confirmsByWebhook?: boolean;
  /** Takes orders from test suites: products to sell, and delivery that did not happen. */
  readonly testControl?: boolean;
  /** False: its delivery reports tell days of the whole buy alone, and none of a package. */
  readonly packageDays?: boolean;
  /** Shows its whole catalogue to anybody, but prices to nobody without a token. */
  readonly openCatalogue?: boolean;
  /** How it misbehaves from the start. */
  readonly fault?: Fault;
}

/** Domains of the publishers whose properties a seller says it sells. */
export function publishersOf({ publishers, domain }: SellerProfile): readonly string[] {
  return publishers ?? [domain];
}

/** What orders for a listing can be targeted by. */
export function targetingOf(
  { targeting = usualTargeting }: SellerProfile,
  listing: Listing,
): Readonly<Record<string, unknown>> {
  return { ...targeting, ...listing.targeting };
}

export const usualTargeting = { geo_countries: true, geo_regions: true, language: true, frequency_cap: true };

/** A fixed price for 1,000 impressions. */
export function cpm(currency: string, price: number, minimum?: number): PricingOption {
  return { ...option("cpm", currency, minimum), fixed_price: price };
}

/** Sold by auction: the floor, and what bids have won at. */
export function auction(currency: string, floor: number, minimum?: number): PricingOption {
  const won = (factor: number) => Math.round(floor * factor * 100) / 100;
  const price_guidance = { p25: won(1.12), p50: won(1.35), p75: won(1.7), p90: won(2.2) };
  return { ...option("cpm-auction", currency, minimum), floor, price_guidance };
}

/** One price for the whole flight, whatever it delivers. */
export function flatFee(currency: string, price: number): PricingOption {
  return { ...option("flat-fee", currency, price), fixed_price: price };
}

/** A price of something else than impressions. `parameters` as the public standard names them. */
export function per(
  model: "cpc" | "cpp" | "cpa" | "time",
  { currency, price, ...rest }: { currency: string; price: number; parameters?: Record<string, unknown> },
): PricingOption {
  return { ...option(model, currency, undefined), fixed_price: price, ...rest };
}

/** The lowest price that is told to who asks; an id of its own tells it from the list price. */
export function asked(price: PricingOption): PricingOption {
  return { ...price, pricing_option_id: `${price.pricing_option_id}_asked` };
}

/** All prices that a listing can be bought at. */
export function pricesOf({ pricing, lowest }: Listing): readonly PricingOption[] {
  return lowest === undefined ? pricing : [...pricing, lowest];
}

function option(model: string, currency: string, minimum: number | undefined) {
  return {
    pricing_option_id: `${model.replaceAll("-", "_")}_${currency.toLowerCase()}`,
    pricing_model: model,
    currency,
    ...(minimum === undefined ? {} : { min_spend_per_package: minimum }),
  };
}

export const videoSpots = ["video_15s", "video_30s", "video_vast"] as const;
export const shortVideo = ["video_6s", "video_15s", "video_vast"] as const;
/** Takes one image and nothing else. */
export const plainImage = "image_300x250";
export const banners = ["display_300x250", "display_728x90", "display_320x50"] as const;
export const bigBanners = ["display_970x250", "display_300x600"] as const;
export const audioSpots = ["audio_15s", "audio_30s"] as const;
export const screens = ["dooh_landscape_1920x1080", "dooh_portrait_1080x1920"] as const;
