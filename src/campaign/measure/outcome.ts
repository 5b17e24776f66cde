/** What one buy delivered, as its seller reports it, beside what was planned. Spend in the buy's currency, minor units. */
export interface Outcome {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly currency: string;
  /** Days, both inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  readonly planned: { readonly impressions?: number; readonly spendMinor: number };
  readonly delivered: Figures;
  readonly packages: readonly (Figures & { readonly slot?: string; readonly productId: string })[];
  readonly daily: readonly (Figures & { readonly date: string })[];
  /** What was odd about the report, in plain words. */
  readonly findings: readonly string[];
}

export interface Figures {
  readonly impressions: number;
  readonly clicks: number;
  readonly spendMinor: number;
  readonly completionRate?: number;
}
