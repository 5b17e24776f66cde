import { daysBetween } from "../../lib/days.ts";
import type { LiveBuy } from "../buys/live-buys.ts";
import { totalOf } from "../model/measured/figures.ts";
import { type Answers, type ReportedRow, rowsOfDay } from "./rows-of-day.ts";
import { differ } from "./tolerance.ts";

export interface DayRows {
  readonly rows: readonly ReportedRow[];
  /** Days of the period that are not told for every package. */
  readonly untold: readonly string[];
  /** The seller was asked for single days and told more of them than of the whole period: that is not taken. */
  readonly ignoresDates: boolean;
}

/** Everything that a seller's answers tell of a period, one row for each package and day. */
export function dayRows(answers: Answers, buy: LiveBuy): DayRows {
  const { range, alone } = answers;
  const ignoresDates = (["impressions", "spendMinor"] as const).some((count) => {
    const single = [...alone.values()].map(({ whole }) => whole);
    const [sum, all] = [totalOf(single, count), range.whole[count]];
    return sum !== undefined && all !== undefined && sum > all && differ(all, sum, single.length);
  });
  const usable = ignoresDates ? { range, alone: new Map() } : answers;
  const days = daysBetween(range.period.start, range.period.end).map((day) => ({
    day,
    rows: rowsOfDay(day, usable, buy),
  }));
  return {
    rows: days.flatMap(({ rows }) => rows),
    untold: days.flatMap(({ day, rows }) => (rows.length < buy.packages.length ? [day] : [])),
    ignoresDates,
  };
}
