import { z } from "zod";
import { each, fields } from "../../lib/described.ts";
import { accountReferenceSchema, pushNotificationConfigSchema } from "../records/account.ts";
import { amountSchema, changeSchema } from "../records/amount.ts";
import { creativeSchema } from "../records/creative.ts";
import { mediaBuyFields, packageRequestSchema } from "../records/media-buy.ts";
import { defineMutation } from "./task.ts";

export const update_media_buy = defineMutation({
  name: "update_media_buy",
  timeoutMs: 120_000,
  summary: "Change a buy: budget, dates, status, packages.",
  request: {
    account: accountReferenceSchema.optional(),
    media_buy_id: z.string().min(1),
    /** The revision the change was decided on; an older one is refused as a conflict. */
    revision: z.number().int().positive().optional(),
    updates: fields({
      /** Relative, in the buy's currency; spread over the packages in proportion. */
      budget_change: changeSchema.optional(),
      start_time: z.iso.datetime({ offset: true }).optional(),
      end_time: z.iso.datetime({ offset: true }).optional(),
      status: z.enum(["active", "paused", "canceled"]).optional(),
      /** Why it is canceled; canceling cannot be undone. */
      cancellation_reason: z.string().max(500).optional(),
      targeting: z.record(z.string(), z.unknown()).optional(),
      packages: each({
        package_id: z.string().min(1),
        budget: amountSchema.positive().optional(),
        bid_price: amountSchema.positive().optional(),
        paused: z.boolean().optional(),
        targeting_overlay: z.record(z.string(), z.unknown()).optional(),
        /** Both replace what the package runs now. */
        creative_ids: z.array(z.string()).optional(),
        creatives: z.array(creativeSchema).max(100).optional(),
      }).optional(),
      new_packages: z.array(packageRequestSchema).optional(),
    }),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: mediaBuyFields,
});
