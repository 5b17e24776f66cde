import { z } from "zod";
import { each, eachLoose, fields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { defineMutation } from "./task.ts";

/** SHA-256 in lower-case hex. */
const hashed = z.string().regex(/^[0-9a-f]{64}$/);

/** A person is only ever named by hashes made before transport. */
const memberSchema = fields({
  external_id: z.string().min(1),
  hashed_email: hashed.optional(),
  hashed_phone: hashed.optional(),
});

export const sync_audiences = defineMutation({
  name: "sync_audiences",
  timeoutMs: 120_000,
  summary:
    "Create and change the caller's own audiences: customers, people to leave out, seeds for look-alikes.",
  request: {
    account: accountReferenceSchema,
    audiences: each({
      audience_id: z.string().min(1),
      name: z.string().optional(),
      audience_type: z.enum(["crm", "suppression", "lookalike_seed"]).optional(),
      add: z.array(memberSchema).optional(),
      remove: each({ external_id: z.string().min(1) }).optional(),
      delete: z.boolean().optional(),
    }).min(1),
  },
  response: {
    audiences: eachLoose({
      audience_id: z.string(),
      /** created, updated, unchanged, deleted or failed. */
      action: z.string(),
      /** processing, ready or too_small. */
      status: z.string().optional(),
      uploaded_count: z.number().int().optional(),
      matched_count: z.number().int().optional(),
      errors: eachLoose({ message: z.string() }).optional(),
    }),
  },
});
