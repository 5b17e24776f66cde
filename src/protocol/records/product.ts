import { z } from "zod";
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
export const pricingOptionSchema = z.looseObject({
  pricing_option_id: z.string().min(1),
  /** Named in the contract: cpm, cpm-auction, flat-fee; the list is open. */
  pricing_model: z.string().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  fixed_price: z.number().positive().optional(),
  price: z.number().positive().optional(),
  floor: z.number().nonnegative().optional(),
  price_guidance: z
    .looseObject({ p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() })
    .partial()
    .optional(),
  min_spend_per_package: z.number().nonnegative().optional(),
});
export type PricingOption = z.infer<typeof pricingOptionSchema>;

/** What a product is part of: a publisher's properties, all that the seller has or those with such ids or tags. */
const publisherPropertiesSchema = z.looseObject({
  publisher_domain: z.string().min(1),
  property_ids: z.array(z.string()).optional(),
  property_tags: z.array(z.string()).optional(),
});

export const productSchema = z.looseObject({
  product_id: z.string().min(1),
  name: z.string(),
  description: z.string().default(""),
  channels: z.array(z.string()).default([]),
  pricing_options: z.array(pricingOptionSchema).default([]),
  format_ids: z.array(formatIdSchema).default([]),
  targeting: z.looseObject({}).optional(),
  /** Where it cannot be read the seller's own publishers stand for it. */
  publisher_properties: z.array(publisherPropertiesSchema).optional().catch(undefined),
  /** ISO 3166-1 alpha-2. Many sellers say nothing of where a product runs; what cannot be read says nothing. */
  countries: z
    .array(z.string().regex(/^[A-Za-z]{2}$/))
    .min(1)
    .readonly()
    .optional()
    .catch(undefined),
  delivery_type: z.string().optional(),
  /** Impressions over the flight asked for. */
  forecast: z
    .looseObject({
      impressions: z.looseObject({ min: z.number().nonnegative(), max: z.number().nonnegative() }),
    })
    .partial()
    .optional(),
  sandbox: z.boolean().optional(),
});
export type Product = z.infer<typeof productSchema>;
