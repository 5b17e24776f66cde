import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { type PricingOption, productSchema } from "../../protocol/records/product.ts";
import { faultSchema } from "../faults/fault.ts";
import { formatIds } from "./formats.ts";

const text = z.string().min(1);
const texts = z.array(text).readonly();
const targeting = z.record(z.string(), z.unknown()).readonly();

/** A price as it is written: of 1,000 impressions, the floor of an auction, a fee for the flight, or one of something else. */
const terms = fields({
  model: z.enum(["cpm", "vcpm", "auction", "flat_fee", "cpc", "cpp", "cpa", "time"]),
  currency: z.string(),
  /** In the currency's major unit. */
  price: z.number(),
  /** The least that a package costs. */
  minimum: z.number().optional(),
  /** Named as in the public standard. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Whose occurrence is paid for, by the public standard's name. */
  event_type: text.optional(),
  /** Instead of the one that follows from model and currency. */
  pricing_option_id: text.optional(),
});
const price = terms.transform(priced);

/** From a day on, in UTC: impressions and clicks times these; 1 where absent. */
const phase = fields({
  from: text,
  impressions: z.number().optional(),
  clicks: z.number().optional(),
}).readonly();

/** A product as its seller keeps it. */
const listing = fields({
  product_id: text,
  name: text,
  description: text,
  channels: texts,
  /** ISO 3166-1 alpha-2. */
  countries: texts,
  delivery_type: z.enum(["guaranteed", "non_guaranteed"]),
  /** Ids of formats at the sandbox's creative agent; files may name a set of them. */
  formats: texts.transform(formatIds),
  /** Impressions that can be had in seven days, low and high. */
  weekly: z.tuple([z.number(), z.number()]).readonly(),
  /** Empty: the price is on request. */
  pricing: z.array(price).readonly(),
  /** What it can be targeted by beside what its seller offers on all; named as in orders. */
  targeting: targeting.optional(),
  /** Whom its publisher asks before an impression, named as on the wire. */
  trusted_match: productSchema.shape.trusted_match,
  /** What it really brings beside what is usual; the last phase that has begun counts, and before the first all is usual. */
  phases: z.array(phase).readonly().optional(),
  /** What people do beside seeing it, as parts of its impressions, by the public standard's names: its forecast has it. */
  events: z.record(z.string(), z.number()).readonly().optional(),
  /** People who can be reached at most, also where nobody asks: with one fixed price its forecast is a curve of budgets. */
  audience: z.number().optional(),
  /** Parts of its inventory, 0 to 1, by country or region; all that there is where absent. */
  places: z.record(z.string(), z.number()).readonly().optional(),
  /** Shown to callers with a token only. */
  custom: z.boolean().optional(),
  /** Shown only where a refinement asks for its channel, or for more like a product on it. */
  onAsk: z.literal(true).optional(),
  /** A price that a refinement about this product brings out; an id of its own distinguishes it from the list price. */
  lowest: price
    .transform((asked) => ({ ...asked, pricing_option_id: `${asked.pricing_option_id}_asked` }))
    .optional(),
}).readonly();

