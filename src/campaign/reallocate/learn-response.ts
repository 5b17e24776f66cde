import { sumOver } from "../../lib/money.ts";
import { provenSpends, sinceLaunch, weeksOf } from "./launch.ts";
import { lastChange, type Seen, totalled } from "./level-change.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";
import { outcomeAt } from "./response-curve.ts";
import { noiseOf, turnsOf } from "./turns.ts";

/**
 * What is known of a line's response: outcomes of a day = level x pace x (spend / pace) ^ exponent, where pace is what the plan
 * gives it for a day. The grid has each exponent with its probability, and the gamma posterior of the level that goes with it.
 */
export interface Response {
  readonly lineId: string;
  /** In minor units. */
  readonly pace: number;
  /** The largest daily spend that was seen to work: beyond it more money brings no more than in proportion. */
  readonly proven: number;
  readonly grid: readonly Guess[];
}

export interface Guess {
  readonly exponent: number;
  /** All of a grid add up to 1. */
  readonly probability: number;
  /** Of the level in outcomes for a minor unit: a gamma distribution with mean `shape / rate`. */
  readonly shape: number;
  readonly rate: number;
}

/** Exponents that are distinguished, and what is thought of them before anything was seen. */
const exponents = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.5, 2];
const usualExponent = 0.7;
const exponentSpread = 0.2;
/** How probable it is beforehand that a line's spend lies in the steep part above a threshold: little works below it. */
const steep = 0.1;
/** Part of the pace from which on a forecast says how money fades; beyond the pace it may just end. */
const beforePace = 0.7;
/** What is thought of a line's exponent beforehand. Its seller is believed where it says that money fades sooner, not later. */
function exponentPriorOf({ curve }: LiveLine, pace: number): readonly number[] {
  const [low, high] = [outcomeAt(curve, pace * beforePace), outcomeAt(curve, pace)];
  const stated = low > 0 ? Math.log(high / low) / -Math.log(beforePace) : usualExponent;
  const usual = Math.min(usualExponent, stated);
  const near = (one: number) => Math.exp(-(((one - usual) / exponentSpread) ** 2) / 2);
  const [fading, rising] = [exponents.filter((one) => one <= 1), exponents.filter((one) => one > 1)];
  return [
    ...normalised(fading.map(near)).map((one) => (1 - steep) * one),
    ...rising.map(() => steep / rising.length),
  ];
}
/** Variance of a line's good and bad weeks against what it brings on average, and how many cells that is worth. */
const usualLuck = 0.05;
const luckCells = 8;
const largestLuck = 0.5;
/** Pairs of weeks that it takes to say that luck stays, and how much of it stays for another week at most. */
const usualPairs = 2;
const longest = 0.9;
/** Outcomes of a week from which on it says more of luck than of counting. */
const tellingCount = 20;
/** How far a week counts against the one after it. */
const memory = 0.95;
/** How unlike lines are, the variance of levels around what is expected of them: what is usual, the lines that is worth, bounds. */
const usualVariance = 0.1;
const usualLines = 2;
const largestVariance = 0.6;
const smallestVariance = 1e-6;
const rounds = 5;
/** Expected outcomes under which nothing is said. */
const fewest = 1e-9;

/** One line in one week. */
interface Cell {
  readonly week: number;
  readonly outcome: number;
  /** Half for figures that may still be restated. */
  readonly weight: number;
  /** By exponent, what all lines' average would bring. */
  readonly exposures: readonly number[];
}

interface Fit {
  readonly pace: number;
  /** Outcomes for a minor unit over all lines. */
  readonly rate: number;
  readonly cells: readonly Cell[];
  readonly prior: readonly number[];
  /** It has broken down: what other lines bring says little of it. */
  readonly isBroken: boolean;
  kept: readonly Cell[];
  /** By exponent: its probability and the level against all lines' average. */
  guesses: readonly Guess[];
}

/**
 * Learns each line's response from what it brought; what all lines have in common in a week is taken out. Where nothing was
 * counted a minor unit brings `usual` outcomes everywhere.
 */
