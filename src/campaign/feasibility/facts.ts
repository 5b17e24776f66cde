import type { Brief } from "../../brief/brief.ts";
import type { Universe } from "../model/people/universe.ts";

/** What 1,000 impressions usually cost where the brief wants them, in minor units of the budget's currency. */
export interface UsualPrice {
  readonly cpm: number;
  readonly low: number;
  readonly high: number;
  readonly basis: string;
}

/** What the arithmetic stands on beside the brief. */
export interface FeasibilityFacts {
  readonly brief: Brief;
  /** Contacts with one person over the whole flight; absent where the brief names no frequency. */
  readonly contacts?: number;
  /** Undefined without an exchange rate: then what media costs is not known. */
  readonly usualPrice?: UsualPrice;
  readonly universe?: Universe;
}
