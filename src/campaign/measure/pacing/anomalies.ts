import type { CourseDay } from "./course.ts";

export interface Anomaly {
  readonly date: string;
  readonly spent: number;
  /** What was to be expected of the day, from the days before it. */
  readonly usual: number;
}

/** Days that a day is held against, and how many of them there must be. */
const memory = 21;
const fewest = 7;
/** How far off the median a day must be: in deviations, and as a part of the median itself. */
const deviations = 6;
const leastPart = 0.5;
/** After one, the next days are its wake. */
const quietDays = 7;

/**
 * Days whose spend is far off what is usual. A day's spend is taken as a part of what was planned for it, so that a curve, a
 * change of the budget or a short first day is none; a day without any is no anomaly but a stop. Median and median deviation, so that one odd day does not hide the next.
 */
export function anomalies(days: readonly CourseDay[]): Anomaly[] {
  const rated = days.filter(({ planned, spent }) => planned > 0 && spent > 0);
  const ratios = rated.map(({ spent, planned }) => spent / planned);
  const found: Anomaly[] = [];
  let quietUntil = 0;
  for (const [i, day] of rated.entries()) {
    const past = ratios.slice(Math.max(0, i - memory), i);
    if (past.length < fewest || i < quietUntil) continue;
    const usual = median(past);
    const spread = 1.4826 * median(past.map((ratio) => Math.abs(ratio - usual)));
    const off = Math.abs(day.spent / day.planned - usual);
    if (usual <= 0 || off <= Math.max(deviations * spread, leastPart * usual)) continue;
    found.push({ date: day.date, spent: day.spent, usual: usual * day.planned });
    quietUntil = i + quietDays;
  }
  return found;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