export function learnResponses(lines: readonly LiveLine[], usual: number): readonly Response[] {
  const fits = fitsOf(lines, usual);
  const last = Math.max(0, ...fits.flatMap(({ cells }) => cells.map(({ week }) => week)));
  const noise = noiseOf(
    lines.map((line) => sinceLaunch(line).filter(({ outcome }) => outcome !== undefined)),
  );
  let [seasons, luck, lasting]: [Seasons, number, number] = [new Map(), usualLuck, 1];
  const counts = ({ week, weight, exposures }: Cell, fit: Fit) =>
    (weight * memory ** (last - week)) /
    (noise + luck * lasting * expectedIn({ week, exposures }, fit, seasons));
  for (let round = 0; round < rounds; round += 1) {
    seasons = seasonsOf(fits, counts);
    luck = luckOf(fits, seasons, noise);
    lasting = lastingOf(fits, seasons, noise);
    const seenOf = (fit: Fit, cells: readonly Cell[]) =>
      cells.map((cell) => weighed(cell, fit, seasons, counts));
    const running = fits.filter(({ isBroken }) => !isBroken);
    const shape = shapeOf(running.map((fit) => totalled(seenOf(fit, fit.kept))));
    for (const fit of fits) {
      const seen = seenOf(fit, fit.cells);
      const since = lastChange(seen, shape);
      fit.kept = fit.cells.filter(({ week }) => since === undefined || week >= since);
      fit.guesses = guessesOf(fit, {
        seasons,
        counts,
        shape: fit.isBroken ? Math.min(shape, 1 / largestVariance) : shape,
      });
    }
  }
  return fits.map(({ pace, rate, guesses }, place) => ({
    lineId: lines[place]?.lineId ?? "",
    pace,
    proven: provenSpends(lines[place] ?? { seen: [] }).most,
    grid: guesses.map((guess) => ({ ...guess, rate: guess.rate / rate })),
  }));
}

/** Every line is thought to bring the same for its money before anything was seen of it: no seller's word makes a difference. */
function fitsOf(lines: readonly LiveLine[], usual: number): Fit[] {
  const turns = turnsOf(lines);
  const days = lines.map((line) =>
    sinceLaunch(line).filter(
      ({ outcome, day }) => outcome !== undefined && day >= (turns.get(line.lineId)?.day ?? day),
    ),
  );
  const paces = lines.map(({ planned, days: length }) => Math.max(1, planned / Math.max(1, length)));
  const sum = (of: (day: SeenDay, place: number) => number) =>
    days.reduce((all, own, place) => own.reduce((part, day) => part + of(day, place), all), 0);
  const expected = sum((day, place) => exposureOf(day, paces[place] ?? 1, usualExponent));
  const outcomes = sum(({ outcome = 0 }) => outcome);
  const rate = expected > 0 && outcomes > 0 ? outcomes / expected : usual;
  return lines.map((line, place) => {
    const pace = paces[place] ?? 1;
    const cells = cellsOf(days[place] ?? [], { pace, rate });
    const prior = exponentPriorOf(line, pace);
    const guesses = exponents.map((exponent, i) => ({
      exponent,
      probability: prior[i] ?? 0,
      shape: 1,
      rate: 1,
    }));
    const isBroken = turns.get(line.lineId)?.isDown === true;
    return { pace, rate, cells, prior, isBroken, kept: cells, guesses };
  });
}

/** A power of the spend, in minor units: as much as is spent at the pace itself. */
function exposureOf({ spend, length }: SeenDay, pace: number, exponent: number): number {
  return spend > 0 ? length * pace * (spend / length / pace) ** exponent : 0;
}

function cellsOf(days: readonly SeenDay[], usual: { readonly pace: number; readonly rate: number }): Cell[] {
  const { pace, rate } = usual;
  return weeksOf(days).flatMap((own) => {
    const week = Math.floor((own[0]?.day ?? 0) / 7);
    const exposures = exponents.map((exponent) =>
      sumOver(own, (day) => rate * exposureOf(day, pace, exponent)),
    );
    if (!exposures.some((one) => one > fewest)) return [];
    const outcome = sumOver(own, (day) => day.outcome ?? 0);
    const weight = sumOver(own, (day) => day.weight) / own.length;
    return [{ week, outcome, weight, exposures }];
  });
}

type Seasons = ReadonlyMap<number, number>;
type Counts = (cell: Cell, fit: Fit) => number;

/** What a cell is to bring at the level that is thought of now. */
function expectedIn({ week, exposures }: Pick<Cell, "week" | "exposures">, fit: Fit, seasons?: Seasons) {
  const own = sumOver(
    fit.guesses,
    ({ probability, shape, rate }, i) => ((probability * shape) / rate) * (exposures[i] ?? 0),
  );
  return own * (seasons?.get(week) ?? 1);
}

/** What each week brought over all lines against what they were to bring; a large line says hardly more of it than others. */
function seasonsOf(fits: readonly Fit[], counts: Counts): Seasons {
  const sums = new Map<number, { outcome: number; expected: number }>();
  for (const fit of fits)
    for (const cell of fit.kept) {
      const before = sums.get(cell.week) ?? { outcome: 0, expected: 0 };
      sums.set(cell.week, {
        outcome: before.outcome + counts(cell, fit) * cell.outcome,
        expected: before.expected + counts(cell, fit) * expectedIn(cell, fit),
      });
    }
  return new Map(
    [...sums].map(([week, { outcome, expected }]) => [
      week,
      expected > fewest && outcome > 0 ? outcome / expected : 1,
    ]),
  );
}

/**
 * How far a line's weeks differ from its own mean beyond counting, by the method of moments, drawn to what is usual: that lines differ
 * from each other is no luck.
 */
