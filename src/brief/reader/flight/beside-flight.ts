import { countDays } from "../../../lib/days.ts";
import { yearsAfter } from "../../grammar/calendar.ts";
import type { Days } from "../../grammar/dates.ts";
import { daysOf, isClear, type LabelledDate } from "../label-dates.ts";

/**
 * Whether a date beside a flight of two days with their year changes nothing of it: whatever is not called another first or last
 * day, another period, or left open.
 */
export function saysNoMore(date: LabelledDate, flight: Days, today: string): boolean {
  // "We meet on 18 December 2026", before a flight in spring
  if (date.role === "doubtful")
    return date.type === "day" && /20\d\d/.test(date.text) && date.day < flight.first;
  if (!isClear(date)) return date.within === undefined || goesWith(date.within, date, flight);
  const { first, last } = daysOf(date);
  if (date.type === "period") {
    const isSame = first === flight.first && last === flight.last;
    // "Q1, from 1 February for ten weeks" names the time in which it begins.
    return (
      isSame || (date.whole === true && (last < today || (first <= flight.first && flight.first <= last)))
    );
  }
  if (date.role === "flight_start") return first === flight.first;
  // "by 8 January": no flight ends before it begins.
  return date.role !== "flight_end" || last === flight.last || (today <= last && last < flight.first);
}

/** A vague time in each year that it may be of. */
function timesOf({ first, last }: Days): Days[] {
  return [-1, 0, 1, 2].map((years) => ({ first: yearsAfter(first, years), last: yearsAfter(last, years) }));
}

/** Whether a vague time has no day of the flight in any year. */
export function isApart(within: Days, flight: Days): boolean {
  return timesOf(within).every(({ first, last }) => last < flight.first || first > flight.last);
}

/** Whether a vague time is one that the flight is in, in any year. */
function goesWith(within: Days, { role }: LabelledDate, flight: Days): boolean {
  const times = timesOf(within);
  const has = (day: string) => times.some(({ first, last }) => first <= day && day <= last);
  switch (role) {
    case "flight_start":
      return has(flight.first);
    case "flight_end":
      return has(flight.last);
    default:
      return countDays(within.first, within.last) <= 31 || times.some((time) => encloses(time, flight));
  }
}

/** Whether days are most of the month or much of the quarter that stands beside them: "Q2 2027, 5 April to 16 May". */
export function isNamed(days: Days, whole: Days): boolean {
  const [part, all] = [days, whole].map(({ first, last }) => countDays(first, last));
  if (part === undefined || all === undefined || !encloses(whole, days)) return false;
  return part >= all * (all > 31 ? 0.4 : 0.8);
}

/** From the first of some days to the last; undefined where there are none. */
export function spanning(days: readonly Days[]): Days | undefined {
  const [first] = days.map((each) => each.first).toSorted();
  const [last] = days.map((each) => each.last).toSorted((a, b) => (a < b ? 1 : -1));
  return first === undefined || last === undefined ? undefined : { first, last };
}

export function encloses(outer: Days, inner: Days): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}
