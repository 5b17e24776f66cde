import { z } from "zod";
import { accountReferenceSchema, brandSchema } from "../../records/account.ts";
import { defineMutation } from "../task.ts";

export const request_proposals = defineMutation({
  name: "request_proposals",
  only: "adcp",
  timeoutMs: 120_000,
  list: "proposals",
  summary: "Ask for proposals: several purchases with terms under a digest. Binds nothing.",
  request: {
    /** Whom terms are for: this, or an account that names brand and operator, not both. */
    account: accountReferenceSchema.optional(),
    brand: brandSchema.optional(),
    brief: z.string().min(1).max(10_000),
    /** The public standard's `product-discovery-criteria`. */
    criteria: z.record(z.string(), z.unknown()).optional(),
    opportunity: z.looseObject({ opportunity_id: z.string() }).optional(),
  },
  /** Each proposal is read by itself (`proposalSchema`): one that makes no sense costs no other. */
  response: {
    outcome: z.string().optional(),
    proposals: z.array(z.unknown()).optional(),
    products: z.array(z.unknown()).optional(),
    reason: z.string().optional(),
  },
});
