import type { Weights } from "./weights.ts";

/** Steps from 0 to 1 of a criterion's value. Values and weights are whole numbers, so that sums of them are exact. */
export const valueSteps = 10_000;
/** Products of step and weight in a hundredth of a point of score. */
const perHundredth = valueSteps;

/** Hundredths of a point, 0 to 10,000. Rounding never turns an order round. */
export function scoreOf(steps: readonly number[], weights: Weights): number {
  let total = 0;
  for (let i = 0; i < steps.length; i++) total += (steps[i] ?? 0) * (weights[i] ?? 0);
  return Math.round(total / perHundredth);
}

/** The sum of products without that of the criterion at `index`. */
export function sumBeside(index: number, steps: readonly number[], weights: Weights): number {
  return steps.reduce((sum, step, i) => (i === index ? sum : sum + step * (weights[i] ?? 0)), 0);
}

/** The least sum of products that is rounded to `score`. */
export function leastSum(score: number): number {
  return score * perHundredth - perHundredth / 2;
}
