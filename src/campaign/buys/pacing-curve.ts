import type { Pacing } from "../model/brief.ts";

/**
 * The part of a budget that a curve wants spent when `elapsed` of `length` days are over, 0 to 1. It starts at 0, never
 * falls, and ends at 1. Weights are one for each week of the flight; the last one holds for weeks that have none.
 */
export function shareBy(pacing: Pacing, elapsed: number, length: number): number {
  const part = length <= 0 ? 1 : Math.min(1, Math.max(0, elapsed / length));
  if (pacing === "even") return part;
  // The daily rate falls from 1.5 to 0.5 times the even one, or rises the other way round.
  if (pacing === "front-loaded") return part * (1.5 - 0.5 * part);
  if (pacing === "back-loaded") return part * (0.5 + 0.5 * part);
  const all = weightUntil(pacing.weeks, length);
  return all === 0 ? part : weightUntil(pacing.weeks, part * length) / all;
}

/** The weight of the first `days` of a flight, where a whole week has its weight. */
function weightUntil(weeks: readonly number[], days: number): number {
  let weight = 0;
  for (let week = 0; week * 7 < days; week++)
    weight += (weeks[week] ?? weeks.at(-1) ?? 1) * Math.min(1, (days - week * 7) / 7);
  return weight;
}
