import type { Chance } from "./chance.ts";

/** A kind of market, described by somebody who knows its truth. Money is in minor units of EUR, days count from 0, a Monday. */
export interface Kind {
  /** kebab-case: `best-line-starts-late`. */
  readonly name: string;
  /** One sentence: what is true there. */
  readonly says: string;
  /** No other split of the money is truly better than the plan's by more than 0.3 %: nothing should move. */
  readonly isEven?: true;
  /** The same chance makes the same world. */
  readonly make: (chance: Chance) => World;
}

export interface World {
  /** What the client counts. */
  readonly metric: "conversions" | "clicks" | "completed_views" | "impressions" | "reach";
  /** Length of the flight. */
  readonly days: number;
  /** Most of the whole budget that one line may get, 0 to 1. */
  readonly mostPerLine: number;
  readonly lines: readonly WorldLine[];
  /** The client counts conversions itself: the true ones, each day complete two days later. Sellers' counts stand beside them. */
  readonly buyerCounts?: true;
  /** Where one line breaks down for good: which one and on which day. */
  readonly collapse?: { readonly line: number; readonly day: number };
}

/** One line: one package at one seller. All functions are pure: what chance decides is drawn in `make` and kept. */
export interface WorldLine {
  readonly name: string;
  /** `display`, `olv`, `ctv`, `audio`, `social`, `dooh`. */
  readonly channel: string;
  /** What the plan gives it over the flight. */
  readonly planned: number;
  /** Agreed price of 1,000 impressions. */
  readonly cpm: number;
  /** What its seller forecast for the whole flight by budget, rising; absent: nothing but the price. */
  readonly forecast?: readonly ForecastPoint[];
  /** What it spends on a day. Absent: an even pace, `left / daysLeft`. */
  readonly spends?: (day: DayOfLine) => number;
  /** True mean of what that day's spend brings, given the spends of each day up to it (the last is that day's). */
  readonly mean: (day: number, spends: readonly number[]) => number;
  /** What chance makes of that mean beside counting: 1 on average, known to nobody beforehand. Absent: 1. */
  readonly luck?: (day: number) => number;
  /** Variance of a day's count over its mean; absent: 1 (Poisson). */
  readonly dispersion?: number;
  /** What it reports on the morning of a day of the days before it. Absent: all days to the last one, as they were, final after three. */
  readonly reports?: (morning: number, truth: readonly TrueDay[]) => Report;
  /** What becomes of a wish to change its budget. Absent: made at once. */
  readonly change?: (wish: Wish) => Changed;
}

export interface ForecastPoint {
  readonly spend: number;
  readonly impressions: number;
  /** In the client's metric; absent where the seller forecasts impressions alone. */
  readonly outcomes?: number;
}

export interface DayOfLine {
  readonly day: number;
  /** Of the flight, this one among them. */
  readonly daysLeft: number;
  /** Of its budget. */
  readonly left: number;
  /** Of each day before. */
  readonly spent: readonly number[];
}

/** What really happened on a day. */
export interface TrueDay {
  readonly spend: number;
  readonly impressions: number;
  readonly outcomes: number;
}

export type Report =
  | { readonly type: "days"; readonly days: readonly ReportedDay[] }
  /** Totals since the flight's start, up to and with a day. */
  | {
      readonly type: "total";
      readonly through: number;
      readonly spend: number;
      readonly impressions: number;
      readonly outcomes: number;
    };

/** A day that is left out is not reported. */
export interface ReportedDay extends TrueDay {
  readonly day: number;
  readonly final: boolean;
}

/** A change of a line's budget over the whole flight, wished on the morning of a day. */
export interface Wish {
  readonly day: number;
  readonly from: number;
  readonly to: number;
  readonly spent: number;
}

export type Changed =
  /** `to` where it is made in part; `on`: the day from which it holds, later than the wish where the seller is slow. */
  | { readonly type: "made"; readonly to?: number; readonly on?: number }
  | { readonly type: "refused"; readonly reason: string };
