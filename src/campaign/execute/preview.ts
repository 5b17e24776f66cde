/** What a creative agent showed of a creative that it built. */
export interface Preview {
  /** The step that built it. */
  readonly stepId: string;
  readonly result: "shown" | "failed";
  readonly urls: readonly string[];
  /** UTC, ISO 8601; after it the addresses show nothing. */
  readonly expiresAt?: string;
  /** Why there is none, in plain words. */
  readonly reason?: string;
}
