import { z } from "zod";
import { accountReferenceSchema, brandSchema, pushNotificationConfigSchema } from "../records/account.ts";
import { amountSchema } from "../records/amount.ts";
import { mediaBuyFields, packageRequestSchema } from "../records/media-buy.ts";
import { defineMutation } from "./task.ts";

export const create_media_buy = defineMutation({
  name: "create_media_buy",
  timeoutMs: 120_000,
  summary: "Buy packages. May answer with a task to wait for where the seller's people must agree first.",
  request: {
    account: accountReferenceSchema.optional(),
    brand: brandSchema.optional(),
    buyer_ref: z.string().optional(),
    packages: z.array(packageRequestSchema).min(1),
    /** What is bought is this proposal: the packages are what it comes to, and the seller makes them itself. */
    proposal_id: z.string().min(1).optional(),
    total_budget: z.strictObject({ amount: amountSchema.positive(), currency: z.string() }).optional(),
    /** `asap` or an instant. */
    start_time: z.union([z.literal("asap"), z.iso.datetime({ offset: true })]).optional(),
    /** The first instant after the flight: intervals are half-open. */
    end_time: z.iso.datetime({ offset: true }).optional(),
    /** Of the list that the offers came with, where their seller versions it: it refuses an order of an older one. */
    feed_version: z.string().min(1).optional(),
    pricing_version: z.string().min(1).optional(),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: mediaBuyFields,
});
