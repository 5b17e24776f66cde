import { z } from "zod";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { sha256Bytes } from "../../lib/digest.ts";

const instant = z.iso.datetime({ offset: true });
const amount = z.looseObject({ amount: z.number().nonnegative(), currency: z.string() });

/** One purchase of a proposal. Read tolerantly: what is not named here is kept, as the digest is over all of it. */
const purchaseSchema = z.looseObject({
  product_id: z.string().min(1),
  pricing_option_id: z.string().min(1),
  pricing: z.looseObject({
    pricing_option_id: z.string(),
    pricing_model: z.string(),
    currency: z.string(),
    fixed_price: z.number().nonnegative().optional(),
  }),
  /** An instant, or `asap`. */
  start_time: z.string(),
  end_time: z.string(),
  budget: z.number().nonnegative().optional(),
  /** Contracted, not forecast. */
  impressions: z.number().nonnegative().optional(),
  targeting_overlay: z.record(z.string(), z.unknown()).optional(),
});
export type ProposedPurchase = z.infer<typeof purchaseSchema>;

/** What is agreed on when a proposal is accepted: nothing else of it binds anybody. */
const commercialTermsSchema = z.looseObject({
  purchases: z.array(purchaseSchema).min(1),
  start_time: z.string(),
  end_time: z.string(),
  total_budget: amount.optional(),
});
export type CommercialTerms = z.infer<typeof commercialTermsSchema>;

/** A proposal of release 3.2 of the public standard: terms under a digest. Immutable: each further step has an id of its own. */
export const proposalSchema = z.looseObject({
  proposal_id: z.string().min(1),
  proposal_kind: z.string(),
  proposal_status: z.string(),
  name: z.string(),
  commercial_terms: commercialTermsSchema,
  terms_digest: z.string(),
  expires_at: instant.optional(),
  parent_proposal_id: z.string().optional(),
  media_buy_id: z.string().optional(),
  insertion_order: z.looseObject({ requires_signature: z.boolean().optional() }).optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** What is asked of a revision, in the public standard's names. Bounds are inclusive; money in major units. */
export const constraintsSchema = z.strictObject({
  cpm: z.strictObject({ max: z.number().nonnegative(), currency: z.string() }).optional(),
  total_budget: z
    .strictObject({
      min: z.number().nonnegative().optional(),
      max: z.number().nonnegative().optional(),
      currency: z.string(),
    })
    .optional(),
  impressions: z.strictObject({ min: z.number().nonnegative() }).optional(),
  flight: z
    .strictObject({ start_no_later_than: instant.optional(), end_no_earlier_than: instant.optional() })
    .optional(),
});
export type ProposalConstraints = z.infer<typeof constraintsSchema>;

/** The digest that seals commercial terms: RFC 8785, SHA-256, unpadded base64url. */
export function termsDigest(terms: unknown): string {
  return `sha256:${sha256Bytes(canonicalJson(terms)).toString("base64url")}`;
}
