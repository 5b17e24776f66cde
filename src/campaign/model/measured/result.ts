import type { Money } from "../../../lib/money.ts";

/** Something that the buyer counted itself: a purchase, a lead, a visit. Never a seller's figure. */
export interface BuyerResult {
  readonly id: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** `purchase`, `lead`, `store_visit` and so on. */
  readonly type: string;
  readonly value?: Money;
  readonly of: ResultPlace;
  /** The event source under which sellers know it; a result without one is sent to no seller. */
  readonly source?: string;
}

/** What a result belongs to, as the buyer's books name it. Everything that is named must agree. */
export interface ResultPlace {
  readonly lineId?: string;
  readonly packageId?: string;
  readonly mediaBuyId?: string;
  /** The buyer's own reference of a buy or a package. */
  readonly buyerRef?: string;
}

/** The buyer's results as they were taken, each in its last version. */
export interface ResultBook {
  /** In the order in which they were first taken. */
  readonly rows: readonly BuyerResult[];
  /** Earlier versions, the oldest first. `until` is when the next one came: UTC, ISO 8601. */
  readonly restated: readonly { readonly row: BuyerResult; readonly until: string }[];
  /** The last UTC day that the buyer has reported in full; absent before one is known. */
  readonly completeTo?: string;
}
