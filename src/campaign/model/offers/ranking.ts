/** Offers in order of score. An offer's score depends on itself and the brief alone, so adding another never reorders it. */
export interface Ranking {
  readonly rows: readonly RankingRow[];
  /** What price would change an offer's place among these rows, in their order; offers that no price helps are not in it. */
  readonly counterfactuals?: readonly Counterfactual[];
  /** How far each weight may go before another offer stands first. */
  readonly sensitivity?: readonly Sensitivity[];
}

export interface RankingRow {
  readonly offerId: string;
  /** pass: may be bought; fail: breaks a hard limit; unknown: not known, not bought. */
  readonly gate: "pass" | "fail" | "unknown";
  readonly gateReasons: readonly string[];
  /** 0 to 100. */
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

export interface ScorePart {
  readonly criterion: string;
  /** 0 to 1 on the criterion's fixed scale. */
  readonly value: number;
  /** Points that a value of 1 would bring; the weights of all criteria add up to 100. */
  readonly weight: number;
  readonly reason: string;
}

/**
 * Expected prices of 1,000 impressions in whole minor units of the brief's currency, all else as it is, the width of the
 * offer's price in proportion: at such a price it stands so, at one minor unit more it does not.
 */
export interface Counterfactual {
  readonly offerId: string;
  /** Highest price at which it stands first. */
  readonly first?: number;
  /** Highest price at which it may be bought; only where nothing but its price keeps it from that. */
  readonly passes?: number;
}

/** The first place holds for every whole weight from `from` to `to`, of 100 points, the other weights in proportion. */
export interface Sensitivity {
  readonly criterion: string;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
}
