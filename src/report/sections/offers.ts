import { cellsOf } from "../../campaign/plan/creatives/coverage.ts";
import { creativesOnHand } from "../../campaign/plan/creatives/on-hand.ts";
import type { Offer } from "../../campaign/quote/offer.ts";
import type { RankingRow } from "../../campaign/rank/ranking.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { formatMinor, listed } from "../format.ts";
import type { Report } from "../report-schema.ts";

type OfferRow = Report["offers"][number];

/** Every offer: those that may be bought in order of rank, then those that may not, then those not ranked yet. */
export function describeOffers(state: CampaignState): Report["offers"] {
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  const planned = new Set((state.plan?.lines ?? []).map((line) => line.offerId));
  const rows = state.ranking?.rows ?? [];
  const onHand = creativesOnHand(state);
  const described = (offer: Offer): OfferRow => ({
    ...describe(offer, planned),
    formats: cellsOf(offer, onHand, state.creativeAgents).map(({ format, ready, rejected, builder }) => ({
      id: format.id,
      standing: ready.length > 0 ? "ready" : rejected.length > 0 ? "rejected" : "missing",
      ...(builder && { builder: builder.id }),
    })),
    ...wouldRankFirst(offer, state),
  });
  const ranked = (row: RankingRow, rank?: number): OfferRow[] => {
    const offer = offers.get(row.offerId);
    return offer ? [{ ...described(offer), ...describeRank(row), ...(rank && { rank }) }] : [];
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
    tried: offer.tried ?? [],
  };
}

/** What price would change the offer's standing, where the ranking tells it. */
function wouldRankFirst(
  { id, cpm }: Offer,
  { ranking, brief }: CampaignState,
): Pick<OfferRow, "wouldRankFirst"> {
  const found = ranking?.counterfactuals?.find(({ offerId }) => offerId === id);
  if (found === undefined || brief === undefined) return {};
  const { first, passes } = found;
  const { currency } = brief.budget;
  const words = [
    ...(passes === undefined ? [] : [`May be bought at ${formatMinor(passes, currency)} or less for 1,000.`]),
    ...(first === undefined
      ? []
      : cpm !== undefined && first >= cpm.mid
        ? [`Stays first up to ${formatMinor(first, currency)} for 1,000.`]
        : [`Stands first at ${formatMinor(first, currency)} or less for 1,000.`]),
  ];
  return words.length === 0 ? {} : { wouldRankFirst: words.join(" ") };
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
    `${criterion} (${(value * weight).toFixed(1)} of ${Math.round(weight * 10) / 10})`;
  const [first, second, ...others] = [...parts].sort((a, b) => b.value * b.weight - a.value * a.weight);
  const best = [first, second].filter((part) => part !== undefined).map(points);
  const [lacking] = others
    .filter(({ value, weight }) => (1 - value) * weight >= 0.1)
    .sort((a, b) => (1 - b.value) * b.weight - (1 - a.value) * a.weight);
  return `Most points from ${listed(best)}.${lacking ? ` Fewer from ${points(lacking)}.` : ""}`;
}
