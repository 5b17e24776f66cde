import { z } from "zod";
import {
  accountReferenceSchema,
  brandSchema,
  pushNotificationConfigSchema,
} from "../../protocol/records/account.ts";
import { defineMutation } from "../../protocol/tasks/task.ts";

const sold = { only: "adcp", servedBy: ["sales"], access: "authenticated", timeoutMs: 120_000 } as const;
const anything = z.record(z.string(), z.unknown());
const seal = z.string().regex(/^sha256:[A-Za-z0-9_-]{43}$/);

const constraintsSchema = z
  .strictObject({
    total_budget: z
      .strictObject({
        min: z.number().nonnegative().optional(),
        max: z.number().nonnegative().optional(),
        currency: z.string(),
      })
      .optional(),
    cpm: z.strictObject({ max: z.number().positive(), currency: z.string() }).optional(),
    impressions: z.strictObject({ min: z.number().positive() }).optional(),
    flight: z
      .strictObject({
        start_no_later_than: z.iso.datetime({ offset: true }).optional(),
        end_no_earlier_than: z.iso.datetime({ offset: true }).optional(),
      })
      .optional(),
  })
  .partial();
export type Constraints = z.output<typeof constraintsSchema>;

const refinementSchema = z.discriminatedUnion("action", [
  z.strictObject({ proposal_id: z.string().min(1), action: z.literal("finalize") }),
  z.strictObject({
    proposal_id: z.string().min(1),
    action: z.literal("revise"),
    constraints: constraintsSchema.optional(),
    alternatives: z.strictObject({ count: z.int().min(2).max(10) }).optional(),
    ask: z.string().min(1).optional(),
    product_changes: anything.optional(),
    criteria: anything.optional(),
    change_kind: z.enum(["amendment", "cancellation"]).optional(),
    remove_media_buy_frequency_cap: z.literal(true).optional(),
  }),
]);
export type Refinement = z.output<typeof refinementSchema>;
export type Revision = Extract<Refinement, { action: "revise" }>;

/** The proposal tools of 3.2 as this deployment takes them. */
export const request_proposals = defineMutation({
  ...sold,
  name: "request_proposals",
  summary: "Drafts that answer a brief: terms under a digest, which bind nobody.",
  request: {
    account: accountReferenceSchema.optional(),
    brand: brandSchema.optional(),
    brief: z.string().min(1),
    criteria: z
      .strictObject({
        offer_filters: anything,
        targeting_overlay: anything,
        product_ids: z.array(z.string()),
      })
      .partial()
      .optional(),
    opportunity: anything.optional(),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: {},
});

export const refine_proposals = defineMutation({
  ...sold,
  name: "refine_proposals",
  summary: "Other terms for a draft, or the same held for a while: each a proposal of its own.",
  request: {
    refinements: z.array(refinementSchema).min(1).max(25),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: {},
});

export const accept_proposal = defineMutation({
  ...sold,
  name: "accept_proposal",
  summary: "Buys a proposal that is held, whole and as its digest has it.",
  request: {
    account: accountReferenceSchema,
    proposal_id: z.string().min(1),
    proposal_terms_digest: seal,
    name: z.string().min(1).max(255).optional(),
    purchase_order_ref: z.string().min(1).max(255).optional(),
    push_notification_config: pushNotificationConfigSchema.optional(),
  },
  response: {},
});

export const decline_proposals = defineMutation({
  ...sold,
  name: "decline_proposals",
  summary: "Gives proposals up for good, and the holds with them.",
  request: {
    declines: z
      .array(z.looseObject({ proposal_id: z.string().min(1), reason: z.string().optional() }))
      .min(1)
      .max(25),
  },
  response: {},
});
