import type { Brief } from "../model/brief.ts";

/** What the arithmetic stands on beside the brief. */
export interface FeasibilityFacts {
  readonly brief: Brief;
  /** Contacts with one person over the whole flight; absent where the brief names no frequency. */
  readonly contacts?: number | undefined;
  /** What 1,000 impressions usually cost on the brief's channels, in minor units of the budget's currency. */
  readonly usualPrice: { readonly cpm: number; readonly basis: string };
  /** People in the brief's countries; absent where one of them is not known. */
  readonly population?: number | undefined;
}
