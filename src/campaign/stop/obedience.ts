/** One buy under a stop order. `stopped` is the seller's own word, read back, and nothing else. */
export interface Obedience {
  readonly campaignId: string;
  readonly sellerId: string;
  /** Absent where it is not known whether there is a buy. */
  readonly mediaBuyId?: string | undefined;
  readonly stepId: string;
  readonly stopped: boolean;
  /** How the seller says that the buy stands, or why it is not stopped. */
  readonly reason: string;
}
