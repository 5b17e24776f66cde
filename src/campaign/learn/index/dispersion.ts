import { type Expectation, expectedOf, type MeasuredDay } from "./inputs.ts";

/** Fewer days say nothing of how much days differ. */
const fewestDays = 3;

/**
 * How much more the days' outcomes differ than chance makes them, as Pearson's statistic has it; at least 1. Days without spend are
 * left out.
 */
export function dispersionOf(days: readonly MeasuredDay[], expectation: Expectation): number {
  const paid = days.filter(({ spendMinor }) => spendMinor > 0);
  const expected = paid.map(({ spendMinor }) => expectedOf(expectation, spendMinor));
  const outcomes = paid.reduce((total, day) => total + day.outcomes, 0);
  const all = expected.reduce((a, b) => a + b, 0);
  if (paid.length < fewestDays || outcomes === 0 || all === 0) return 1;
  const statistic = paid.reduce((total, day, i) => {
    const mean = ((expected[i] ?? 0) * outcomes) / all;
    return total + (day.outcomes - mean) ** 2 / mean;
  }, 0);
  return Math.max(1, statistic / (paid.length - 1));
}
