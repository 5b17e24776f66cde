import type { Curve } from "./response-curve.ts";

/** One line of the plan that runs, with all that was seen of it. Amounts in minor units of the brief's currency. */
export interface LiveLine {
  readonly lineId: string;
  readonly sellerId: string;
  /** What its seller's books allow it over the whole flight. */
  readonly budget: number;
  /** What it has spent of that. */
  readonly spent: number;
  /** What the plan gave it, and for how many days. */
  readonly planned: number;
  readonly days: number;
  /** Least and most that it may have over the whole flight. */
  readonly least: number;
  readonly most: number;
  /** What its plan expects of a day's spend. */
  readonly curve: Curve;
  /** In order of time; a day that was not reported is not in it. */
  readonly seen: readonly SeenDay[];
}

/** A day of one line; several days where its seller reports totals alone. */
export interface SeenDay {
  /** Since the flight's start; of several the last one. */
  readonly day: number;
  readonly length: number;
  /** Over those days. */
  readonly spend: number;
  /** What its budget would have let it spend over those days. */
  readonly pace: number;
  /** Its budget over the whole flight on the first of those days. */
  readonly budget: number;
  /** Over those days; absent where nobody counted. */
  readonly outcome?: number;
  /** 0 to 1: how far the figures are trusted. Half for what its seller may still restate. */
  readonly weight: number;
}
