import { z } from "zod";
import { eachLoose, fields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { defineRead } from "./task.ts";

export const list_creatives = defineRead({
  name: "list_creatives",
  timeoutMs: 10_000,
  summary: "The caller's creatives in the seller's library.",
  request: {
    account: accountReferenceSchema.optional(),
    filters: fields({
      status: z.array(z.string()).optional(),
      format_types: z.array(z.string()).optional(),
    }).optional(),
    limit: z.number().int().positive().max(1000).optional(),
  },
  response: {
    /** Of what the seller made of it, only what is asked after is read: it may keep kinds of assets that are not known here. */
    creatives: eachLoose({
      creative_id: z.string().min(1),
      name: z.string().optional(),
      /** active, pending_review, rejected or another; an open set. */
      status: z.string().optional(),
    }),
  },
});
