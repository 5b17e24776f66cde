import { z } from "zod";
import { eachLoose } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { creativeSchema } from "../records/creative.ts";
import { defineMutation } from "./task.ts";

export const sync_creatives = defineMutation({
  name: "sync_creatives",
  timeoutMs: 120_000,
  summary:
    "Put creatives into the seller's library and assign them to packages; each creative has its own result.",
  request: {
    account: accountReferenceSchema.optional(),
    creatives: z.array(creativeSchema).min(1).max(100),
    /** Creative id to the packages that run it. */
    assignments: z.record(z.string(), z.array(z.string())).optional(),
    /** Reports what would happen and changes nothing. */
    dry_run: z.boolean().optional(),
    /** Archives every creative that the call does not name. */
    delete_missing: z.boolean().optional(),
  },
  response: {
    creatives: eachLoose({
      creative_id: z.string(),
      /** created, updated, unchanged, archived or failed. */
      action: z.string(),
      status: z.string().optional(),
      assigned_to: z.array(z.string()).optional(),
      errors: eachLoose({ message: z.string() }).optional(),
    }),
    dry_run: z.boolean().optional(),
  },
});
