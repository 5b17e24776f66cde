import { z } from "zod";
import { eachLoose, fields } from "../../../lib/described.ts";
import { constraintsSchema } from "../../proposals/proposal.ts";
import { defineMutation } from "../task.ts";

const revision = fields({
  proposal_id: z.string().min(1),
  action: z.literal("revise"),
  constraints: constraintsSchema.optional(),
  /** By product: whether it has to be among the purchases. */
  product_changes: z.record(z.string(), z.enum(["include", "omit"])).optional(),
  alternatives: fields({ count: z.int().min(2).max(10) }).optional(),
  ask: z.string().min(1).max(2000).optional(),
  criteria: z.record(z.string(), z.unknown()).optional(),
  remove_media_buy_frequency_cap: z.literal(true).optional(),
  change_kind: z.enum(["amendment", "cancellation"]).optional(),
});

/** Holds what the draft has, until it expires; nothing else may stand beside it. */
const finalisation = fields({ proposal_id: z.string().min(1), action: z.literal("finalize") });

export const refine_proposals = defineMutation({
  name: "refine_proposals",
  only: "adcp",
  timeoutMs: 120_000,
  summary: "Ask for other terms of a proposal, or have a draft's inventory held until it expires.",
  request: {
    refinements: z
      .array(z.discriminatedUnion("action", [revision, finalisation]))
      .min(1)
      .max(25),
  },
  response: {
    results: eachLoose({
      source_proposal_id: z.string(),
      outcome: z.string(),
      reason_code: z.string().optional(),
      reason: z.string().optional(),
      unsatisfied_constraints: z.array(z.string()).optional(),
      /** Drafts of a revision. */
      proposals: z.array(z.unknown()).optional(),
      /** What is held, of a finalisation. */
      proposal: z.unknown().optional(),
    }).optional(),
    products: z.array(z.unknown()).optional(),
  },
});
