/** A seeded source of chance: the same seed gives the same numbers on every machine. */
export interface Chance {
  /** From 0 up to 1. */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
  /** A count with this mean. */
  readonly poisson: (mean: number) => number;
}

/** Above it a count is drawn from the normal distribution, which is as good and takes one draw. */
const largestCounted = 60;

export function seededChance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number) => {
    if (!(mean > 0)) return 0;
    if (mean > largestCounted) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const end = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > end; product *= uniform()) count += 1;
    return count;
  };
  return { uniform, normal, poisson };
}
