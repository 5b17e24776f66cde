import { groupBy } from "../../lib/group-by.ts";
import type { Aim, AllocationProblem, Candidate, Count, Goal } from "./allocator.ts";
import { channelMargin, offerWorth } from "./worth.ts";

/** A mixed-integer model to be maximised: columns with bounds and worth, rows that hold sums of them. Plain arrays. */
export interface Model {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Column that says whether a candidate is bought, by its place. */
  readonly bought: readonly number[];
  /** The columns that are 0 or 1: 1 where any of these candidates is bought. */
  readonly wholes: readonly { readonly column: number; readonly any: readonly number[] }[];
  /** Columns that an amount is the sum of, with what each brings of it, by the candidate's place. */
  readonly amounts: readonly (readonly Term[])[];
}

export interface Column {
  readonly worth: number;
  readonly most: number;
  readonly whole: boolean;
}

export interface Row {
  readonly least: number;
  readonly most: number;
  readonly terms: readonly Term[];
}

export interface Term {
  readonly column: number;
  readonly times: number;
}

/** The budget in the model: amounts near 1 keep the solver's tolerances far under a minor unit. */
export const scale = 1000;

/** A model while it is built. */
interface Built {
  readonly columns: Column[];
  readonly rows: Row[];
}

/**
 * The problem as a model. A candidate is one column that is 0 or 1 and a column for each part of its amount over its least;
 * the parts fall in worth, so that the first is filled first by itself.
 */
export function modelOf(problem: AllocationProblem, goal: Goal): Model {
  const built: Built = { columns: [], rows: [] };
  const unit = scale / problem.budget;
  const { bought, amounts } = addCandidates(built, problem, goal);
  const together = (members: readonly number[]) => members.flatMap((place) => amounts[place] ?? []);
  const places = [...problem.candidates.keys()];

  built.rows.push({ least: 0, most: scale, terms: together(places) });
  for (const { members, least, most } of problem.groups)
    built.rows.push({ least: least * unit, most: most * unit, terms: together(members) });
  for (const aim of problem.aims ?? [])
    built.rows.push({
      least: 0,
      most: Number.POSITIVE_INFINITY,
      terms: gainTerms(problem, goal, aim, amounts),
    });
  built.rows.push({ ...within(problem.packages, bought.length), terms: bought.map(once) });
  for (const members of sharing(problem, "lineId").values())
    if (members.length > 1) built.rows.push({ least: 0, most: 1, terms: at(members, bought).map(once) });
  addBundles(built, problem, bought);
  if (goal === "best" && problem.spread > 0)
    for (const members of sharing(problem, "channel").values()) addChannel(built, problem, together(members));
  const sellers = addSellers(built, problem, bought);
  const wholes = [...bought.map((column, place) => ({ column, any: [place] })), ...sellers];
  return { ...built, bought, wholes, amounts };
}

/** What each amount takes an aim over what it wants: its least by the column that is 0 or 1, then part by part. */
function gainTerms(
  problem: AllocationProblem,
  goal: Goal,
  { gains }: Aim,
  amounts: readonly (readonly Term[])[],
): Term[] {
  return problem.candidates.flatMap((candidate, place) => {
    const curve = gains[place] ?? [];
    if (curve.length === 0) return [];
    const [on, ...parts] = amounts[place] ?? [];
    const widths = partsOf(candidate, goal).map(({ width }) => width);
    let amount = candidate.least;
    const terms =
      on === undefined
        ? []
        : [{ column: on.column, times: offerWorth({ curve }, amount) * (scale / problem.budget) }];
    parts.forEach(({ column }, part) => {
      const width = widths[part] ?? 0;
      terms.push({
        column,
        times: (offerWorth({ curve }, amount + width) - offerWorth({ curve }, amount)) / width,
      });
      amount += width;
    });
    return terms;
  });
}

