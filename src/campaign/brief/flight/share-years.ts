import { yearsAfter } from "../grammar/calendar.ts";
import { type Clear, daysOf, isClear, type LabelledDate } from "../label-dates.ts";

/**
 * A date without a year lies in the year of the nearest one that has one: a last day behind its first, a first day before its last,
 * and others in the order of the text.
 */
export function withSharedYears(dates: readonly LabelledDate[]): LabelledDate[] {
  const written = dates.filter(isClear).filter(({ assumedYear }) => !assumedYear);
  return dates.map((date) => {
    if (!isClear(date) || !date.assumedYear) return date;
    const anchor = nearest(date, written);
    return anchor === undefined ? date : inYearOf(date, anchor);
  });
}

function nearest(date: Clear, others: readonly Clear[]): Clear | undefined {
  const distance = (other: Clear) => Math.max(other.start - date.end, date.start - other.end);
  return others.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The date in the year in which it comes closest to the other one and stands on its side of it. */
function inYearOf(date: Clear, anchor: Clear): Clear {
  const isBefore = date.role === "flight_start" || (date.role !== "flight_end" && date.start < anchor.start);
  const years = [-1, 0, 1, 2].filter((each) => {
    const { first, last } = daysOf(moved(date, each));
    return isBefore ? first <= daysOf(anchor).last : last >= daysOf(anchor).first;
  });
  const year = isBefore ? years.at(-1) : years[0];
  if (year === undefined || (year !== 0 && date.type === "period" && date.weeks)) return date;
  const { assumedYear: _, ...settled } = moved(date, year);
  return settled;
}

function moved(date: Clear, years: number): Clear {
  const move = (day: string) => yearsAfter(day, years);
  return date.type === "day"
    ? { ...date, day: move(date.day) }
    : { ...date, first: move(date.first), last: move(date.last) };
}
