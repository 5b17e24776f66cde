import type { Money } from "../../lib/money.ts";

/** Who gets how much for what, and why. The amounts of all lines and `unallocated` add up to the brief's budget exactly. */
export interface Plan {
  readonly id: string;
  /** Sum of the lines, in the brief's currency. */
  readonly total: Money;
  readonly unallocated: Money;
  readonly lines: readonly PlanLine[];
  readonly leftOut: readonly { readonly offerId: string; readonly reason: string }[];
  /** What held the split back: "seller X is at its share of 40 %". */
  readonly binding: readonly string[];
  /** For each seller that is bought from, which audience signal its packages use, or why none. */
  readonly signals?: readonly SignalChoice[];
}

export interface SignalChoice {
  readonly sellerId: string;
  /** Absent: none. */
  readonly signalId?: string;
  readonly reason: string;
}

/** One package to buy. */
export interface PlanLine {
  /** Stable within the campaign; also the package's `buyer_ref`. */
  readonly slot: string;
  readonly offerId: string;
  readonly sellerId: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  readonly channels: readonly string[];
  /** Taken from the brief's budget, in its currency. */
  readonly amount: Money;
  /** What the seller is paid at most, in its own currency; worth no more than `amount`. */
  readonly budget: Money;
  /** Bid for 1,000 impressions where the offer is an auction, in the seller's currency. */
  readonly bid?: Money;
  readonly expectedImpressions?: number;
  /** The audience signal that it is targeted with. Its cost is kept back: `budget` and cost are worth no more than `amount`. */
  readonly signal?: {
    readonly id: string;
    /** In the brief's currency. */
    readonly cost: Money;
    /** The package's budget where the signal cannot be used after all. */
    readonly budgetWithout: Money;
  };
  readonly reason: string;
}
