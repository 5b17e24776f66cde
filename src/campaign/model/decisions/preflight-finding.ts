/** What is checked before the first buy of a campaign. */
export const checkNames = [
  "flight",
  "budget",
  "currency",
  "sellers",
  "geography",
  "targeting",
  "duplicate",
  "total",
  "addresses",
  "creatives",
  "release",
  "operator",
  "account",
  "policies",
  "ledger",
] as const;
export type CheckName = (typeof checkNames)[number];

/** Something that a check found. Where there is none, the check has passed. */
export interface Finding {
  readonly check: CheckName;
  /** note: to be known; ask: a person decides; block: the campaign does not buy. */
  readonly result: "note" | "ask" | "block";
  /** The field of the brief or the line of the plan: `flight.end`, `creatives[0].assets.video.url`. */
  readonly where: string;
  /** What is wrong. It may not change with the hour: a question that is worded anew is asked anew. */
  readonly what: string;
  /** What the brief's author can do about it. */
  readonly todo: string;
}

/** What the checks made of one plan. */
export interface Preflight {
  /** SHA-256 of the plan: another plan is checked again. */
  readonly planDigest: string;
  /** Place of this check among those of the same brand, from 1: who is checked later must be compared with who was before. */
  readonly turn: number;
  readonly findings: readonly Finding[];
}

/** What the figures of a brief say of one another before any seller is asked. It informs and blocks nothing. */
export interface FeasibilityFinding {
  readonly check: "impressions" | "people" | "price";
  /**
   * contradicts: the brief's own figures cannot hold together; doubtful: they stand against a usual price or a dated count
   * of people; holds: nothing stands against them.
   */
  readonly result: "holds" | "doubtful" | "contradicts";
  /** The arithmetic, in plain words. */
  readonly text: string;
  /** What would make it hold, each alone. */
  readonly remedies: readonly string[];
}
