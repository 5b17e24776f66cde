import type { Offer } from "../model/offers/offer.ts";
import type { RankingRow } from "../model/offers/ranking.ts";

/** An offer with its row and what it was made of. */
export interface ScoredOffer {
  readonly offer: Offer;
  readonly row: RankingRow;
  /** Nothing but its price keeps it from being bought. */
  readonly onlyPrice: boolean;
  /** The criteria's values in whole steps, in the order of `criteria`. */
  readonly steps: readonly number[];
}
