/** How a package, or a buy as a whole, did against its plan in one period, and what that is computed from. */
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

/** Why there is no index of a package or a buy for a period whose days are reported. */
export interface Withheld extends Pick<Feedback, "mediaBuyId" | "packageId" | "sellerId" | "period"> {
  readonly reason: string;
}

/** Who counted what: the buyer its results of one type, or a seller a figure that it reports. */
export type Measure =
  | { readonly source: "buyer"; readonly metric: string }
  | {
      readonly source: "seller";
      readonly metric:
        | "impressions"
        | "clicks"
        | "completed views"
        | "viewable impressions"
        | "reach"
        | "engagements"
        | "follows"
        | "saves"
        | "profile visits"
        | "downloads"
        | "views"
        | "rating points";
    };

/** All that one index is computed from. Spend in minor units of `currency`, the buy's. */
export interface IndexInputs {
  readonly measure: Measure;
  readonly currency: string;
  readonly days: readonly MeasuredDay[];
  readonly expectation: Expectation;
  /** What the plan's word weighs, in outcomes. */
  readonly priorOutcomes: number;
  /** How much more the days differ than chance alone makes them; 1 is chance alone. */
  readonly dispersion: number;
}

export interface MeasuredDay {
  /** In UTC. */
  readonly date: string;
  readonly outcomes: number;
  readonly spendMinor: number;
}

/** So many outcomes were expected of so much spend. */
export interface Expectation {
  readonly outcomes: number;
  readonly spendMinor: number;
  readonly basis: "the plan's forecast" | "the brief's target" | "the campaign's average";
}

/** Outcomes that the plan expected of an amount of spend. */
export function expectedOf({ outcomes, spendMinor }: Expectation, spent: number): number {
  return (spent * outcomes) / spendMinor;
}
