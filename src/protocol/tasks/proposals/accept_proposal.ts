import { z } from "zod";
import { accountReferenceSchema, pushNotificationConfigSchema } from "../../records/account.ts";
import { mediaBuyFields, packageRequestSchema } from "../../records/media-buy.ts";
import { defineMutation } from "../task.ts";

export const accept_proposal = defineMutation({
  name: "accept_proposal",
  only: "adcp",
  timeoutMs: 120_000,
  summary: "Buy a held proposal, whole and as its digest has it.",
  request: {
    account: accountReferenceSchema,
    proposal_id: z.string().min(1),
    /** Of the terms that were agreed on: the seller checks both. */
    proposal_terms_digest: z.string().regex(/^sha256:[A-Za-z0-9_-]{43}$/),
    /** Where the terms leave it open. */
    total_budget: z.strictObject({ amount: z.number().nonnegative(), currency: z.string() }).optional(),
    name: z.string().min(1).max(255).optional(),
    buyer_ref: z.string().optional(),
    /** What the proposal comes to, and when: not sent, as its digest says it. */
    packages: z.array(packageRequestSchema).min(1),
    start_time: z.string(),
    end_time: z.string(),
    purchase_order_ref: z.string().min(1).max(255).optional(),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: {
    ...mediaBuyFields,
    /** The task's; the buy's own is `media_buy_status`. */
    status: z.string().optional(),
    media_buy_status: z.string().optional(),
    accepted_proposal: z.unknown().optional(),
    purchase_bindings: z
      .array(
        z.looseObject({ purchase_index: z.int().min(0), product_id: z.string(), package_id: z.string() }),
      )
      .optional(),
  },
});
