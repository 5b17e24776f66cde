import { addDays, eachDay, earlierDay } from "../../lib/days.ts";
import { flightOf, type LiveBuy } from "../account/live-buys.ts";
import { totalOf } from "../model/measured/figures.ts";
import { differ } from "../model/measured/tolerance.ts";
import { type Answers, type ReportedRow, rowsOfDay, wholeRows } from "./rows-of-day.ts";

export interface DayRows {
  readonly rows: readonly ReportedRow[];
  /** Days of the period that are not reported for every package. */
  readonly daysUnreported: readonly string[];
  /** The seller was asked for single days and reported more of them than of the whole period: that is not taken. */
  readonly ignoresDates: boolean;
}

/**
 * Everything that a seller's answers report of a period: one row for each package and day, or one for each package where it
 * reports no days and the same total whatever it is asked for.
 */
export function dayRows(answers: Answers, buy: LiveBuy): DayRows {
  const { range, last } = answers;
  const ignores = ignoresDates(answers);
  const usable = ignores ? { range, last, alone: new Map() } : answers;
  const days = eachDay(range.period.start, last).map((day) => ({
    day,
    rows: rowsOfDay(day, usable, buy),
  }));
  // Of days that the buy had before it was ended early only those count on which something was spent.
  const late = eachDay(addDays(last, 1), earlierDay(flightOf(buy).end, range.period.end))
    .flatMap((day) => rowsOfDay(day, usable, buy))
    .filter(({ spendMinor = 0 }) => spendMinor > 0);
  const rows = [...days.flatMap((day) => day.rows), ...late];
  const whole = rows.length === 0 && (ignores || answers.isWhole === true) ? wholeRows(answers, buy) : [];
  return {
    rows: [...rows, ...whole],
    daysUnreported:
      whole.length > 0
        ? []
        : days.flatMap(({ day, rows: reported }) => (reported.length < buy.packages.length ? [day] : [])),
    ignoresDates: ignores && whole.length === 0,
  };
}

/** Whether a seller that was asked for single days reports more of them than of the whole period. */
export function ignoresDates({ range, alone }: Pick<Answers, "range" | "alone">): boolean {
  return (["impressions", "spendMinor"] as const).some((count) => {
    const single = [...alone.values()].map(({ whole }) => whole);
    const [sum, all] = [totalOf(single, count), range.whole[count]];
    return sum !== undefined && all !== undefined && sum > all && differ(all, sum, single.length);
  });
}
