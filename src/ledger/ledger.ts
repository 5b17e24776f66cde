/** The memory of everything that happened: append-only, one numbered and hash-chained sequence of events per campaign. */
export interface Ledger {
  /**
   * Adds one entry to a campaign in one durable transaction and returns it with its number and time. `key` makes it
   * happen once: where the campaign already holds an entry with that key, nothing is written and undefined comes back.
   */
  readonly append: (campaignId: string, entry: Entry) => Stored | undefined;
  /** A campaign's entries in order, from after `sequence` (0: all). */
  readonly read: (campaignId: string, after?: number) => Stored[];
  /** Ids of all campaigns, the newest first. */
  readonly campaigns: () => string[];
  readonly close: () => void;
}

export interface Entry {
  readonly event: { readonly type: string };
  readonly key: string;
}

export interface Stored {
  readonly campaignId: string;
  /** 1, 2, 3 … without gaps. */
  readonly sequence: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly event: { readonly type: string };
  /** SHA-256 over the entry and the hash before it. */
  readonly hash: string;
}