/** A sales agent: who it is, what it sells and how it behaves. */
export const sellerSchema = fields({
  /** Names its path: `/sellers/<slug>/mcp`; the slug `sales` is served at `/sales/mcp`. */
  slug: text,
  domain: text,
  name: text,
  listings: z.array(listing).readonly(),
  /** Domains of the publishers whose properties it says it sells; its own domain where absent. */
  publishers: texts.optional(),
  /** What orders can be targeted by, named as in them; countries, regions, languages and caps where absent. */
  targeting: targeting.optional(),
  /** True: no publisher's adagents.json names it. */
  unlisted: z.boolean().optional(),
  /** False: idempotency keys are ignored, a call sent twice buys twice. */
  idempotent: z.boolean().optional(),
  /** Verifies signed requests; required: takes no change without a signature. */
  requestSigning: z.enum(["supported", "required"]).optional(),
  /** What it says is left on anybody's account, in major units; nothing where absent. */
  financials: fields({
    currency: text,
    limit: z.number(),
    left: z.number(),
    status: z.enum(["current", "past_due", "suspended"]).optional(),
  })
    .readonly()
    .optional(),
  /** Its people decide on each new buy after so many simulated hours; `from` is the amount from which they decide on orders. */
  approval: fields({ hours: z.number(), rejects: z.boolean().optional(), from: z.number().optional() })
    .readonly()
    .optional(),
  /** A buy does not start before each of its packages has a creative; until then it takes every change. */
  waitsForCreatives: z.boolean().optional(),
  /** Notifies the registered address of each new buy, though its answer did already. */
  confirmsByWebhook: z.boolean().optional(),
  /** Takes orders from test suites: products to sell, and delivery that did not happen. */
  testControl: z.boolean().optional(),
  /** False: its delivery reports give days of the whole buy alone, and none of a package. */
  packageDays: z.boolean().optional(),
  /** Shows its whole catalogue to anybody, but prices to nobody without a token. */
  openCatalogue: z.boolean().optional(),
  /** Serves the compact tools of 3.2, alone or beside the older ones; no more than so many percent are added to a budget at once. */
  lifecycle: fields({
    alone: z.boolean(),
    mostIncrease: z.number().positive().optional(),
    /** Negotiates, too, and holds so many proposals of a caller at once. */
    proposals: fields({ mostHolds: z.int().positive().optional() }).readonly().optional(),
  })
    .readonly()
    .optional(),
  /** How it misbehaves from the start. */
  fault: faultSchema.optional(),
}).readonly();

export type Phase = z.output<typeof phase>;
export type Listing = z.output<typeof listing>;
export type SellerProfile = z.output<typeof sellerSchema>;

/** Domains of the publishers whose properties a seller says it sells. */
export function publishersOf({ publishers, domain }: SellerProfile): readonly string[] {
  return publishers ?? [domain];
}

/** What orders for a listing can be targeted by. */
export function targetingOf(
  { targeting: own = usualTargeting }: SellerProfile,
  { targeting: further }: Listing,
): Readonly<Record<string, unknown>> {
  return { ...own, ...further };
}

export const usualTargeting = { geo_countries: true, geo_regions: true, language: true, frequency_cap: true };

/** How every seller of this deployment reports. */
export const reporting_capabilities = {
  available_reporting_frequencies: ["daily"],
  expected_delay_minutes: 0,
  timezone: "UTC",
  supports_webhooks: false,
  available_metrics: ["impressions", "clicks", "spend", "completion_rate"],
  date_range_support: "date_range",
};

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

/** All prices that a listing can be bought at. */
export function pricesOf({ pricing, lowest }: Listing): readonly PricingOption[] {
  return lowest === undefined ? pricing : [...pricing, lowest];
}

type Terms = z.output<typeof terms>;

function priced({ pricing_option_id, ...written }: Terms): PricingOption {
  return { ...byModel(written), ...(pricing_option_id !== undefined && { pricing_option_id }) };
}

function byModel({ model, currency, price, minimum, parameters, event_type }: Terms): PricingOption {
  if (model === "cpm") return cpm(currency, price, minimum);
  if (model === "auction") return auction(currency, price, minimum);
  // One price for the whole flight, whatever it delivers: nobody can spend less.
  if (model === "flat_fee") return { ...option("flat-fee", currency, price), fixed_price: price };
  return {
    ...option(model, currency, minimum),
    fixed_price: price,
    ...(parameters && { parameters }),
    ...(event_type !== undefined && { event_type }),
  };
}

function option(model: string, currency: string, minimum: number | undefined) {
  return {
    pricing_option_id: `${model.replaceAll("-", "_")}_${currency.toLowerCase()}`,
    pricing_model: model,
    currency,
    ...(minimum === undefined ? {} : { min_spend_per_package: minimum }),
  };
}
