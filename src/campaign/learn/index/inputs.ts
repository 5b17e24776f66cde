/** Who counted what: the buyer its results of one type, or a seller a figure that it reports. */
export type Measure =
  | { readonly source: "buyer"; readonly metric: string }
  | { readonly source: "seller"; readonly metric: "impressions" | "clicks" | "completed views" };

/** All that one index is reckoned from. Spend in minor units of `currency`, the buy's. */
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
