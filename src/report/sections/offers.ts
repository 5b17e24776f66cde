import type { Offer } from "../../campaign/quote/offer.ts";
import { explainCounterfactual } from "../../campaign/rank/counterfactual.ts";
import type { RankingRow } from "../../campaign/rank/ranking.ts";
import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";

type OfferRow = Report["offers"][number];

/** Every offer: those that may be bought in order of rank, then those that may not, then those not ranked yet. */
export function describeOffers(state: CampaignState): Report["offers"] {
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  const planned = new Set((state.plan?.lines ?? []).map((line) => line.offerId));
  const rows = state.ranking?.rows ?? [];
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
    return [{ ...describe(offer, planned), ...standing }];
  };
  const passing = rows.filter((row) => row.gate === "pass");
  const rankedIds = new Set(rows.map((row) => row.offerId));
  return [
    ...passing.flatMap((row, i) => ranked(row, i + 1)),
    ...rows.filter((row) => row.gate !== "pass").flatMap((row) => ranked(row)),
    ...[...offers.values()]
      .filter((offer) => !rankedIds.has(offer.id))
      .map((offer) => describe(offer, planned)),
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
  };
}

function describeRank(row: RankingRow): Pick<OfferRow, "gate" | "gateReasons" | "score" | "parts"> {
  return {
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
