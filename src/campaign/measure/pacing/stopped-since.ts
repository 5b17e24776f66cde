import type { PackageCourse } from "./course.ts";

/** Days in a row without delivery that are no chance any more. */
const silentDays = 2;
/** A budget that is spent to this part is at its end. */
export const spentUp = 0.98;

/** The first of the last days on which nothing was delivered; undefined where it is delivered, or for a known reason is not. */
export function stoppedSince({ days, held, budget, spent, end }: PackageCourse): string | undefined {
  const last = days.at(-1);
  if (held || last === undefined || last.date >= end || spent >= budget * spentUp) return undefined;
  const delivered = days.findLastIndex(({ impressions, spent: cost }) => impressions > 0 || cost > 0);
  const silent = days.slice(delivered + 1);
  return silent.length >= silentDays ? silent[0]?.date : undefined;
}
