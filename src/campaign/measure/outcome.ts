import type { DeliveryFinding } from "./delivery.ts";

/** What one buy delivered, as its seller reports it, beside what was planned. Spend in the buy's currency, minor units. */
export interface Outcome {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly currency: string;
  /** Days, both inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  readonly planned: { readonly impressions?: number; readonly spendMinor: number };
  readonly delivered: Figures;
  readonly packages: readonly PackageOutcome[];
  readonly daily: readonly (Figures & { readonly date: string; readonly plannedImpressions?: number })[];
  /** What was odd about the reports, the last of each kind. */
  readonly findings: readonly DeliveryFinding[];
  /** Every package tells impressions and spend of every day of the period, and none will be restated. */
  readonly final: boolean;
}

export interface PackageOutcome extends Figures {
  readonly packageId: string;
  readonly slot: string;
  readonly productId: string;
  readonly planned: { readonly impressions?: number; readonly spendMinor: number };
  /** Some of it was told for the whole buy alone, and parted by us. */
  readonly sharedOut: boolean;
}

/** Sums of what was told. */
export interface Figures {
  readonly impressions: number;
  readonly clicks: number;
  readonly spendMinor: number;
  readonly completionRate?: number;
}
