import { addDays, mondayOf } from "../../lib/days.ts";

/** A day, a month or a week of the ISO calendar; `year` and `day` are absent where the text leaves them out. */
export type Part = MonthPart | { readonly year?: number; readonly week: number };

export interface MonthPart {
  readonly year?: number;
  readonly month: number;
  readonly day?: number;
}

/** The first and the last day of a part in a year, as ISO dates; undefined where the calendar does not have it. */
export function daysOf(part: Part, year: number): { first: string; last: string } | undefined {
  if ("week" in part) return daysOfWeek(part.week, year);
  const { month, day } = part;
  const first = isoDate(year, month, day ?? 1);
  const last = isoDate(year, month, day ?? new Date(Date.UTC(year, month, 0)).getUTCDate());
  return isDay(first) && isDay(last) ? { first, last } : undefined;
}

export function isoDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The same day some months later; the last day of a month that is too short for it. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, ofMonth = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(ofMonth, last))).toISOString().slice(0, 10);
}

/** The same day in another year. */
export function yearsAfter(day: string, count: number): string {
  return addMonths(day, 12 * count);
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}

/** Monday to Sunday; week 1 is the one that holds 4 January (ISO 8601). */
function daysOfWeek(week: number, year: number): { first: string; last: string } | undefined {
  const first = addDays(mondayOf(isoDate(year, 1, 4)), (week - 1) * 7);
  // The Thursday of a week says which year it belongs to.
  const thursday = addDays(first, 3);
  return week >= 1 && thursday.startsWith(`${year}-`) ? { first, last: addDays(first, 6) } : undefined;
}
