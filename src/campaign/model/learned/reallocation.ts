import type { Money } from "../../../lib/money.ts";
import type { Range } from "../offers/offer.ts";

/** Days from one decision to the next. */
export const periodDays = 7;

/** A decision to move money between lines that run, or not to: made once for each period, with what it was made on. */
export interface Reallocation {
  /** The day of the decision, or `revert-<day>` where it takes one back. */
  readonly id: string;
  /** Empty: nothing moves. Decreases stand first, in the order in which they are made. */
  readonly moves: readonly Move[];
  /** What of it changes hands, in the brief's currency. */
  readonly moved: Money;
  /** Outcomes that it is expected to bring more until the end of the flight, and between what with 80 %. */
  readonly gain: Range;
  /** Outcomes that were expected until then if nothing moved. */
  readonly expected: number;
  /** Outcomes that all moves before these bring more over the whole flight than the plan left alone, with 80 % in between. */
  readonly sinceStart?: Range;
  /** At the lower end that is a loss of more than 1 %: nothing is moved but back towards the plan. */
  readonly isLosing?: true;
  /** What counts as an outcome: `conversions as the buyer counts them`. */
  readonly outcome: string;
  /** SHA-256 of what it was decided on. */
  readonly inputs: string;
  readonly why: string;
  /** Days over which moved money adds up against the governed threshold. */
  readonly windowDays: number;
  /** What the campaign had bound when it was decided, in the brief's currency: it never binds more by it. */
  readonly bound: Money;
  /** What lines together may have: sellers' and channels' shares. */
  readonly limits: readonly MoveLimit[];
  /** What no line had when it was decided, in the brief's currency: it is placed too. Absent where there was nothing. */
  readonly idle?: Money;
  /** The reallocation whose freed money it gives back to the lines that had it, as no other line took it. */
  readonly givesBack?: string;
  /** The reallocation that it takes back, and who wants it. */
  readonly reverts?: string;
  readonly askedBy?: readonly string[];
  /** They asked in a form, where being logged in lets no money flow. */
  readonly askedInForm?: true;
}

/** A line's budget over the whole flight, before and after. */
export interface Move {
  readonly lineId: string;
  readonly mediaBuyId: string;
  readonly packageId: string;
  /** In the seller's currency. */
  readonly from: Money;
  readonly to: Money;
  /** The difference in the brief's currency, without a sign. */
  readonly planDifference: Money;
  /** Outcomes until the end of the flight, less where it loses money. */
  readonly gain: number;
  /** Why this line; absent in older ledgers. */
  readonly why?: string;
}

/** Lines that together have from `least` to `most`, in minor units of the brief's currency. */
export interface MoveLimit {
  readonly name: string;
  readonly lineIds: readonly string[];
  readonly least: number;
  readonly most: number;
}

/** As the state keeps it: with when it was decided, UTC, ISO 8601. */
export type DecidedReallocation = Reallocation & { readonly at: string };

/**
 * What the lines that run are to have together, in minor units of the brief's currency: the most that they have had, less what
 * a person lets stay idle. It follows from the events alone.
 */
export interface ToPlace {
  readonly minor: number;
  /** Since when less than that is bound: UTC, ISO 8601. */
  readonly since?: string;
}

/** A lock that a person has taken off: the line, and the step or reallocation by which it was set. */
export interface FreedLock {
  readonly lineId: string;
  readonly of: string;
}
