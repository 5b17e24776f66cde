import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { TrackRecord } from "../model/learned/track-record.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { KnownFormat, Seller } from "../model/sellers/seller.ts";
import type { CampaignState } from "../model/state/state.ts";

/** What an offer is scored by. It knows no other offer: a score must not depend on what else is on the table. */
export interface RankContext {
  readonly brief: Brief;
  readonly sellers: readonly Seller[];
  readonly exchange?: ExchangeTable;
  /** How sellers did in earlier campaigns; who is not in it is a seller that nobody knows. */
  readonly trackRecords?: readonly TrackRecord[];
  /** What creative agents say of the formats that creatives at hand are in. */
  readonly formats?: readonly KnownFormat[];
}

/** What a campaign's offers are scored by, under its own brief or another. */
export function rankContext(state: CampaignState, brief: Brief): RankContext {
  const { sellers = [], exchange, trackRecords, creativeAgents } = state;
  return {
    brief,
    sellers,
    exchange,
    trackRecords,
    formats: creativeAgents.flatMap(({ formats = [] }) => formats),
  };
}

/** A value from 0 to 1 on a fixed scale, and the figures it comes from in plain words. */
export type Score = (offer: Offer) => { readonly value: number; readonly reason: string };

export interface Criterion {
  readonly name: string;
  /** Points that a value of 1 brings where the brief does not weigh; all weights add up to 100. */
  readonly weight: number;
  /** The score's function for one brief: what is the same for all offers is worked out once. */
  readonly scoreFor: (context: RankContext) => Score;
}
