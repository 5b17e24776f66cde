/** Outcomes over some days, and what was to be expected of them, with what they count. */
export interface Seen {
  readonly outcome: number;
  readonly expected: number;
}

export function totalled(seen: readonly Seen[]): Seen {
  return seen.reduce(
    (sum, { outcome, expected }) => ({ outcome: sum.outcome + outcome, expected: sum.expected + expected }),
    { outcome: 0, expected: 0 },
  );
}

/** How much likelier a change must be than none, as a logarithm: about 30 to 1; and weeks that must confirm it. */
const needed = 3.4;
const confirming = 2;

/**
 * The week from which on a line has another level than before, where that is much likelier than one level throughout; undefined
 * where it is not. Compares what was seen under one gamma-Poisson level with two, at each place in turn.
 */
export function lastChange(cells: readonly (Seen & { readonly week: number })[], shape: number) {
  const whole = evidence(cells, shape);
  let [best, since] = [needed, undefined as number | undefined];
  for (let at = 1; at <= cells.length - confirming; at += 1) {
    const gain = evidence(cells.slice(0, at), shape) + evidence(cells.slice(at), shape) - whole;
    if (gain > best) [best, since] = [gain, cells[at]?.week];
  }
  return since;
}

/** Logarithm of how likely the outcomes are under one unknown level, but for what does not depend on where they are parted. */
function evidence(cells: readonly Seen[], shape: number): number {
  const { outcome, expected } = totalled(cells);
  return (
    shape * Math.log(shape) -
    logGamma(shape) +
    logGamma(shape + outcome) -
    (shape + outcome) * Math.log(shape + expected)
  );
}

/** Stirling's series, moved up to where it is exact to ten digits. */
function logGamma(x: number): number {
  let [shift, at] = [0, x];
  for (; at < 8; at += 1) shift += Math.log(at);
  const square = at * at;
  return (
    (at - 0.5) * Math.log(at) -
    at +
    0.5 * Math.log(2 * Math.PI) +
    1 / (12 * at) -
    1 / (360 * at * square) +
    1 / (1260 * at * square * square) -
    shift
  );
}
