import { groupBy } from "../../lib/group-by.ts";
import type { AllocationProblem, Candidate, Count } from "./allocator.ts";
import { channelMargin, offerMargin, offerWorth, packageWorth } from "./worth.ts";

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
/** Tangents that stand for a curve. They lie on or over it, so the model's bound is one on the real worth. */
const offerTangents = { few: 4, many: 8 };
const channelTangents = 24;
/** Candidates from which on the model makes do with few. */
const large = 400;

/**
 * The problem as a model. A candidate is one column that is 0 or 1 and a column for each stretch of its amount over its
 * least; the curves' stretches fall in worth, so the first is filled first by itself.
 */
export function modelOf(problem: AllocationProblem, goal: "best" | "any"): Model {
  const columns: Column[] = [];
  const rows: Row[] = [];
  const add = (column: Column) => columns.push(column) - 1;
  const unit = scale / problem.budget;
  const matters = goal === "best" ? unit : 0;

  const bought: number[] = [];
  const amounts: Term[][] = [];
  for (const candidate of problem.candidates) {
    const own = (offerWorth(candidate, candidate.least) - packageWorth(problem.budget)) * matters;
    const on = add({ worth: own, most: 1, whole: true });
    const parts = partsOf(
      candidate,
      problem.candidates.length < large ? offerTangents.many : offerTangents.few,
    ).map(({ width, rate }) => ({
      column: add({ worth: goal === "best" ? rate : 0, most: width * unit, whole: false }),
      width: width * unit,
    }));
    for (const { column, width } of parts)
      rows.push({
        least: Number.NEGATIVE_INFINITY,
        most: 0,
        terms: [
          { column, times: 1 },
          { column: on, times: -width },
        ],
      });
    bought.push(on);
    amounts.push([
      { column: on, times: candidate.least * unit },
      ...parts.map(({ column }) => ({ column, times: 1 })),
    ]);
  }
  const together = (members: readonly number[]) => members.flatMap((place) => amounts[place] ?? []);
  const places = problem.candidates.map((_, place) => place);

  rows.push({ least: 0, most: scale, terms: together(places) });
  for (const { members, least, most } of problem.groups)
    rows.push({ least: least * unit, most: most * unit, terms: together(members) });
  rows.push({
    ...within(problem.packages, bought.length),
    terms: bought.map((column) => ({ column, times: 1 })),
  });
  for (const members of sharing(problem, "slot").values())
    if (members.length > 1) rows.push({ least: 0, most: 1, terms: ones(members, bought) });
  if (goal === "best")
    for (const members of sharing(problem, "channel").values())
      rows.push({
        least: Number.NEGATIVE_INFINITY,
        most: 0,
        terms: [
          ...channelParts(problem.budget).map(({ width, rate }) => ({
            column: add({ worth: rate, most: width * unit, whole: false }),
            times: 1,
          })),
          ...together(members).map(({ column, times }) => ({ column, times: -times })),
        ],
      });
  const sellers = addSellers(problem, bought, add, rows);
  return {
    columns,
    rows,
    bought,
    wholes: [...bought.map((column, place) => ({ column, any: [place] })), ...sellers],
    amounts,
  };
}

/** A seller's column lies between each of its packages' columns and their sum: 1 exactly where any is bought. */
function addSellers(
  problem: AllocationProblem,
  bought: readonly number[],
  add: (column: Column) => number,
  rows: Row[],
): { column: number; any: number[] }[] {
  const bySeller = [...sharing(problem, "sellerId").values()];
  const { least, most } = problem.sellers;
  if (least <= 0 && most >= bySeller.length) return [];
  const sellers = bySeller.map((any) => {
    const column = add({ worth: 0, most: 1, whole: true });
    const packages = ones(any, bought);
    for (const one of packages)
      rows.push({
        least: 0,
        most: 1,
        terms: [
          { column, times: 1 },
          { ...one, times: -1 },
        ],
      });
    rows.push({ least: 0, most: any.length, terms: [...packages, { column, times: -1 }] });
    return { column, any };
  });
  rows.push({
    ...within(problem.sellers, sellers.length),
    terms: sellers.map(({ column }) => ({ column, times: 1 })),
  });
  return sellers;
}

function ones(members: readonly number[], bought: readonly number[]): Term[] {
  return members.flatMap((place) => {
    const column = bought[place];
    return column === undefined ? [] : [{ column, times: 1 }];
  });
}

function within({ least, most }: Count, all: number): Count {
  return { least, most: Math.min(most, all) };
}

interface Part {
  readonly width: number;
  readonly rate: number;
}

/** A candidate's amount over its least, in parts of falling worth. */
function partsOf(candidate: Candidate, count: number): Part[] {
  const { least, most, response, score } = candidate;
  if (response === undefined) return tangents(least, most, count, (amount) => offerMargin(candidate, amount));
  return response.flatMap(({ end, rate }, i) => {
    const begin = Math.max(least, response[i - 1]?.end ?? 0);
    const width = Math.min(end, most) - begin;
    return width > 0 ? [{ width, rate: score * rate }] : [];
  });
}

function channelParts(budget: number): Part[] {
  return tangents(0, budget, channelTangents, (amount) => channelMargin(amount, budget));
}

/** Tangents of a curve at equal distances from end to end; each holds until half-way to the next. */
function tangents(from: number, to: number, count: number, margin: (amount: number) => number): Part[] {
  const step = (to - from) / count;
  if (step <= 0) return [];
  return Array.from({ length: count + 1 }, (_, i) => ({
    width: i === 0 || i === count ? step / 2 : step,
    rate: margin(from + i * step),
  }));
}

function sharing(
  { candidates }: AllocationProblem,
  key: "slot" | "channel" | "sellerId",
): Map<string, number[]> {
  return groupBy([...candidates.keys()], (place) => candidates[place]?.[key] ?? "");
}
