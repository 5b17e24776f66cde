import { type Proposal, termsDigest } from "../../../src/protocol/proposals/proposal.ts";

/** The kettle of the worked example: the terms that its digests are of. */
export function kettleTerms(fixedPrice: number, impressions: number, total = 27_000) {
  return {
    brand: { domain: "kettle.example" },
    purchases: [
      {
        product_id: "ctv_evening",
        pricing_option_id: "cpm_fix",
        pricing: {
          pricing_option_id: "cpm_fix",
          pricing_model: "cpm",
          currency: "EUR",
          fixed_price: fixedPrice,
        },
        budget: total,
        impressions,
        start_time: "2027-01-11T00:00:00Z",
        end_time: "2027-02-08T00:00:00Z",
        targeting_overlay: { geo_countries: ["NL"] },
      },
    ],
    start_time: "2027-01-11T00:00:00Z",
    end_time: "2027-02-08T00:00:00Z",
    total_budget: { amount: total, currency: "EUR" },
    change_terms: [
      {
        term_id: "ct_budget_up",
        action: "increase_budget",
        service_mode: "self_serve",
        allowed_statuses: ["active", "paused"],
        constraints: { kind: "budget", max_delta_percent: 20 },
      },
      { term_id: "ct_pause", action: "pause", service_mode: "self_serve" },
    ],
  };
}

export function proposalOf(own: Partial<Proposal> = {}): Proposal {
  const { commercial_terms = kettleTerms(18, 1_500_000) } = own;
  return {
    proposal_id: "prop_2",
    proposal_kind: "new_media_buy",
    proposal_status: "draft",
    name: "CTV evening, 4 weeks",
    terms_digest: termsDigest(commercial_terms),
    parent_proposal_id: "prop_1",
    expires_at: "2026-12-20T12:00:00Z",
    ...own,
    commercial_terms,
  };
}
