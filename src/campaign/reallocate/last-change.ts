/** One line in one period: what it brought, and what the plan expects of such a spend. */
export interface Cell {
  readonly period: number;
  readonly outcome: number;
  readonly expected: number;
}

/** How much likelier a change must be than none, as a logarithm: about 30 to 1. */
const needed = 3.4;

/**
 * The period from which on a line has another level than before, where that is much likelier than one level throughout;
 * undefined where it is not. Compares what was seen under one gamma-Poisson level with two, at each place in turn.
 */
export function lastChange(cells: readonly Cell[], shape: number): number | undefined {
  if (shape === Number.POSITIVE_INFINITY || cells.length < 2) return undefined;
  const whole = evidence(cells, shape);
  let [best, since] = [needed, undefined as number | undefined];
  for (let at = 1; at < cells.length; at += 1) {
    const gain = evidence(cells.slice(0, at), shape) + evidence(cells.slice(at), shape) - whole;
    if (gain > best) [best, since] = [gain, cells[at]?.period];
  }
  return since;
}

/** Logarithm of how likely the outcomes are under one unknown level, but for what does not depend on where they are parted. */
function evidence(cells: readonly Cell[], shape: number): number {
  const outcome = cells.reduce((sum, cell) => sum + cell.outcome, 0);
  const expected = cells.reduce((sum, cell) => sum + cell.expected, 0);
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
