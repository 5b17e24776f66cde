import { yearsAfter } from "../../grammar/calendar.ts";
import { distance } from "../../grammar/spans.ts";
import { type Clear, daysOf, isClear, type LabelledDate } from "../label-dates.ts";
import { encloses, spanning } from "./beside-flight.ts";

/**
 * A date without a year lies in the year of the nearest one that has one: a last day behind its first, a first day before its last,
 * a pause between other days, and others in the order of the text.
 */
export function withSharedYears(dates: readonly LabelledDate[]): LabelledDate[] {
  const written = dates.filter(isClear).filter(({ assumedYear }) => !assumedYear);
  // "Start on 22 February, end on 4 April 2027. We need the plan by 9 December": the flight has its last day.
  const hasEnd = written.some(
    ({ role, type }) => role === "flight_end" || (role === "flight" && type === "period"),
  );
  return dates.map((date) => {
    if (!isClear(date) || !date.assumedYear || (hasEnd && date.role === "flight_end")) return date;
    const paused = date.role === "pause" ? amid(date, written) : undefined;
    const anchor = nearest(date, written);
    return paused ?? (anchor === undefined ? date : inYearOf(date, anchor));
  });
}

function nearest(date: Clear, others: readonly Clear[]): Clear | undefined {
  return others.toSorted((a, b) => distance(date, a) - distance(date, b))[0];
}

/** The date in the first year in which it lies between the earliest and the latest of the others. */
function amid(date: Clear, others: readonly Clear[]): Clear | undefined {
  const all = spanning(others.map(daysOf));
  const year = [-1, 0, 1, 2].find((each) => all && encloses(all, daysOf(moved(date, each))));
  return year === undefined ? undefined : settled(moved(date, year));
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
  return settled(moved(date, year));
}

function settled(date: Clear): Clear {
  const { assumedYear: _, ...rest } = date;
  return rest;
}

function moved(date: Clear, years: number): Clear {
  const move = (day: string) => yearsAfter(day, years);
  return date.type === "day"
    ? { ...date, day: move(date.day) }
    : { ...date, first: move(date.first), last: move(date.last) };
}
