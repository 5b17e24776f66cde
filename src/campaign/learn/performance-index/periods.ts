import { addDays } from "../../../lib/days.ts";

const daysInWeek = 7;

export interface Period {
  /** UTC days, both inclusive. */
  readonly start: string;
  readonly end: string;
}

/**
 * The flight's weeks from its first day, what is left at its end, and the weeks after it to `last`, where a buy was extended:
 * next to one another, never over one another.
 */
export function periodsOf(flight: Period, last: string = flight.end): Period[] {
  return [...weeksOf(flight), ...weeksOf({ start: addDays(flight.end, 1), end: last })];
}

function weeksOf({ start, end }: Period): Period[] {
  const weeks: Period[] = [];
  for (let first = start; first <= end; first = addDays(first, daysInWeek)) {
    const last = addDays(first, daysInWeek - 1);
    weeks.push({ start: first, end: last < end ? last : end });
  }
  return weeks;
}

/** Every day of a period, in order. */
export function daysIn({ start, end }: Period): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days that both have; undefined where there are none. */
export function common(a: Period, b: Period): Period | undefined {
  if (!overlaps(a, b)) return undefined;
  const [, start = a.start] = [a.start, b.start].sort();
  const [end = a.end] = [a.end, b.end].sort();
  return { start, end };
}

export function overlaps(a: Period, b: Period): boolean {
  return a.start <= b.end && b.start <= a.end;
}
