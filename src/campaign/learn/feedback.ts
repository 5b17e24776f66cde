import type { IndexInputs } from "./index/inputs.ts";

/** How a package, or a buy as a whole, did against its plan in one period, and what that is reckoned from. */
export interface Feedback {
  readonly mediaBuyId: string;
  /** Absent: the buy as a whole. */
  readonly packageId?: string;
  readonly sellerId: string;
  /** UTC days, both inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  /** 1.0 is as planned, 0 is no value. */
  readonly performanceIndex: number;
  /** Where the index lies with 90 %. */
  readonly interval: { readonly low: number; readonly high: number };
  readonly inputs: IndexInputs;
  /** The index in one line, for people. */
  readonly formula: string;
}

/** Why there is no index of a package or a buy for a period whose days are told. */
export interface Withheld extends Pick<Feedback, "mediaBuyId" | "packageId" | "sellerId" | "period"> {
  readonly reason: string;
}
