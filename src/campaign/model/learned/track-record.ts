import type { RateMetric } from "../../../brief/kpi.ts";
import type { DeliveryFinding } from "../measured/delivery.ts";

/** How a seller has done in the campaigns of this desk. What was never seen counts as nothing, not as bad. */
export interface TrackRecord {
  readonly sellerId: string;
  readonly agentUrl: string;
  /** In which it was asked or bought from. */
  readonly campaigns: number;
  readonly buys: number;
  /** Calls for offers. */
  readonly answers: {
    readonly asked: number;
    readonly answered: number;
    readonly late: number;
    readonly failed: number;
    /** Milliseconds, of those that it answered. */
    readonly medianMs?: number;
  };
  /** What it was paid for 1,000 impressions against what was ordered; 0.1 is a tenth more. */
  readonly price: { readonly packages: number; readonly drift?: number };
  /** Impressions against the order, of the time that has run; 1 is as ordered. */
  readonly delivery: {
    readonly packages: number;
    /** Of what was seen. */
    readonly average?: number;
    /** What is to be expected of it: leans towards 1 where little was seen. */
    readonly mean: number;
    /** Between which the next package falls four times in five. */
    readonly low: number;
    readonly high: number;
  };
  /** Buys with reports, and of them with faults in their reports. */
  readonly reports: {
    readonly buys: number;
    readonly faulty: number;
    readonly faults: readonly { readonly kind: DeliveryFinding["kind"]; readonly buys: number }[];
  };
  /** Orders that its people had to decide on. */
  readonly approvals: {
    readonly asked: number;
    readonly agreed: number;
    readonly refused: number;
    readonly medianHours?: number;
  };
  /** Buys that a stop order was over, and of them those that it paused. */
  readonly stops: { readonly asked: number; readonly obeyed: number };
  /** Results of its products' impressions; absent where nothing was reported or counted. */
  readonly results?: readonly ProductResult[];
  /** From -1 to 1; 0 is nobody knows. What the ranking reads. */
  readonly standing: number;
}

/** What all impressions of a product came to, of one metric. */
export interface ProductResult {
  readonly productId: string;
  readonly metric: RateMetric;
  readonly impressions: number;
  /** How many there were; of sales their worth in major units of `currency`. */
  readonly units: number;
  /** How many single results that is. */
  readonly count: number;
  readonly currency?: string;
}
