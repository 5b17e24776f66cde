import { z } from "zod";
import type { Offer } from "../../../campaign/model/offer.ts";
import type { RankingRow } from "../../../campaign/model/ranking.ts";
import type { CampaignState } from "../../../campaign/model/state.ts";
import { cellsOf } from "../../../campaign/plan/creatives/coverage.ts";
import { creativesOnHand } from "../../../campaign/plan/creatives/on-hand.ts";
import { explainCounterfactual } from "../../../campaign/rank/counterfactual.ts";
import { listed } from "../../../lib/english.ts";
import { moneySchema } from "../../../lib/money.ts";
import { type Described, range, texts } from "../../schema.ts";
import { authorisationSchema } from "./authorisation.ts";

export const offerSchema = z.strictObject({
  id: z.string(),
  rank: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("1 is best; absent where the offer may not be bought"),
  sellerId: z.string(),
  product: z.string().describe("seller's words"),
  channels: texts,
  deliveryType: z.string().optional(),
  pricingModel: z.string(),
  auction: z.boolean(),
  price: moneySchema.optional().describe("fixed price or floor, seller's currency"),
  bid: moneySchema.optional(),
  minimumSpend: moneySchema.optional(),
  cpm: range.optional().describe("price of 1,000 impressions, minor units of the brief's currency"),
  impressions: range.optional(),
  authorisation: authorisationSchema.optional(),
  assumptions: texts.describe("what stands between the seller's price and `cpm`"),
  missing: texts,
  gate: z.enum(["pass", "fail", "unknown"]).optional(),
  gateReasons: texts,
  score: z.number().optional().describe("0 to 100"),
  parts: z.array(
    z.strictObject({
      criterion: z.string(),
      value: z.number().describe("0 to 1"),
      weight: z.number().describe("points that a value of 1 would bring"),
      points: z.number().describe("value times weight"),
      reason: z.string(),
    }),
  ),
  whatIf: z.string().optional().describe("at what price it would pass or stand first, all else as it is"),
  inPlan: z.boolean(),
  countries: texts,
  fees: texts.describe("part of `cpm`"),
  reach: range.optional().describe("people over the flight"),
  formats: z.array(
    z.strictObject({
      id: z.string(),
      standing: z.enum(["ready", "rejected", "missing"]),
      builder: z.string().optional().describe("agent that could build one"),
    }),
  ),
  completeness: z.number().optional().describe("0 to 1: what it tells of what a comparison needs"),
  why: z.string().optional().describe("what its score rests on and what it lacks, one sentence each"),
  injectionSigns: texts.describe("what its texts tried on their reader"),
});
export type Offers = readonly OfferRow[];
export type OfferRow = Described<typeof offerSchema>;

/** Every offer: those that may be bought in order of rank, then those that may not, then those not ranked yet. */
export function describeOffers(state: CampaignState): Offers {
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  const planned = new Set((state.plan?.lines ?? []).map((line) => line.offerId));
  const rows = state.ranking?.rows ?? [];
  const onHand = creativesOnHand(state);
  const described = (offer: Offer): OfferRow => ({
    ...describe(offer, planned),
    formats: cellsOf(offer, onHand, state.creativeAgents).map(({ format, ready, rejected, builder }) => ({
      id: format.id,
      standing: ready.length > 0 ? "ready" : rejected.length > 0 ? "rejected" : "missing",
      builder: builder?.id,
    })),
  });
  const counterfactuals = new Map(
    (state.ranking?.counterfactuals ?? []).map((counterfactual) => [counterfactual.offerId, counterfactual]),
  );
  const whatIf = (offerId: string, isFirst: boolean) => {
    const counterfactual = counterfactuals.get(offerId);
    const currency = state.brief?.budget.currency;
    if (counterfactual === undefined || currency === undefined) return {};
    return { whatIf: explainCounterfactual(counterfactual, { isFirst, currency }) };
  };
  const ranked = (row: RankingRow, rank?: number): OfferRow[] => {
    const offer = offers.get(row.offerId);
    if (offer === undefined) return [];
    const standing = { ...describeRank(row), ...(rank && { rank }), ...whatIf(row.offerId, rank === 1) };
    return [{ ...described(offer), ...standing }];
  };
  const passing = rows.filter((row) => row.gate === "pass");
  const rankedIds = new Set(rows.map((row) => row.offerId));
  return [
    ...passing.flatMap((row, i) => ranked(row, i + 1)),
    ...rows.filter((row) => row.gate !== "pass").flatMap((row) => ranked(row)),
    ...[...offers.values()].filter((offer) => !rankedIds.has(offer.id)).map(described),
  ];
}

function describe(offer: Offer, planned: ReadonlySet<string>): OfferRow {
  const { id, sellerId, channels, pricingModel, auction, assumptions, missing } = offer;
  return {
    id,
    sellerId,
    product: offer.name,
    channels,
    ...(offer.deliveryType !== undefined && { deliveryType: offer.deliveryType }),
    pricingModel,
    auction,
    ...(offer.price && { price: offer.price }),
    ...(offer.bid && { bid: offer.bid }),
    ...(offer.minimumSpend && { minimumSpend: offer.minimumSpend }),
    ...(offer.cpm && { cpm: offer.cpm }),
    ...(offer.impressions && { impressions: offer.impressions }),
    ...(offer.authorisation && { authorisation: offer.authorisation }),
    assumptions,
    missing,
    gateReasons: [],
    parts: [],
    inPlan: planned.has(id),
    countries: offer.countries ?? [],
    fees: offer.fees ?? [],
    ...(offer.reach && { reach: offer.reach }),
    formats: [],
    injectionSigns: offer.injectionSigns ?? [],
  };
}

function describeRank(row: RankingRow): Partial<OfferRow> {
  const told = row.parts.find(({ criterion }) => criterion === "completeness");
  return {
    ...(told && { completeness: told.value }),
    ...(row.parts.length > 0 && { why: whyOf(row) }),
    gate: row.gate,
    gateReasons: row.gateReasons,
    score: row.score,
    parts: row.parts.map(({ criterion, value, weight, reason }) => ({
      criterion,
      value,
      weight,
      points: value * weight,
      reason,
    })),
  };
}

/** The two criteria that bring most points, and which of the others leaves most of its points lying. */
function whyOf({ parts }: RankingRow): string {
  const points = ({ criterion, value, weight }: RankingRow["parts"][number]) =>
    `${criterion} ${(value * weight).toFixed(1)}/${Math.round(weight * 10) / 10}`;
  const [first, second, ...others] = [...parts].sort((a, b) => b.value * b.weight - a.value * a.weight);
  const best = [first, second].filter((part) => part !== undefined).map(points);
  const [lacking] = others
    .filter(({ value, weight }) => (1 - value) * weight >= 0.1)
    .sort((a, b) => (1 - b.value) * b.weight - (1 - a.value) * a.weight);
  return `Points from ${listed(best)}${lacking ? `; fewer from ${points(lacking)}` : ""}.`;
}
