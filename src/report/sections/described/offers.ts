import { z } from "zod";
import { lineIdOf, type Offer } from "../../../campaign/model/offers/offer.ts";
import type { RankingRow } from "../../../campaign/model/offers/ranking.ts";
import type { CampaignState } from "../../../campaign/model/state/state.ts";
import { cellsOf } from "../../../campaign/plan/creatives/coverage.ts";
import { creativesOnHand } from "../../../campaign/plan/creatives/on-hand.ts";
import { explainCounterfactual } from "../../../campaign/rank/counterfactual.ts";
import { listed } from "../../../lib/english.ts";
import { moneySchema } from "../../../lib/money.ts";
import { priceSchema } from "../../../lib/price.ts";
import { sentence, textsOf } from "../../blocks/format.ts";
import { type Described, each, fields, range, texts } from "../../blocks/schema.ts";
import { authorisationSchema, describeAuthorisation } from "./authorisation.ts";
import { describeFormat } from "./creatives.ts";

export const offerSchema = fields({
  id: z.string(),
  lineId: z.string().describe("of the line that buys its product"),
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
  price: priceSchema
    .optional()
    .describe("fixed price or floor, seller's currency, minor units, not always whole"),
  bid: priceSchema.optional().describe("minor units, not always whole"),
  minimumSpend: moneySchema.optional(),
  cpm: range.optional().describe("price of 1,000 impressions, minor units of the brief's currency"),
  impressions: range.optional(),
  authorisation: authorisationSchema.optional(),
  assumptions: texts.describe("what stands between the seller's price and `cpm`"),
  missing: texts,
  gate: z.enum(["pass", "fail", "unknown"]).optional(),
  gateReasons: texts,
  score: z.number().optional().describe("0 to 100"),
  parts: each({
    criterion: z.string(),
    value: z.number().describe("0 to 1"),
    weight: z.number().describe("points that a value of 1 would bring"),
    points: z.number().describe("value times weight"),
    reason: z.string(),
  }),
  whatIf: z.string().optional().describe("at what price it would pass or stand first, all else as it is"),
  inPlan: z.boolean(),
  countries: texts,
  fees: texts.describe("part of `cpm`"),
  reach: range.optional().describe("people over the flight"),
  formats: each({
    id: z.string(),
    status: z.enum(["ready", "rejected", "missing"]),
    builder: z.string().optional().describe("agent that could build one"),
  }),
  completeness: z.number().optional().describe("0 to 1: what it states of what a comparison needs"),
  why: z.string().optional().describe("what its score rests on and what it lacks, one sentence each"),
  injectionSigns: texts.describe("what its texts tried on their reader"),
});
export type Offers = readonly OfferRow[];
export type OfferRow = Described<typeof offerSchema>;

/** Every offer: those that may be bought in order of rank, then those that may not, then those not ranked yet. */
export function describeOffers(state: CampaignState): Offers {
  const { offers = [], ranking, brief, creativeAgents } = state;
  const planned = new Set((state.plan?.lines ?? []).map((line) => line.offerId));
  const onHand = creativesOnHand(state);
  const counterfactuals = new Map(ranking?.counterfactuals?.map((one) => [one.offerId, one]));
  const whatIf = (offerId: string, isFirst: boolean) => {
    const counterfactual = counterfactuals.get(offerId);
    return (
      counterfactual &&
      brief &&
      explainCounterfactual(counterfactual, { isFirst, currency: brief.budget.currency })
    );
  };
  const described = (offer: Offer): OfferRow => ({
    ...offer,
    lineId: lineIdOf(offer),
    product: offer.name,
    authorisation: describeAuthorisation(offer.authorisation),
    gateReasons: [],
    parts: [],
    inPlan: planned.has(offer.id),
    countries: offer.countries ?? [],
    fees: offer.fees ?? [],
    formats: cellsOf(offer, onHand, creativeAgents).map(describeFormat),
    injectionSigns: offer.injectionSigns ?? [],
  });
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const ranked = (row: RankingRow, rank?: number): OfferRow[] => {
    const offer = byId.get(row.offerId);
    if (offer === undefined) return [];
    return [{ ...described(offer), ...describeRank(row), rank, whatIf: whatIf(row.offerId, rank === 1) }];
  };
  const rows = ranking?.rows ?? [];
  const rankedIds = new Set(rows.map((row) => row.offerId));
  return [
    ...rows.filter(({ gate }) => gate === "pass").flatMap((row, i) => ranked(row, i + 1)),
    ...rows.filter(({ gate }) => gate !== "pass").flatMap((row) => ranked(row)),
    ...offers.filter(({ id }) => !rankedIds.has(id)).map(described),
  ];
}

function describeRank(row: RankingRow) {
  return {
    ...row,
    completeness: row.parts.find(({ criterion }) => criterion === "completeness")?.value,
    why: whyOf(row),
    parts: row.parts.map((part) => ({ ...part, points: part.value * part.weight })),
  };
}

/** On what of its points it has most, and on what it leaves most lying, in words; the figures stand with its terms. */
function whyOf({ parts }: RankingRow): string | undefined {
  const isStrong = ({ value }: RankingRow["parts"][number]) => value >= 0.5;
  const strong = parts
    .filter(isStrong)
    .sort((a, b) => b.value * b.weight - a.value * a.weight)
    .slice(0, 2);
  const [weak] = parts
    .filter((part) => !isStrong(part))
    .sort((a, b) => (1 - b.value) * b.weight - (1 - a.value) * a.weight);
  const notes = textsOf(
    strong.length > 0 && `strong on ${listed(strong.map(({ criterion }) => criterion))}`,
    weak && weak.weight > 0 && `weak on ${weak.criterion}`,
  );
  return notes.length === 0 ? undefined : sentence(notes.join(", "));
}
