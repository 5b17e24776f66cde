import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Brief } from "../brief/brief.ts";
import type { Seller } from "../discover/seller.ts";
import type { Offer } from "../quote/offer.ts";

/** What an offer is judged against. It holds no other offer: a score must not depend on what else is on the table. */
export interface RankContext {
  readonly brief: Brief;
  readonly sellers: readonly Seller[];
  readonly exchange?: ExchangeTable | undefined;
}

export interface Criterion {
  readonly name: string;
  /** Points that a value of 1 brings; all weights add up to 100. */
  readonly weight: number;
  /** A value from 0 to 1 on a fixed scale, and the figures it comes from in plain words. */
  readonly score: (offer: Offer, context: RankContext) => { readonly value: number; readonly reason: string };
}
