import { z } from "zod";
import { eachLoose, lenient, looseFields } from "../../lib/described.ts";
import { brandSchema } from "./account.ts";
import { formatIdSchema } from "./creative.ts";

/** The standard's twenty channels. */
export const channels = [
  "display",
  "olv",
  "social",
  "search",
  "ctv",
  "linear_tv",
  "radio",
  "streaming_audio",
  "podcast",
  "dooh",
  "ooh",
  "print",
  "cinema",
  "email",
  "gaming",
  "retail_media",
  "influencer",
  "affiliate",
  "product_placement",
  "sponsored_intelligence",
] as const;
export type Channel = (typeof channels)[number];

/** Amounts are plain numbers in `currency`'s major unit. A price that a seller withholds is absent, never zero. */
export const pricingOptionSchema = looseFields({
  pricing_option_id: z.string().min(1),
  /** Named in the contract: cpm, cpm-auction, flat-fee; the list is open. */
  pricing_model: z.string().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  fixed_price: z.number().positive().optional(),
  price: z.number().positive().optional(),
  floor: z.number().nonnegative().optional(),
  /** The public standard's name for `floor`. */
  floor_price: z.number().nonnegative().optional(),
  price_guidance: looseFields({ p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() })
    .partial()
    .optional(),
  min_spend_per_package: z.number().nonnegative().optional(),
  /** What is charged beside the price; read by `quote`, so that one that makes no sense costs the price and not the product. */
  fees: z.unknown().optional(),
});
export type PricingOption = z.infer<typeof pricingOptionSchema>;

/** What a product is part of: a publisher's properties, all that the seller has or those with such ids or tags. */
const publisherPropertiesSchema = looseFields({
  publisher_domain: z.string().min(1),
  property_ids: z.array(z.string()).optional(),
  property_tags: z.array(z.string()).optional(),
});

const amount = z.number().nonnegative();
/** `min` and `max` in the contract; `low`, `mid` and `high` in the public standard. */
const forecastRange = looseFields({
  min: amount,
  max: amount,
  low: amount,
  mid: amount,
  high: amount,
}).partial();

const said = lenient(z.string());

/** What one budget brings, or all that there is where it names no budget. One that cannot be read says nothing. */
const forecastPoint = looseFields({
  /** Major units of the forecast's currency. */
  budget: amount.optional(),
  /** By the names of metrics and of events; each may be anything. */
  metrics: z.record(z.string(), z.unknown()).optional(),
  viewability: z.unknown().optional(),
  /** What it is for: a place, a placement, a device, an audience, a signal, or where they meet. */
  dimensions: z.unknown().optional(),
  /** Its seller's name for a package. */
  label: said,
  /** Whose it is, where the forecast is of several products. */
  product_id: said,
}).catch({});

/** Over the flight asked for. */
const forecastSchema = looseFields({
  impressions: forecastRange,
  reach: forecastRange,
  points: z.array(forecastPoint),
  forecast_range_unit: z.string(),
  currency: z.string(),
  /** Whom a rating point and an audience size count: A25-54. */
  demographic: z.string(),
  demographic_system: said,
  reach_unit: z.string(),
  /** estimate, modeled or guaranteed. */
  method: said,
  /** Whose figures it rests on. */
  measurement_source: said,
  generated_at: said,
  valid_until: said,
}).partial();

const performanceStandardSchema = looseFields({
  metric: z.string(),
  threshold: z.number().min(0).max(1),
  vendor: brandSchema,
  standard: z.string().optional(),
});

export const productSchema = looseFields({
  product_id: z.string().min(1),
  name: z.string(),
  description: z.string().default(""),
  channels: z.array(z.string()).default([]),
  /** ISO 3166-1 alpha-2. Many sellers say nothing of where a product runs; what cannot be read says nothing. */
  countries: lenient(z.array(z.string())),
  pricing_options: z.array(pricingOptionSchema).default([]),
  format_ids: z.array(formatIdSchema).default([]),
  targeting: looseFields({}).optional(),
  /** Where it cannot be read the seller's own publishers stand for it. */
  publisher_properties: lenient(z.array(publisherPropertiesSchema)),
  delivery_type: z.string().optional(),
  /** How often figures come, and how late; the public standard's names. What cannot be read says nothing. */
  reporting_capabilities: lenient(
    looseFields({
      available_reporting_frequencies: z.array(z.string()),
      expected_delay_minutes: z.number().nonnegative(),
      /** `date_range` or `lifetime_only`; an open set. */
      date_range_support: z.string(),
    }).partial(),
  ),
  /** Rates that its seller vouches for, and whose count is paid by; the public standard's. What cannot be read promises nothing. */
  performance_standards: lenient(z.array(performanceStandardSchema)),
  /** Who is asked before an impression; the public standard's. What cannot be read asks nobody. */
  trusted_match: lenient(
    looseFields({
      context_match: z.boolean(),
      identity_match: z.boolean().default(false),
      dynamic_brands: z.boolean().default(false),
      response_types: z.array(z.string()).default([]),
      providers: eachLoose({
        agent_url: z.url(),
        context_match: z.boolean().default(false),
        identity_match: z.boolean().default(false),
      }).default([]),
    }),
  ),
  /** What it can be steered to; the public standard's. What cannot be read is steered to nothing. */
  metric_optimization: lenient(
    looseFields({
      supported_metrics: z.array(z.string()),
      supported_reach_units: z.array(z.string()).default([]),
      supported_targets: z.array(z.string()).default([]),
    }),
  ),
  measurement_terms: lenient(looseFields({ billing_measurement: looseFields({ vendor: brandSchema }) })),
  forecast: lenient(forecastSchema),
  /** Of the list that it came with, where its seller versions it. */
  feed_version: z.string().optional(),
  pricing_version: z.string().optional(),
  sandbox: z.boolean().optional(),
});
export type Product = z.infer<typeof productSchema>;
