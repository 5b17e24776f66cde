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
