import type { Curve } from "./response-curve.ts";

/** One line of the plan that runs, with all that was seen of it. Amounts in minor units of the brief's currency. */
export interface LiveLine {
  readonly lineId: string;
  readonly sellerId: string;
  /** What its seller's books allow it over the whole flight. */
  readonly budget: number;
  /** What it has spent of that. */
  readonly spent: number;
  /** What the plan gave it. */
  readonly planned: number;
  /** Least and most that it may have over the whole flight. */
  readonly least: number;
  readonly most: number;
  /** At the level that the plan expected. */
  readonly curve: Curve;
  /** In order of time. */
  readonly seen: readonly Observation[];
}

/** A stretch of days of one line, taken as one. */
export interface Observation {
  /** The same for all lines. */
  readonly period: number;
  /** Days with figures. */
  readonly days: number;
  /** Over those days. */
  readonly spend: number;
  /** What its budget would have let it spend over those days. */
  readonly pace: number;
  /** Over those days; absent where nobody counted. */
  readonly outcome?: number;
  /** How outcomes scatter from day to day: squares of what is off over what is expected, and how many are free to be. */
  readonly scatter?: { readonly squares: number; readonly freedom: number };
  /** 0 to 1: how far the figures are trusted. Half for what its seller may still restate. */
  readonly weight: number;
}
