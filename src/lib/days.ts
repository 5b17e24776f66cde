export const dayMs = 86_400_000;

/** Whether something is written as a day, `2027-01-31`. */
export function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** The day in UTC that an instant, in milliseconds, lies in. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The calendar day of an instant, in milliseconds, in a time zone such as `Europe/Berlin`. */
export function dayIn(timeZone: string, at: number): string {
  // Sweden writes days as ISO 8601 does.
  return new Date(at).toLocaleDateString("sv-SE", { timeZone });
}

/** The last day that has anything before an instant, ISO 8601: what ends at midnight ended the day before. */
export function lastDayBefore(end: string): string {
  const at = Date.parse(end);
  return Number.isNaN(at) ? end.slice(0, 10) : dayOf(at - 1);
}

/** The first instant after a day, in UTC milliseconds. */
export function endOf(day: string): number {
  return Date.parse(day) + dayMs;
}

/** The calendar day, ISO 8601, in UTC, that lies `count` days after `day`; before it where negative. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** The working day, Monday to Friday, that lies `count` of them after `day`; before it where negative. */
export function addWorkingDays(day: string, count: number): string {
  let [left, at] = [Math.abs(count), day];
  while (left > 0) {
    at = addDays(at, Math.sign(count));
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

/** The day on which a day's week begins. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** How many days from `first` to `last`, both among them; 0 where `last` is before `first`. */
export function countDays(first: string, last: string): number {
  return Math.max(0, daysApart(first, last) + 1);
}

/** How many days lie between two: 0 for the same one, below 0 where `to` is before `from`. */
export function daysApart(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The days from `first` to `last`, both among them. */
export function eachDay(first: string, last: string): readonly string[] {
  const key = `${first} ${last}`;
  const known = spans.get(key);
  if (known !== undefined) return known;
  const days = Array.from({ length: countDays(first, last) }, (_, i) => addDays(first, i));
  if (spans.size >= mostSpans) spans.clear();
  spans.set(key, days);
  return days;
}

/** A campaign asks for the days of the same few spans again and again. */
const spans = new Map<string, readonly string[]>();
const mostSpans = 100;

export function laterDay(a: string, b: string): string {
  return a.localeCompare(b) < 0 ? b : a;
}

/** The last of some days, or instants, as ISO 8601 has them. */
export function latest(days: readonly string[]): string | undefined {
  return days.toSorted().at(-1);
}

export function earlierDay(a: string, b: string): string {
  return a.localeCompare(b) < 0 ? a : b;
}

/** The months of two days and of all between them: `2027-01`. */
export function monthsFrom(first: string, last: string): string[] {
  return [...new Set(eachDay(first, last).map((day) => day.slice(0, 7)))];
}
