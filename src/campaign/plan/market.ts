import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import type { Ranking } from "../model/offers/ranking.ts";
import type { Policy } from "../model/policy/policy.ts";
import type { AimsOf } from "./limits/aims.ts";

/** What a plan is made from. */
export interface Market {
  readonly brief: Brief;
  readonly offers: readonly Offer[];
  readonly ranking: Ranking;
  readonly exchange?: ExchangeTable;
  /** What the desk's own rules let one seller get is kept. */
  readonly policies?: readonly Policy[];
  /** What one of these rules says that forbids an offer whatever is ordered of it. */
  readonly forbids?: (offer: Offer) => string | undefined;
  /** Lines that are ordered or on their way: each keeps its amount. */
  readonly kept?: readonly PlanLine[];
  /** What one seller may get where the default gave way, in minor units of the brief's currency. */
  readonly loosened?: number;
  /** Which rates and costs its lines come up to; all that the brief asks for where absent. */
  readonly aims?: AimsOf;
  /** Sellers, as `sellerKey` has them, whose agents share a host alone: each has a share of its own where the brief names none. */
  readonly hosted?: ReadonlySet<string>;
  /** Sellers, as `sellerKey` has them, that get nothing more in this plan. */
  readonly gone?: ReadonlySet<string>;
}

/** What each offer has already, in minor units of the brief's currency. */
export function keptAmounts(kept: Market["kept"] = []): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  for (const { offerId, amount } of kept) amounts.set(offerId, (amounts.get(offerId) ?? 0) + amount.minor);
  return amounts;
}
