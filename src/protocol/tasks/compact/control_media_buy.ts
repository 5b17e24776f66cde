import { z } from "zod";
import { accountReferenceSchema, pushNotificationConfigSchema } from "../../records/account.ts";
import { amountSchema } from "../../records/amount.ts";
import { buyStateFields } from "../../records/commitment.ts";
import { defineMutation } from "../task.ts";

/** A change of one package: a field that is absent stays as it is. */
const packageControl = z.strictObject({
  package_id: z.string().min(1),
  budget: amountSchema.optional(),
  paused: z.boolean().optional(),
  bidding: z.record(z.string(), z.unknown()).optional(),
  /** By dimension: absent stays, a value replaces, null takes away. */
  targeting_overlay: z.record(z.string(), z.unknown()).optional(),
});

/** The public standard's compact change, since 3.2: of delivery alone, and on the revision that was read last. */
export const control_media_buy = defineMutation({
  name: "control_media_buy",
  only: "adcp",
  timeoutMs: 120_000,
  summary:
    "Change what a buy delivers: pause, resume, cancel, budgets, bids, targeting. No dates, packages, creatives.",
  request: {
    account: accountReferenceSchema,
    media_buy_id: z.string().min(1),
    revision: z.int().positive(),
    paused: z.boolean().optional(),
    /** Stands alone. */
    canceled: z.literal(true).optional(),
    cancellation_reason: z.string().min(1).max(500).optional(),
    packages: z.array(packageControl).min(1).optional(),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: buyStateFields,
});
