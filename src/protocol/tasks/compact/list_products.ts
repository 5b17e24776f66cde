import { z } from "zod";
import { accountReferenceSchema, brandSchema } from "../../records/account.ts";
import { defineRead } from "../task.ts";

/** The public standard's compact way to ask for offers, since 3.2: by criteria alone, as it has no place for words. */
export const list_products = defineRead({
  name: "list_products",
  only: "adcp",
  access: "limited",
  timeoutMs: 120_000,
  list: "products",
  summary: "Published offers that meet structured criteria, with the versions of feed and prices.",
  request: {
    /** One that names its brand goes without `brand`. */
    account: accountReferenceSchema.optional(),
    brand: brandSchema.optional(),
    criteria: z
      .strictObject({
        product_ids: z.array(z.string()).min(1),
        /** Every product that is answered meets these. */
        offer_filters: z.record(z.string(), z.unknown()),
        /** What delivery will be kept to: prices and forecasts are of that. */
        targeting_overlay: z.record(z.string(), z.unknown()),
      })
      .partial()
      .optional(),
    /** Of each product: without it only id and name are certain to come. */
    fields: z.array(z.string()).min(1).optional(),
    cursor: z.string().min(1).optional(),
    max_results: z.int().min(1).max(100).optional(),
    if_feed_version: z.string().optional(),
    if_pricing_version: z.string().optional(),
  },
  response: {
    /** `listed`, or `unchanged` without products since the version that was named. */
    outcome: z.string(),
    products: z.array(z.unknown()).optional(),
    next_cursor: z.string().min(1).optional(),
    feed_version: z.string(),
    pricing_version: z.string().optional(),
    /** What is missing from the list; never that there is nothing. */
    incomplete: z.array(z.looseObject({ scope: z.string(), description: z.string() })).optional(),
  },
});
