import type { Offer } from "../quote/offer.ts";
import { criteria } from "./criteria/index.ts";
import type { RankContext } from "./criterion.ts";
import { gate } from "./gate.ts";
import type { Ranking, RankingRow, ScorePart } from "./ranking.ts";

/** Offers in order: those that may be bought first, then by score, then by id. Each is judged alone. */
export function rank(offers: readonly Offer[], context: RankContext): Ranking {
  const rows = offers.map((offer) => judge(offer, context));
  return { rows: rows.sort(inOrder) };
}

function judge(offer: Offer, context: RankContext): RankingRow {
  const parts = criteria.map(({ name, weight, score }): ScorePart => {
    const { value, reason } = score(offer, context);
    return { criterion: name, value: rounded(value, 4), weight, reason };
  });
  const score = parts.reduce((total, part) => total + part.value * part.weight, 0);
  return { offerId: offer.id, ...gate(offer, context), score: rounded(score, 2), parts };
}

function inOrder(a: RankingRow, b: RankingRow): number {
  const passes = Number(b.gate === "pass") - Number(a.gate === "pass");
  return passes || b.score - a.score || (a.offerId < b.offerId ? -1 : a.offerId > b.offerId ? 1 : 0);
}

/** Rounding never turns an order round, and lets a reader add the parts up to the score. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
