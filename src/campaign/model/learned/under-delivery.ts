import type { Money } from "../../../lib/money.ts";

/** A line that delivers, or has delivered, less than was ordered. */
export interface UnderDelivery {
  readonly lineId: string;
  readonly mediaBuyId: string;
  readonly packageId: string;
  readonly sellerId: string;
  readonly productId: string;
  /** projected: it will, as it runs now; final: it has, by figures that are not restated any more. */
  readonly kind: "projected" | "final";
  readonly guaranteed: boolean;
  readonly period: { readonly start: string; readonly end: string };
  /** The last day that was reported. */
  readonly toldTo: string;
  readonly budget: Money;
  /** Impressions that were ordered, less the share of the days on which we had paused it. */
  readonly ordered: number;
  /** Impressions that were reported. */
  readonly delivered: number;
  /** Impressions at the end, with days ahead and days not reported at the line's own pace; as delivered where all is reported. */
  readonly expected: number;
  /** The same at the best pace that its days show. */
  readonly atBest: number;
  /** Days that have passed and were not reported. */
  readonly unreportedDays: number;
  readonly pausedDays: number;
  /** In the seller's own reports; absent where it reports no spend. */
  readonly spent?: Money;
  /** Impressions that are missing. */
  readonly owed: number;
  readonly remedy: Remedy;
  /** How it was computed, in one sentence. */
  readonly method: string;
}

/**
 * makeGood: the seller makes them up within the budget that is agreed. shift: what will not be spent goes to other lines.
 * extension: more days for the same budget. `beyondFlight`: its last day lies after the brief's, so a person decides.
 */
export type Remedy =
  | {
      readonly type: "makeGood" | "extension";
      readonly impressions: number;
      /** By when the line's pace brings them; absent where it has none. */
      readonly until?: string;
      readonly beyondFlight: boolean;
    }
  | { readonly type: "shift"; readonly amount: Money };

/** What a seller granted for a shortfall, as a person wrote it down. */
export interface MakeGood {
  readonly lineId: string;
  readonly sellerId: string;
  readonly mediaBuyId: string;
  readonly packageId: string;
  readonly impressions: number;
  /** The last day on which they are given. */
  readonly until: string;
  readonly by: string;
  /** The seller's reference or words. */
  readonly note?: string;
}
