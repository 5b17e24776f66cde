import { z } from "zod";
import { termsDigest } from "../proposals/proposal.ts";

/** A buy after a compact change. `status` is the task's; the buy's own is `media_buy_status`. */
export const buyStateFields = {
  media_buy_id: z.string().min(1).optional(),
  revision: z.int().positive().optional(),
  media_buy_status: z.string().optional(),
  available_actions: z.array(z.unknown()).optional(),
};

const purchaseSchema = z.looseObject({
  product_id: z.string(),
  pricing_option_id: z.string(),
  pricing: z.looseObject({ pricing_option_id: z.string(), currency: z.string() }),
});

const acceptedSchema = z.looseObject({
  proposal_id: z.string(),
  proposal_status: z.literal("accepted"),
  media_buy_id: z.string(),
  terms_digest: z.string(),
  commercial_terms: z.looseObject({
    purchases: z.array(purchaseSchema).min(1),
    start_time: z.string(),
    end_time: z.string(),
  }),
});

/** What a purchase came to: the terms that its seller has written down, and which package each purchase has become. */
export const commitmentFields = {
  ...buyStateFields,
  accepted_proposal: acceptedSchema.optional(),
  purchase_bindings: z
    .array(z.looseObject({ purchase_index: z.int(), product_id: z.string(), package_id: z.string() }))
    .optional(),
};
const commitmentSchema = z.looseObject({
  ...commitmentFields,
  media_buy_id: z.string(),
  accepted_proposal: acceptedSchema,
  purchase_bindings: commitmentFields.purchase_bindings.unwrap(),
});
export type Commitment = z.output<typeof commitmentSchema>;

/** A commitment as it may be relied on, or why it may not. */
export type ReadCommitment =
  | { readonly type: "proven"; readonly commitment: Commitment }
  | { readonly type: "wrong"; readonly why: string };

/** Checks a commitment by 3.2's rules for who verifies one. */
export function readCommitment(answer: unknown): ReadCommitment {
  const wrong = (why: string): ReadCommitment => ({ type: "wrong", why });
  const { data, error } = commitmentSchema.safeParse(answer);
  if (data === undefined) return wrong(z.prettifyError(error).slice(0, 200));
  const { accepted_proposal: accepted, purchase_bindings: bindings, media_buy_id: id } = data;
  const terms = accepted.commercial_terms;
  if (accepted.media_buy_id !== id)
    return wrong(`the accepted terms are of ${accepted.media_buy_id}, and the buy is ${id}`);
  if (termsDigest(terms) !== accepted.terms_digest)
    return wrong("the digest is not that of the accepted terms");
  if (terms.purchases.some(({ pricing, pricing_option_id: option }) => pricing.pricing_option_id !== option))
    return wrong("a purchase is priced by another option than it names");
  const indexes = new Set(bindings.map(({ purchase_index }) => purchase_index));
  const packages = new Set(bindings.map(({ package_id }) => package_id));
  const isOneToOne =
    [indexes.size, packages.size, bindings.length].every((size) => size === terms.purchases.length) &&
    bindings.every(
      ({ purchase_index, product_id }) => terms.purchases[purchase_index]?.product_id === product_id,
    );
  return isOneToOne
    ? { type: "proven", commitment: data }
    : wrong("its packages are not one for each purchase");
}