function addCandidates(built: Built, problem: AllocationProblem, goal: Goal) {
  const unit = scale / problem.budget;
  const bought: number[] = [];
  const amounts: Term[][] = [];
  for (const candidate of problem.candidates) {
    const own = (offerWorth(candidate, candidate.least) - problem.packageWork) * unit;
    const on = addColumn(built, { worth: goal === "best" ? own : 0, most: 1, whole: true });
    const terms = [{ column: on, times: candidate.least * unit }];
    for (const { width, rate } of partsOf(candidate, goal)) {
      const most = width * unit;
      const part = once(addColumn(built, { worth: rate, most, whole: false }));
      built.rows.push({ least: -most, most: 0, terms: [part, { column: on, times: -most }] });
      terms.push(part);
    }
    bought.push(on);
    amounts.push(terms);
  }
  return { bought, amounts };
}

/** A bundle's columns are all 1 or all 0, and 0 where anything is bought that it excludes. */
function addBundles({ rows }: Built, { bundles = [] }: AllocationProblem, bought: readonly number[]): void {
  for (const { members, excludes } of bundles) {
    const [first, ...others] = at(members, bought).map(once);
    if (first === undefined) continue;
    for (const other of others) rows.push({ least: 0, most: 0, terms: [first, negative(other)] });
    for (const out of at(excludes, bought)) rows.push({ least: 0, most: 1, terms: [first, once(out)] });
  }
}

/** What its money brings a channel is at most what its amount is. */
function addChannel(built: Built, problem: AllocationProblem, amount: readonly Term[]): void {
  const parts = channelParts(problem).map(({ width, rate }) =>
    once(addColumn(built, { worth: rate, most: (width * scale) / problem.budget, whole: false })),
  );
  built.rows.push({ least: Number.NEGATIVE_INFINITY, most: 0, terms: [...parts, ...amount.map(negative)] });
}

/** A seller's column lies between each of its packages' columns and their sum: 1 exactly where any is bought. */
function addSellers(built: Built, problem: AllocationProblem, bought: readonly number[]): Model["wholes"] {
  const bySeller = [...sharing(problem, "sellerId").values()];
  const { least, most } = problem.sellers;
  if (least <= 0 && most >= bySeller.length) return [];
  const sellers = bySeller.map((any) => {
    const column = addColumn(built, { worth: 0, most: 1, whole: true });
    const packages = at(any, bought).map(once);
    for (const one of packages) built.rows.push({ least: 0, most: 1, terms: [once(column), negative(one)] });
    built.rows.push({ least: 0, most: any.length, terms: [...packages, negative(once(column))] });
    return { column, any };
  });
  built.rows.push({
    ...within(problem.sellers, sellers.length),
    terms: sellers.map(({ column }) => once(column)),
  });
  return sellers;
}

/** The new column's place. */
function addColumn({ columns }: Built, column: Column): number {
  return columns.push(column) - 1;
}

function once(column: number): Term {
  return { column, times: 1 };
}

function negative({ column, times }: Term): Term {
  return { column, times: -times };
}

function at(places: readonly number[], columns: readonly number[]): number[] {
  return places.flatMap((place) => columns[place] ?? []);
}

function within({ least, most }: Count, all: number): Count {
  return { least, most: Math.min(most, all) };
}

function sharing({ candidates }: AllocationProblem, key: "lineId" | "channel" | "sellerId") {
  return groupBy([...candidates.keys()], (place) => candidates[place]?.[key] ?? "");
}

/** Tangents stand for the channels' curve. They lie on or over it, so the model's bound is one on the real worth. */
const channelTangents = 60;

/** A stretch of a concave curve as the model has it. */
interface Part {
  readonly width: number;
  readonly rate: number;
}

/** A candidate's amount over its least, in parts of falling worth; one part where worth does not matter. */
function partsOf({ least, most, curve }: Candidate, goal: Goal): Part[] {
  if (most <= least) return [];
  if (goal === "any") return [{ width: most - least, rate: 0 }];
  return curve.flatMap(({ end, rate }, i) => {
    const begin = Math.max(least, curve[i - 1]?.end ?? 0);
    const width = Math.min(end, most) - begin;
    return width > 0 ? [{ width, rate }] : [];
  });
}

/** An amount on one channel, in parts of falling worth for the plan's spread: each tangent holds until half-way to the next. */
function channelParts(problem: AllocationProblem): Part[] {
  const step = problem.budget / channelTangents;
  return Array.from({ length: channelTangents + 1 }, (_, i) => ({
    width: i === 0 || i === channelTangents ? step / 2 : step,
    rate: channelMargin(i * step, problem),
  }));
}
