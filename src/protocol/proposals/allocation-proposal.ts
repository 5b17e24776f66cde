import { z } from "zod";
import { eachLoose, looseFields } from "../../lib/described.ts";

const instant = z.iso.datetime({ offset: true });

/**
 * A proposal as releases 3.0 and 3.1 of the public standard have it, beside the products of an answer: parts of a budget that the
 * buyer names, without a seal. A draft of them is indicative.
 */
export const allocationProposalSchema = looseFields({
  proposal_id: z.string().min(1).max(255),
  name: z.string(),
  allocations: eachLoose({
    product_id: z.string(),
    /** 0 to 100. */
    allocation_percentage: z.number().min(0).max(100),
    pricing_option_id: z.string().optional(),
    start_time: instant.optional(),
    end_time: instant.optional(),
    daypart_targets: z.array(z.unknown()).optional(),
  }).min(1),
  proposal_status: z.string().optional(),
  expires_at: instant.optional(),
  insertion_order: looseFields({ requires_signature: z.boolean().optional() }).optional(),
  total_budget_guidance: looseFields({
    min: z.number().nonnegative().optional(),
    recommended: z.number().nonnegative().optional(),
    max: z.number().nonnegative().optional(),
    currency: z.string().optional(),
  }).optional(),
});
export type AllocationProposal = z.infer<typeof allocationProposalSchema>;
