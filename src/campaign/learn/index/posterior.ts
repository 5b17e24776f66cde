/**
 * The plan's word weighs as much as this many outcomes. With none measured the index is 1, and between about 0.66 and 1.39:
 * too wide to be told.
 */
export const priorOutcomes = 20;
/** An index is told where its interval is no wider than this, or than this part of an index above 1. */
const widestInterval = 0.5;
/** The standard normal distribution's 95 % quantile: the interval holds 90 %. */
const z = 1.6448536269514722;

export interface Posterior {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Outcomes against what was expected of the same spend, shrunk towards 1: counts are Poisson about `index * expected`, the
 * index is Gamma about 1. Counts that differ more than that from day to day tell less: `dispersion`, at least 1, divides both.
 */
export function posterior(
  { outcomes, expected, dispersion }: Readonly<Record<"outcomes" | "expected" | "dispersion", number>>,
  weight = priorOutcomes,
): Posterior {
  const shape = weight + outcomes / dispersion;
  const rate = weight + expected / dispersion;
  return { mean: shape / rate, low: quantile(shape, -z) / rate, high: quantile(shape, z) / rate };
}

export function isNarrow({ mean, low, high }: Posterior): boolean {
  return high - low <= widestInterval * Math.max(1, mean);
}

/** Of the Gamma distribution with rate 1, after Wilson and Hilferty: within 0.2 % for a shape of 20 and more. */
function quantile(shape: number, deviations: number): number {
  return shape * (1 - 1 / (9 * shape) + deviations / (3 * Math.sqrt(shape))) ** 3;
}