function luckOf(fits: readonly Fit[], seasons: Seasons, noise: number): number {
  let [beyond, cells] = [0, 0];
  for (const fit of fits) {
    const seen = fit.kept.map((cell) => ({ ...cell, expected: expectedIn(cell, fit, seasons) }));
    const { outcome: brought, expected } = totalled(seen);
    // The line's mean takes one of its weeks.
    const free = 1 - 1 / seen.length;
    for (const { outcome, expected: guessed } of seen) {
      const mean = (guessed * brought) / Math.max(fewest, expected);
      // A cell says the more of it, the more it counted.
      const weight = mean / (mean + tellingCount);
      beyond += (weight * ((outcome - mean) ** 2 - free * noise * mean)) / Math.max(fewest, mean ** 2);
      cells += weight * free;
    }
  }
  const seen = Math.min(4 * largestLuck, Math.max(0, beyond) / Math.max(1, cells));
  return Math.min(largestLuck, (cells * seen + luckCells * usualLuck) / (cells + luckCells));
}

/**
 * How many weeks of luck that stays say as much as one of luck that comes anew each week: weeks far from each other are then less
 * alike than neighbours, whatever a line's level is.
 */
function lastingOf(fits: readonly Fit[], seasons: Seasons, noise: number): number {
  const [near, far] = [
    { weight: 0, square: 0 },
    { weight: 0, square: 0 },
  ];
  for (const fit of fits) {
    const seen = fit.kept.map((cell) => {
      const mean = Math.max(fewest, expectedIn(cell, fit, seasons));
      return { week: cell.week, part: cell.outcome / mean, noise: noise / mean };
    });
    for (const [at, one] of seen.entries())
      for (const other of seen.slice(at + 1)) {
        const sum = other.week - one.week === 1 ? near : far;
        const error = one.noise + other.noise;
        const weight = usualLuck / (usualLuck + error);
        sum.weight += weight;
        sum.square += weight * ((one.part - other.part) ** 2 - error);
      }
  }
  const apart = ({ weight, square }: typeof near, usual: number) =>
    Math.max(smallestVariance, (square + usualPairs * usual) / (weight + usualPairs));
  const neighbours = apart(near, 2 * usualLuck);
  const stays = Math.min(longest, Math.max(0, 1 - neighbours / apart(far, neighbours)));
  return (1 + stays) / (1 - stays);
}

/** A cell at all lines' level, with what it counts. */
function weighed(cell: Cell, fit: Fit, seasons: Seasons, counts: Counts): Seen & { readonly week: number } {
  const count = counts(cell, fit);
  const exposure = sumOver(fit.guesses, ({ probability }, i) => probability * (cell.exposures[i] ?? 0));
  return {
    week: cell.week,
    outcome: count * cell.outcome,
    expected: count * exposure * (seasons.get(cell.week) ?? 1),
  };
}

/** How alike lines are, by the method of moments, drawn to what is usual: the shape of the gamma prior of their levels. */
function shapeOf(seen: readonly Seen[]): number {
  const informative = seen.filter(({ expected }) => expected > fewest);
  const size = totalled(informative).expected;
  if (size <= fewest) return 1 / usualVariance;
  const spread = sumOver(informative, ({ outcome, expected }) => (outcome - expected) ** 2 / expected);
  const scale = size - sumOver(informative, ({ expected }) => expected ** 2) / size;
  const usual = (usualLines * size) / informative.length;
  const variance = (spread - (informative.length - 1) + usual * usualVariance) / (scale + usual);
  return 1 / Math.min(largestVariance, Math.max(smallestVariance, variance));
}

/** The posterior of each exponent, and of the level that goes with it. */
function guessesOf(fit: Fit, { seasons, counts, shape }: Believed): Guess[] {
  const seen = fit.kept.map((cell) => ({
    cell,
    count: counts(cell, fit),
    season: seasons.get(cell.week) ?? 1,
  }));
  const outcome = sumOver(seen, ({ cell, count }) => count * cell.outcome);
  const posteriors = exponents.map((exponent, i) => {
    let [expected, match] = [0, 0];
    for (const { cell, count, season } of seen) {
      const own = count * season * (cell.exposures[i] ?? 0);
      expected += own;
      if (own > fewest) match += count * cell.outcome * Math.log(own);
    }
    const evident = match - (shape + outcome) * Math.log(shape + expected);
    const likely = Math.log(fit.prior[i] ?? 0) + evident;
    return { exponent, likely, shape: shape + outcome, rate: shape + expected };
  });
  const most = Math.max(...posteriors.map(({ likely }) => likely));
  const probabilities = normalised(posteriors.map(({ likely }) => Math.exp(likely - most)));
  return posteriors.map(({ exponent, shape: outcome, rate }, i) => ({
    exponent,
    shape: outcome,
    rate,
    probability: probabilities[i] ?? 0,
  }));
}

function normalised(weights: readonly number[]): number[] {
  const all = sumOver(weights);
  return weights.map((weight) => weight / all);
}

interface Believed {
  readonly seasons: Seasons;
  readonly counts: Counts;
  /** Of the gamma prior of levels. */
  readonly shape: number;
}
