/**
 * The memory of everything that happened: append-only, one numbered and hash-chained sequence of events per campaign,
 * with the amounts that its steps have reserved. One call of `append` is one durable transaction.
 */
export interface Ledger {
  /** Why nothing can be added: it is of an earlier format and could not be migrated. Absent where it can. */
  readonly unmigrated?: string;
  /**
   * Adds one entry to a campaign, and moves its money with it or not at all. `key` makes it happen once: where the campaign
   * already holds an entry with that key nothing is written; nor where a cap use does not fit its cap.
   */
  readonly append: (campaignId: string, entry: Entry) => Promise<Appended>;
  /** A campaign's entries in order, from after `sequence` (0: all). */
  readonly read: (campaignId: string, after?: number) => Promise<Stored[]>;
  /** Those of the campaigns that hold an entry with this key. */
  readonly holders: (campaignIds: readonly string[], key: string) => Promise<ReadonlySet<string>>;
  /** Ids of all campaigns, the newest first. */
  readonly campaigns: () => Promise<string[]>;
  /**
   * Ids of campaigns that entries were added to since a position, and the position now; 0 is before the first entry. So a
   * view of all campaigns is kept up at the cost of what has changed.
   */
  readonly changed: (
    since: number,
  ) => Promise<{ readonly position: number; readonly campaignIds: readonly string[] }>;
  /** Entries of all campaigns after a position, in the order in which they were written; at most this many. */
  readonly after: (
    position: number,
    most: number,
  ) => Promise<readonly (Stored & { readonly position: number })[]>;
  /** Marks that are raised and begin so. */
  readonly marks: (prefix: string) => Promise<string[]>;
  readonly reservations: (campaignId?: string) => Promise<Reservation[]>;
  /** Keeps a view of a campaign that saves reading all of it; it can be lost at any time. */
  readonly saveSnapshot: (campaignId: string, snapshot: Snapshot) => Promise<void>;
  readonly snapshot: (campaignId: string, version: string) => Promise<Snapshot | undefined>;
  /** Every row of every table, checked against the chains of entries; empty when all is as it was written. */
  readonly verify: () => Promise<Fault[]>;
  readonly close: () => Promise<void>;
}

export interface Entry extends Moves {
  readonly event: { readonly type: string };
  readonly key: string;
  /** The chain's end that the entry was decided on: where the chain has gone on since, nothing is written. */
  readonly after?: number;
  /**
   * Minor units of one currency in another, for what is bound under a cap that was written in another currency before; undefined
   * where it is not known: that fills the cap.
   */
  readonly worth?: (minor: number, from: string, to: string) => number | undefined;
  /** Marks that forbid the entry while they are raised, for example `stop/all`. */
  readonly unless?: readonly string[];
}

/** What an entry does to the tables beside the chains. It is sealed with the entry: the tables can be made anew from it. */
export interface Moves {
  /**
   * Amounts that the entry binds, instead of what its step had reserved: all of them fit their caps, or nothing is written.
   * `evenPastCaps`: a seller holds them already, and people have taken them.
   */
  readonly reserve?: {
    readonly stepId: string;
    readonly claims: readonly CapUse[];
    readonly evenPastCaps?: boolean;
  };
  /** What becomes of a step's cap uses: they stay as spent, or are given back. */
  readonly settle?: { readonly stepId: string; readonly as: "committed" | "released" };
  /** Cap uses that become smaller, what is spent included: each is at most this from now on. */
  readonly reduce?: readonly { readonly stepId: string; readonly claims: readonly CapUse[] }[];
  /** Cap uses that become larger, whatever their caps: each is at least this from now on. */
  readonly grow?: readonly { readonly stepId: string; readonly claims: readonly CapUse[] }[];
  /** Marks that stand from this entry on; they hold for all campaigns and processes. */
  readonly raise?: readonly string[];
  /** Marks of this entry's own chain that no longer stand: what another chain raised stays. */
  readonly lower?: readonly string[];
}

/**
 * An amount counted against one cap, both in minor units of `currency`. Cap uses with equal scope and key add up: where a step
 * has none in this currency, by what those in others are worth.
 */
export interface CapUse {
  /** What is capped: budget, plan, campaign, seller, day, run or brand. */
  readonly scope: string;
  /** Which one: a campaign's id, a seller's, a date. */
  readonly key: string;
  readonly currency: string;
  readonly minor: number;
  /** `noCap` where none stands: it is kept for caps that are yet to be written. */
  readonly cap: number;
  /** Of a cap on some sellers: it counts what is bound under `key`, for one of these names, by whoever knew of no such cap. */
  readonly among?: { readonly key: string; readonly names: readonly string[] };
}

/** The scope of cap uses that list the names of a step's seller. */
export const nameScope = "name";
/** The cap of a cap use where no cap is set. */
export const noCap = Number.MAX_SAFE_INTEGER;

export interface Reservation {
  readonly campaignId: string;
  readonly stepId: string;
  readonly state: "reserved" | "committed";
  readonly claim: CapUse;
}

export type Appended =
  | { readonly type: "appended"; readonly stored: Stored }
  | { readonly type: "duplicate" }
  /** The chain does not end where the entry was decided. */
  | { readonly type: "moved" }
  /** A mark is raised that the entry may not be written under. */
  | { readonly type: "blocked"; readonly mark: string }
  /** `claimed` is what others use of the cap already. */
  | { readonly type: "over"; readonly claim: CapUse; readonly claimed: number };

export interface Stored {
  readonly campaignId: string;
  /** 1, 2, 3 … without gaps. */
  readonly sequence: number;
  readonly key: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly event: { readonly type: string };
  /** Absent where it moved nothing. */
  readonly moves?: Moves;
  /** SHA-256 over the entry and the hash before it. */
  readonly hash: string;
}

export interface Snapshot {
  /** Of the code that made it; another version's snapshot is not used. */
  readonly version: string;
  readonly sequence: number;
  /** Hash of the entry at `sequence`: a snapshot of another past is not used. */
  readonly hash: string;
  readonly state: unknown;
}

/** Something in the ledger that is not as it was written. */
export interface Fault {
  /** The chain that it belongs to; empty where it is the file itself. */
  readonly campaignId: string;
  /** The entry; 0 where no entry stands behind it. */
  readonly sequence: number;
  /** What is wrong, in plain words. */
  readonly reason: string;
}
