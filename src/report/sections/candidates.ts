import type { z } from "zod";
import type { Offer } from "../../campaign/quote/offer.ts";
import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";
import type { candidatesSchema, shortlistSchema } from "../schema/structured.ts";

type Candidate = z.infer<typeof candidatesSchema>[number];
type Shortlist = z.infer<typeof shortlistSchema>;

/** Every offer under the names that other agents know: in the report's order, so the best come first. */
export function describeCandidates(state: CampaignState, rows: Report["offers"]): Candidate[] {
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  return rows.flatMap((row) => {
    const offer = offers.get(row.id);
    return offer === undefined ? [] : [describe(offer, row, state)];
  });
}

/** The best candidate of each seller that may be bought from, the best first. */
export function shortlistOf(candidates: readonly Candidate[]): Shortlist {
  const listed = new Set<string>();
  return candidates.flatMap(({ seller_id, product_id, name, delivery_type, pricing, rank, score }) => {
    if (rank === undefined || score === undefined || listed.has(seller_id)) return [];
    listed.add(seller_id);
    const told = delivery_type === undefined ? {} : { delivery_type };
    return [{ seller_id, product_id, name, ...told, pricing, rank, score }];
  });
}

function describe(offer: Offer, row: Report["offers"][number], { signals = [] }: CampaignState): Candidate {
  const { rank, score } = row;
  return {
    seller_id: offer.sellerId,
    product_id: offer.productId,
    name: offer.name,
    channels: [...offer.channels],
    ...(offer.deliveryType !== undefined && { delivery_type: offer.deliveryType }),
    pricing: {
      pricing_option_id: offer.pricingOptionId,
      pricing_model: offer.pricingModel,
      currency: offer.currency,
      auction: offer.auction,
      ...(offer.price && { price: offer.price }),
      ...(offer.bid && { bid: offer.bid }),
      ...(offer.minimumSpend && { minimum_spend: offer.minimumSpend }),
      ...(offer.cpm && { cpm: offer.cpm }),
    },
    eligible: row.gate === "pass",
    ...(rank !== undefined && { rank }),
    ...(score !== undefined && { score }),
    format_ids: offer.formats.map(({ agent_url, id }, i) => ({
      agent_url,
      id,
      creative: row.formats[i]?.standing ?? "missing",
    })),
    audience_activation: signals
      .filter(({ sellerIds }) => sellerIds.includes(offer.sellerId))
      .map(({ id, name }) => ({ signal_id: id, name })),
  };
}
