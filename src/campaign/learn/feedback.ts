/** How a buy did against its plan, and the figures that the index comes from. 1.0 is as planned. */
export interface Feedback {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly period: { readonly start: string; readonly end: string };
  readonly performanceIndex: number;
  /** `impressions per currency unit: delivered / planned` and the figures in it. */
  readonly formula: string;
}
