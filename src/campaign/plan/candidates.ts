import type { ExchangeTable } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Brief } from "../model/brief.ts";
import type { Offer } from "../model/offer.ts";
import type { Ranking, RankingRow } from "../model/ranking.ts";
import type { Candidate } from "./allocator.ts";
import { boundsOf, isWhole } from "./bounds.ts";
import { stretchesOf } from "./response.ts";
import { limitPerSeller, type SellerLimit } from "./seller-limit.ts";

/** What may be bought and for how much, and what may not and why. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** What each candidate is made of, in the same order. */
  readonly offers: readonly Offer[];
  readonly leftOut: ReadonlyMap<string, string>;
  readonly sellerLimit: SellerLimit;
}

export function findCandidates({
  brief,
  offers,
  ranking,
  exchange,
}: {
  brief: Brief;
  offers: readonly Offer[];
  ranking: Ranking;
  exchange?: ExchangeTable | undefined;
}): Candidates {
  const rows = new Map(ranking.rows.map((row) => [row.offerId, row]));
  const inOrder = [...offers].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

  const leftOut = new Map<string, string>();
  const buyable: { offer: Offer; row: RankingRow }[] = [];
  for (const offer of inOrder) {
    const row = rows.get(offer.id);
    const objection = notBuyable(offer, row);
    if (objection !== undefined) leftOut.set(offer.id, objection);
    else if (row !== undefined) buyable.push({ offer, row });
  }

  const sellerLimit = limitPerSeller(
    brief,
    new Set(buyable.map(({ offer }) => offer.groupId ?? offer.sellerId)).size,
  );
  const found: { candidate: Candidate; offer: Offer }[] = [];
  for (const { offer, row } of buyable) {
    const bounds = boundsOf(offer, brief, sellerLimit, exchange);
    if (typeof bounds === "string") leftOut.set(offer.id, bounds);
    else {
      const response = isWhole(offer) ? undefined : stretchesOf(offer.response);
      const candidate = {
        offerId: offer.id,
        sellerId: offer.groupId ?? offer.sellerId,
        lineId: lineIdOf(offer),
        channel: channelOf(offer, brief),
        score: row.score / 100,
        ...bounds,
        ...(response && { response }),
      };
      found.push({ candidate, offer });
    }
  }
  const bySlot = groupBy(found, ({ candidate }) => candidate.lineId);
  const kept = found.filter(({ candidate }) => {
    const better = bySlot.get(candidate.lineId)?.find((other) => standsInFor(other.candidate, candidate));
    if (better !== undefined)
      leftOut.set(candidate.offerId, `${better.offer.id} is a better pricing option of the same product`);
    return better === undefined;
  });
  return {
    candidates: kept.map(({ candidate }) => candidate),
    offers: kept.map(({ offer }) => offer),
    leftOut,
    sellerLimit,
  };
}

/** Without this rule the dearer of two prices of the same impressions would look better: it takes more of the budget. */
function standsInFor(other: Candidate, candidate: Candidate): boolean {
  if (other === candidate || other.lineId !== candidate.lineId || other.least > candidate.least) return false;
  if (other.score !== candidate.score) return other.score > candidate.score;
  return other.least < candidate.least || other.offerId < candidate.offerId;
}

export function lineIdOf(offer: Offer): string {
  return `${offer.sellerId}/${offer.productId}`;
}

function notBuyable(offer: Offer, row: RankingRow | undefined): string | undefined {
  if (row === undefined) return "it was not ranked";
  if (row.gate !== "pass") return row.gateReasons.join("; ") || `its gate says ${row.gate}`;
  if (offer.cpm === undefined) return "it has no price for 1,000 impressions";
  if (offer.auction && (offer.bid === undefined || offer.bid.minor < (offer.price?.minor ?? 0)))
    return "there is no bid at or over its floor";
  if (isWhole(offer) && offer.price === undefined) return "it has no price";
  return undefined;
}

/** The first of the brief's channels that it covers: what the plan is spread over. */
function channelOf(offer: Offer, brief: Brief): string {
  return (
    brief.channels.find((channel) => offer.channels.includes(channel)) ?? [...offer.channels].sort()[0] ?? ""
  );
}
