/** What is looked at before the first buy of a campaign. */
export const checkNames = [
  "flight",
  "budget",
  "currency",
  "geography",
  "duplicate",
  "total",
  "addresses",
  "release",
  "operator",
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
  /** Place of this check among those of the same brand, from 1: who is checked later must look at who was before. */
  readonly turn: number;
  readonly findings: readonly Finding[];
}
