import type { Money } from "../../lib/money.ts";

/** A buy at a seller, under our account, that the ledger does not hold as bought. */
export interface Orphan {
  readonly sellerId: string;
  readonly agentUrl: string;
  readonly mediaBuyId: string;
  /** The reference that it was ordered under, as the seller tells it. */
  readonly reference?: string;
  /** The seller's word. */
  readonly status: string;
  /** Sum of its packages' budgets; absent where the seller does not tell. */
  readonly amount?: Money;
  /** What the ledger knows of it, in plain words. */
  readonly because: string;
}

/** What sellers showed of our account when they were last asked. */
export interface OrphanLook {
  /** Ids of the sellers that answered. */
  readonly asked: readonly string[];
  /** Sellers that orders were made for and that did not tell. */
  readonly silent: readonly { readonly sellerId: string; readonly reason: string }[];
  readonly orphans: readonly Orphan[];
}
