/** One thing of a buy that its seller shows otherwise than it was asked for, in words for people. */
export interface Mismatch {
  readonly what: string;
  readonly wanted: string;
  /** Absent where the seller does not show it. */
  readonly stated?: string;
  /** Whether it is, or may be, about what the buy costs. */
  readonly isMoney: boolean;
  /** Less than was ordered: a buy that once was as ordered is not paused for it. */
  readonly isLess?: true;
  /** To be known; nobody is asked about it. */
  readonly isNote?: true;
}

/** A mismatch as one clause: `the end is X, not Y`. */
export function mismatchText({
  what,
  wanted,
  stated = "not stated",
}: Pick<Mismatch, "what" | "wanted" | "stated">): string {
  return `${what} is ${stated}, not ${wanted}`;
}
