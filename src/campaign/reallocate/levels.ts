import type { LiveLine } from "./live-line.ts";
import { outcomeAt } from "./response-curve.ts";

/** How a line does against the plan's expectation: 1 is as all lines together do. */
export interface Level {
  readonly lineId: string;
  readonly mean: number;
  readonly deviation: number;
  /** Outcomes that it rests on, and what was expected of the same spend. */
  readonly outcomes: number;
  readonly expected: number;
  /** The period from which on it counts, where it became better or worse. */
  readonly since?: number;
}

export interface Levels {
  readonly levels: readonly Level[];
  /** What all lines together bring against the plan's expectation; 1 where nobody counted. */
  readonly overall: number;
  /** How unlikely it is that all lines do alike and chance made the difference: standard deviations, 0 without a sign. */
  readonly signal: number;
}

/** Rounds in which levels and seasons are fitted to each other. */
const rounds = 4;
/** Bounds of how unlike lines are: the variance of levels around 1. */
const largestVariance = 0.6;
/** Expected outcomes under which a period says nothing. */
const fewest = 1e-9;
/** Expected outcomes of a line from which on chi-square may be trusted. */
const fewestForSignal = 5;

/**
 * Learns the level of each line from what it brought: the posterior mean of a gamma prior around what all lines do, so that
 * few figures move it little. How wide the prior is follows from how unlike the lines prove to be. What all lines share,
 * such as a season, is taken out period by period.
 */
export function learnLevels(lines: readonly LiveLine[]): Levels {
  const dispersion = dispersionOf(lines);
  const cells = lines.map((line) => cellsOf(line, dispersion));
  let levels = lines.map((): number => 1);
  let seasons = new Map<number, number>();
  let shape = Number.POSITIVE_INFINITY;
  let kept = cells;
  for (let round = 0; round < rounds; round += 1) {
    seasons = seasonsOf(kept, levels);
    const adjusted = cells.map((own) => inSeason(own, seasons));
    shape = shapeOf(adjusted.map(total));
    kept = adjusted.map((own, i) => {
      const since = lastChange(own, shape);
      return since === undefined
        ? (cells[i] ?? [])
        : (cells[i] ?? []).filter(({ period }) => period >= since);
    });
    levels = kept.map((own) => posterior(total(inSeason(own, seasons)), shape).mean);
  }
  const seen = kept.map((own) => total(inSeason(own, seasons)));
  const all = total(cells.flat());
  return {
    levels: lines.map(({ lineId }, i) => {
      const own = seen[i] ?? nothingSeen;
      const since = kept[i]?.[0]?.period;
      const changed = since !== undefined && since !== cells[i]?.[0]?.period;
      return {
        lineId,
        ...posterior(own, shape),
        outcomes: own.outcome,
        expected: own.expected,
        ...(changed ? { since } : {}),
      };
    }),
    overall: all.expected > fewest && all.outcome > 0 ? all.outcome / all.expected : 1,
    signal: signalOf(cells.map((own) => total(inSeason(own, seasons)))),
  };
}

interface Seen {
  readonly outcome: number;
  readonly expected: number;
}

const nothingSeen: Seen = { outcome: 0, expected: 0 };

function cellsOf({ curve, seen }: LiveLine, dispersion: number): Cell[] {
  return seen.flatMap(({ period, days, spend, outcome, weight }) => {
    const expected = days === 0 ? 0 : days * outcomeAt(curve, spend / days);
    if (outcome === undefined || expected <= fewest) return [];
    const counts = weight / dispersion;
    return [{ period, outcome: outcome * counts, expected: expected * counts }];
  });
}

/** The variance of a day's count against its mean, over all lines: 1 where outcomes come one by one, and never less. */
function dispersionOf(lines: readonly LiveLine[]): number {
  const scatters = lines.flatMap(({ seen }) => seen.flatMap(({ scatter }) => scatter ?? []));
  const freedom = scatters.reduce((sum, one) => sum + one.freedom, 0);
  return freedom === 0 ? 1 : Math.max(1, scatters.reduce((sum, one) => sum + one.squares, 0) / freedom);
}

function total(cells: readonly Seen[]): Seen {
  return cells.reduce(
    (sum, { outcome, expected }) => ({ outcome: sum.outcome + outcome, expected: sum.expected + expected }),
    nothingSeen,
  );
}

/** What each period brought over all lines against what their levels let expect. */
function seasonsOf(cells: readonly (readonly Cell[])[], levels: readonly number[]): Map<number, number> {
  const sums = new Map<number, Seen>();
  cells.forEach((own, i) => {
    for (const { period, outcome, expected } of own) {
      const before = sums.get(period) ?? nothingSeen;
      sums.set(period, {
        outcome: before.outcome + outcome,
        expected: before.expected + expected * (levels[i] ?? 1),
      });
    }
  });
  return new Map([...sums].map(([period, { outcome, expected }]) => [period, outcome / expected]));
}

function inSeason(cells: readonly Cell[], seasons: ReadonlyMap<number, number>): Cell[] {
  return cells.map((cell) => ({ ...cell, expected: cell.expected * (seasons.get(cell.period) ?? 1) }));
}

function posterior({ outcome, expected }: Seen, shape: number): { mean: number; deviation: number } {
  if (shape === Number.POSITIVE_INFINITY) return { mean: 1, deviation: 0 };
  return {
    mean: (shape + outcome) / (shape + expected),
    deviation: Math.sqrt(shape + outcome) / (shape + expected),
  };
}

/** How alike lines are, by the method of moments: the gamma prior's shape, infinite where chance explains their difference. */
function shapeOf(seen: readonly Seen[]): number {
  const informative = seen.filter(({ expected }) => expected > fewest);
  const size = total(informative).expected;
  if (informative.length < 2 || size <= fewest) return Number.POSITIVE_INFINITY;
  const spread = informative.reduce(
    (sum, { outcome, expected }) => sum + (outcome - expected) ** 2 / expected,
    0,
  );
  const scale = size - informative.reduce((sum, { expected }) => sum + expected ** 2, 0) / size;
  const variance = Math.min(largestVariance, (spread - (informative.length - 1)) / scale);
  return variance > 0 ? 1 / variance : Number.POSITIVE_INFINITY;
}

/** The chi-square of the lines' difference as standard deviations (Wilson and Hilferty). */
function signalOf(seen: readonly Seen[]): number {
  const informative = seen.filter(({ expected }) => expected >= fewestForSignal);
  const freedom = informative.length - 1;
  if (freedom < 1) return 0;
  const spread = informative.reduce(
    (sum, { outcome, expected }) => sum + (outcome - expected) ** 2 / expected,
    0,
  );
  const part = 2 / (9 * freedom);
  return Math.max(0, ((spread / freedom) ** (1 / 3) - (1 - part)) / Math.sqrt(part));
}

/** One line in one period: what it brought, and what the plan expects of such a spend. */
interface Cell {
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
