import { z } from "zod";
import { each } from "../../../lib/described.ts";
import { accountReferenceSchema, brandSchema, pushNotificationConfigSchema } from "../../records/account.ts";
import { amountSchema } from "../../records/amount.ts";
import { commitmentFields } from "../../records/commitment.ts";
import { defineMutation } from "../task.ts";

const anything = z.record(z.string(), z.unknown());

/** The public standard's compact order, since 3.2: offers as they were listed, at the prices of a version. */
export const buy_products = defineMutation({
  name: "buy_products",
  only: "adcp",
  timeoutMs: 120_000,
  summary: "Buy published offers as they are. Refused where the feed or its prices have changed since.",
  request: {
    account: accountReferenceSchema,
    brand: brandSchema.optional(),
    /** Of the answer that listed the offers. */
    feed_version: z.string().min(1),
    pricing_version: z.string().min(1).optional(),
    purchases: each({
      product_id: z.string().min(1),
      pricing_option_id: z.string().min(1),
      budget: amountSchema.optional(),
      pacing: z.enum(["even", "asap", "front_loaded"]).optional(),
      bidding: anything.optional(),
      /** What is null takes away what the product has by itself. */
      targeting_overlay: anything.optional(),
      optimization_goals: z.array(anything).optional(),
      measurement_terms: anything.optional(),
      performance_standards: z.array(anything).optional(),
      context: anything.optional(),
    }).min(1),
    start_time: z.union([z.literal("asap"), z.iso.datetime({ offset: true })]),
    end_time: z.iso.datetime({ offset: true }),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: commitmentFields,
});
