/** Offers in order of score. An offer's score depends on itself and the brief alone, so adding another never reorders it. */
export interface Ranking {
  readonly rows: readonly RankingRow[];
}

export interface RankingRow {
  readonly offerId: string;
  /** pass: may be bought; fail: breaks a hard limit; unknown: cannot be told, not bought. */
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
