import { z } from "zod";
import type { Offer } from "../campaign/model/offers/offer.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { moneySchema } from "../lib/money.ts";
import { priceSchema } from "../lib/price.ts";
import { count, each, fields, range } from "./blocks/schema.ts";
import type { OfferRow, Offers } from "./sections/described/offers.ts";
import type { BudgetReconciliation } from "./sections/money-summary.ts";

const pricing = fields({
  pricing_option_id: z.string(),
  pricing_model: z
    .string()
    .describe("of an auction too that of its price, such as `cpm`: `auction` says that it is one"),
  currency: z.string().describe("ISO 4217, the seller's"),
  auction: z.boolean(),
  price: priceSchema.optional().describe("fixed price or floor, minor units, not always whole"),
  bid: priceSchema.optional().describe("what would be bid in an auction, minor units, not always whole"),
  minimumSpend: moneySchema.optional().describe("of one package, integer minor units"),
  cpm: range
    .optional()
    .describe("1,000 impressions in minor units of the brief's currency, not always whole"),
}).describe("amounts are minor units with their currency");

const candidate = fields({
  seller_id: z.string(),
  product_id: z.string(),
  name: z.string().describe("the seller's words"),
  channels: z.array(z.string()),
  delivery_type: z.string().optional().describe("as the seller calls it; absent where it does not say"),
  pricing,
  eligible: z.boolean().describe("whether it may be bought"),
  rank: count.optional().describe("1 is best; absent where it may not be bought"),
  score: z.number().optional().describe("0 to 100"),
  format_ids: each({
    agent_url: z.string(),
    id: z.string(),
    creative: z.enum(["ready", "rejected", "missing"]).describe("whether a creative at hand fits it"),
  }).describe("creative formats that it accepts"),
  audienceActivation: each({
    signal_id: z.string(),
    name: z.string().describe("the agent's words"),
  }).describe(
    "audience signals that can be activated at its seller; empty where the brief names no audience",
  ),
});

export const candidatesSchema = z
  .array(candidate)
  .describe("every offer of every seller with a price, the best first, then those that may not be bought");

export const shortlistSchema = z
  .array(
    candidate
      .pick({
        seller_id: true,
        product_id: true,
        name: true,
        channels: true,
        delivery_type: true,
        pricing: true,
      })
      .extend({ rank: count, score: z.number() }),
  )
  .describe("the best offer of each seller in each channel, of those that may be bought; the best first");

/** Of the budget what the standard's stories of buyers read, under their names. */
export const storyboardBudgetSchema = fields({
  committed_spend: moneySchema,
  in_doubt: moneySchema,
  unallocated: moneySchema,
  remaining: moneySchema,
}).describe("of `budgetReconciliation`, under the names that the public standard's buyer storyboards read");

export function storyboardBudget({ committedSpend, inDoubt, unallocated, remaining }: BudgetReconciliation) {
  return { committed_spend: committedSpend, in_doubt: inDoubt, unallocated, remaining };
}

type Candidate = z.infer<typeof candidatesSchema>[number];

/** Every offer under the names that other agents know: in the report's order, so the best come first. */
export function describeCandidates(state: CampaignState, rows: Offers): Candidate[] {
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  return rows.flatMap((row) => {
    const offer = offers.get(row.id);
    return offer === undefined ? [] : [describe(offer, row, state)];
  });
}

/** The best candidate of each seller in each channel of those that may be bought, the best first. */
export function shortlistOf(candidates: readonly Candidate[]): z.infer<typeof shortlistSchema> {
  const listed = new Set<string>();
  return candidates.flatMap(
    ({ seller_id, product_id, name, channels, delivery_type, pricing, rank, score }) => {
      if (rank === undefined || score === undefined) return [];
      const places = [...channels, ...(channels.length === 0 ? ["any"] : [])].map(
        (channel) => `${seller_id} ${channel}`,
      );
      if (places.every((place) => listed.has(place))) return [];
      for (const place of places) listed.add(place);
      return [{ seller_id, product_id, name, channels, delivery_type, pricing, rank, score }];
    },
  );
}

function describe(offer: Offer, row: OfferRow, { signals = [] }: CampaignState): Candidate {
  const { rank, score } = row;
  return {
    seller_id: offer.sellerId,
    product_id: offer.productId,
    name: offer.name,
    channels: [...offer.channels],
    delivery_type: offer.deliveryType,
    pricing: {
      pricing_option_id: offer.pricingOptionId,
      pricing_model: offer.pricingModel.replace(/-auction$/, ""),
      currency: offer.currency,
      auction: offer.auction,
      price: offer.price,
      bid: offer.bid,
      minimumSpend: offer.minimumSpend,
      cpm: offer.cpm,
    },
    eligible: row.gate === "pass",
    rank,
    score,
    format_ids: offer.formats.map(({ agent_url, id }, i) => ({
      agent_url,
      id,
      creative: row.formats[i]?.status ?? "missing",
    })),
    audienceActivation: signals
      .filter(({ sellerIds }) => sellerIds.includes(offer.sellerId))
      .map(({ id, name }) => ({ signal_id: id, name })),
  };
}
