import { isCorrected } from "../corrections.ts";
import { isClear, type LabelledDate } from "../label-dates.ts";

/**
 * "CORRECTION: we start on 8 February", "we end on 9 May, not 2 May": the one first or last day of a correction takes the place of that
 * of the only period beside it, as long as it still begins before it ends.
 */
export function withCorrectedDays(text: string, dates: readonly LabelledDate[]): readonly LabelledDate[] {
  const [period, ...others] = dates.filter(({ type }) => type === "period");
  const [day, ...more] = dates
    .filter(isClear)
    .filter((date) => date.type === "day" && sides.has(date.role) && isCorrected(text, date));
  if (period?.type !== "period" || others.length > 0 || day?.type !== "day" || more.length > 0) return dates;
  const first = day.role === "flight_start" ? day.day : period.first;
  const last = day.role === "flight_end" ? day.day : period.last;
  if (first > last) return dates;
  // What it says of its own replaced day is over with it.
  return dates
    .filter((date) => date === period || date.start < day.start || date.start > day.end + reach)
    .map((date) => (date === period ? { ...period, first, last } : date));
}

const sides: ReadonlySet<string> = new Set(["flight_start", "flight_end"]);
/** Characters behind a day in which "not 2 May" stands. */
const reach = 30;
