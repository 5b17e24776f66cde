import type { Allocation, AllocationProblem, Candidate } from "../allocator.ts";
import { marginalWorth, worth } from "../worth.ts";

/**
 * Picks offers one by one, each time the one that makes the plan worth most, then exchanges, drops and adds single offers
 * for as long as that makes it worth more.
 */
export function allocateGreedily(problem: AllocationProblem): Allocation {
  let best = grown(problem, evaluate(problem, []));
  for (let next = improved(problem, best); next !== undefined; next = improved(problem, best))
    best = grown(problem, next);
  return new Map(best.chosen.map((candidate, i) => [candidate.offerId, best.amounts[i] ?? 0]));
}

interface Solution {
  readonly chosen: readonly Candidate[];
  readonly amounts: readonly number[];
  readonly worth: number;
}

const nothing: Solution = { chosen: [], amounts: [], worth: 0 };

/** Adds the best offer until none helps. */
function grown(problem: AllocationProblem, from: Solution, without?: Candidate): Solution {
  let solution = from;
  while (true) {
    const { chosen } = solution;
    const choices = problem.candidates
      .filter((candidate) => candidate !== without)
      .map((candidate) => [...chosen, candidate]);
    const next = bestOf(choices, problem, solution);
    if (next === undefined) return solution;
    solution = next;
  }
}

/** A solution without one of the offers that is better: another in its place, none, or several smaller ones. */
function improved(problem: AllocationProblem, from: Solution): Solution | undefined {
  for (const gone of from.chosen) {
    const others = from.chosen.filter((candidate) => candidate !== gone);
    const exchanged = bestOf(
      problem.candidates.map((candidate) => [...others, candidate]),
      problem,
      from,
    );
    if (exchanged !== undefined) return exchanged;
    const regrown = grown(problem, evaluate(problem, others), gone);
    if (isBetter(problem, regrown, from)) return regrown;
  }
  return undefined;
}

function bestOf(
  choices: readonly (readonly Candidate[])[],
  problem: AllocationProblem,
  atLeast: Solution,
): Solution | undefined {
  let best = atLeast;
  for (const chosen of choices) {
    const solution = evaluate(problem, chosen);
    if (isBetter(problem, solution, best)) best = solution;
  }
  return best === atLeast ? undefined : best;
}

/** The margin keeps rounding of sums from passing for an improvement, so that the search ends. */
function isBetter(problem: AllocationProblem, one: Solution, other: Solution): boolean {
  return one.worth > other.worth + problem.budget * 1e-9;
}

/** The best amounts for a choice of offers; worth nothing where they do not go together. */
function evaluate(problem: AllocationProblem, chosen: readonly Candidate[]): Solution {
  const slots = new Set(chosen.map(({ slot }) => slot));
  if (slots.size < chosen.length || chosen.length > problem.packageLimit) return nothing;
  const amounts = fill(problem, chosen);
  return amounts === undefined ? nothing : { chosen, amounts, worth: worth(problem, chosen, amounts) };
}

/** Parts of the budget that amounts grow by. */
const parts = 200;

/** Gives each its least, then the rest in small parts to whoever makes most of it. Undefined where the least is too much. */
function fill(problem: AllocationProblem, chosen: readonly Candidate[]): number[] | undefined {
  const { budget, sellerLimit } = problem;
  const amounts = chosen.map(({ least }) => least);
  const onSeller = totals(chosen, "sellerId");
  const onChannel = totals(chosen, "channel");
  let left = budget - amounts.reduce((total, amount) => total + amount, 0);
  if (left < 0 || [...onSeller.values()].some((amount) => amount > sellerLimit)) return undefined;

  const part = Math.ceil(budget / parts);
  while (left > 0) {
    let bestWorth = 0;
    let bestIndex = -1;
    let bestRoom = 0;
    chosen.forEach((candidate, i) => {
      const amount = amounts[i] ?? 0;
      const room = Math.min(candidate.most - amount, sellerLimit - (onSeller.get(candidate.sellerId) ?? 0));
      if (room <= 0) return;
      const value = marginalWorth(candidate, amount, onChannel.get(candidate.channel) ?? 0, budget);
      if (value > bestWorth) [bestWorth, bestIndex, bestRoom] = [value, i, room];
    });
    const candidate = chosen[bestIndex];
    if (candidate === undefined) break;
    const step = Math.min(part, bestRoom, left);
    amounts[bestIndex] = (amounts[bestIndex] ?? 0) + step;
    onSeller.set(candidate.sellerId, (onSeller.get(candidate.sellerId) ?? 0) + step);
    onChannel.set(candidate.channel, (onChannel.get(candidate.channel) ?? 0) + step);
    left -= step;
  }
  return amounts;
}

function totals(chosen: readonly Candidate[], key: "sellerId" | "channel"): Map<string, number> {
  const sums = new Map<string, number>();
  for (const candidate of chosen) sums.set(candidate[key], (sums.get(candidate[key]) ?? 0) + candidate.least);
  return sums;
}
