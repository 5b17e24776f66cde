import { z } from "zod";
import { accountReferenceSchema } from "../records/account.ts";
import { mediaBuySchema } from "../records/media-buy.ts";
import { defineRead } from "./task.ts";

export const get_media_buys = defineRead({
  name: "get_media_buys",
  timeoutMs: 30_000,
  summary:
    "Buys of the caller, by id, by the caller's reference or by status; for read-back and for look-up after a crash.",
  request: {
    account: accountReferenceSchema.optional(),
    media_buy_ids: z.array(z.string()).optional(),
    buyer_ref: z.string().optional(),
    /** Absent means every status. */
    status_filter: z.array(z.string()).optional(),
  },
  response: { media_buys: z.array(mediaBuySchema) },
});
