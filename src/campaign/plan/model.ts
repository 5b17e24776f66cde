import { groupBy } from "../../lib/group-by.ts";
import type { AllocationProblem, Candidate, Count, Goal } from "./allocator.ts";
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
// Tangents stand for curves. They lie on or over them, so the model's bound is one on the real worth.
/** For an offer that may get the whole budget; the error of the others stays as small with the square root of that. */
const offerTangents = { fine: 24, coarse: 12 };
const channelTangents = 60;
/** Candidates from which on the model makes do with coarse curves. */
const large = 400;

/**
 * The problem as a model. A candidate is one column that is 0 or 1 and a column for each stretch of its amount over its
 * least; the curves' stretches fall in worth, so the first is filled first by itself.
 */
export function modelOf(problem: AllocationProblem, goal: Goal): Model {
  const columns: Column[] = [];
  const rows: Row[] = [];
  const add = (column: Column) => columns.push(column) - 1;
  const unit = scale / problem.budget;

  const bought: number[] = [];
  const amounts: Term[][] = [];
  for (const candidate of problem.candidates) {
    const own = (offerWorth(candidate, candidate.least) - packageWorth(problem.budget)) * unit;
    const on = add({ worth: goal === "best" ? own : 0, most: 1, whole: true });
    const terms = [{ column: on, times: candidate.least * unit }];
    for (const { width, rate } of partsOf(candidate, problem, goal)) {
      const column = add({ worth: rate, most: width * unit, whole: false });
      rows.push({
        least: Number.NEGATIVE_INFINITY,
        most: 0,
        terms: [
          { column, times: 1 },
          { column: on, times: -width * unit },
        ],
      });
      terms.push({ column, times: 1 });
    }
    bought.push(on);
    amounts.push(terms);
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

/** A candidate's amount over its least, in parts of falling worth; one part where worth does not matter. */
function partsOf(candidate: Candidate, { candidates, budget }: AllocationProblem, goal: Goal): Part[] {
  const { least, most, response, score } = candidate;
  if (most <= least) return [];
  if (goal === "any") return [{ width: most - least, rate: 0 }];
  if (response === undefined) {
    const tangentsOfBudget = candidates.length < large ? offerTangents.fine : offerTangents.coarse;
    const count = Math.max(2, Math.ceil(tangentsOfBudget * Math.sqrt((most - least) / budget)));
    return tangents(least, most, count, (amount) => offerMargin(candidate, amount));
  }
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
