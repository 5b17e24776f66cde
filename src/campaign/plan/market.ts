import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Money } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import { type Decided, decidedId, type PlanLine } from "../model/offers/plan.ts";
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
  /** Ids of offers that a person picked: another pricing option of the same product does not stand in for them. */
  readonly picked?: ReadonlySet<string>;
  /** Lines that are ordered or on their way: each keeps its amount. */
  readonly kept?: readonly PlanLine[];
  /** Ids of offers that are decided in each of the brief's places by itself, where no place has a share. */
  readonly divided?: readonly string[];
  /** Ids of offers that are bought for all places at once, though these have shares. */
  readonly undivided?: readonly string[];
  /** Its offers are cells of the brief's bursts. */
  readonly isByBurst?: true;
  /** What one seller may get where the default gave way, in minor units of the brief's currency. */
  readonly loosened?: number;
  /** What a package gets at least where the brief does not say: only what sellers and limits allow anyway. */
  readonly usualLeast?: Money;
  /** Which rates and costs its lines come up to; all that the brief asks for where absent. */
  readonly aims?: AimsOf;
  /** Sellers, as `sellerKey` has them, whose agents share a host alone: each has a share of its own where the brief names none. */
  readonly hosted?: ReadonlySet<string>;
  /** Ids of sellers that this desk has bought from before. */
  readonly tried?: ReadonlySet<string>;
  /** When it is planned, UTC milliseconds: bundles that have lapsed are none. Absent: none has. */
  readonly now?: number;
  /** Sellers, as `sellerKey` has them, that get nothing more in this plan. */
  readonly gone?: ReadonlySet<string>;
}

/** What each offer, or each cell of it, has in lines, in minor units of the brief's currency. */
export function amountsIn(
  lines: readonly (Decided & Pick<PlanLine, "amount">)[] = [],
  market: Pick<Market, "isByBurst">,
): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const line of lines) {
    const id = amountId(line, market);
    amounts.set(id, (amounts.get(id) ?? 0) + line.amount.minor);
  }
  return amounts;
}

/** The offer, or the cell of it, that a line's amount counts for. */
export function amountId(line: Decided, { isByBurst }: Pick<Market, "isByBurst">): string {
  return decidedId(isByBurst ? line : { ...line, flight: undefined });
}
