import type { Allocation, AllocationProblem } from "../allocator.ts";
import { type Draft, draftWorth, type Frame, frameOf, shortfall } from "../draft.ts";
import { polish } from "../polish.ts";
import { fill, urgency } from "./fill.ts";
import { promising } from "./promising.ts";

/** Candidates that are tried out at each turn, of those that look best. */
const tried = 10;
/** Turns after which the search ends in any case. */
const turns = 400;

/**
 * Picks offers one by one, each time the one that makes the plan worth most, then exchanges, drops and adds single offers
 * for as long as that makes it worth more. Undefined where it finds no split that keeps every limit.
 */
export function allocateGreedily(problem: AllocationProblem): Allocation | undefined {
  const frame = frameOf(problem);
  const empty = solutionOf(frame, []);
  if (empty === undefined) return undefined;
  let best = grown(frame, empty);
  for (let turn = 0; turn < turns; turn += 1) {
    const next = improved(frame, best);
    if (next === undefined) break;
    best = grown(frame, next);
  }
  const { draft } = best;
  if (shortfall(frame, draft) > 0) return undefined;
  polish(frame, draft);
  return allocationOf(frame, draft);
}

export function allocationOf({ problem }: Frame, { chosen, amounts }: Draft): Allocation {
  return new Map(chosen.map((place, i) => [problem.candidates[place]?.offerId ?? "", amounts[i] ?? 0]));
}

interface Solution {
  readonly draft: Draft;
  /** What it is worth, less what it lacks. */
  readonly value: number;
}

/** Adds the best offer until none helps. */
function grown(frame: Frame, from: Solution, without?: number): Solution {
  let solution = from;
  while (true) {
    const next = extended(frame, solution.draft, solution, without);
    if (next === undefined) return solution;
    solution = next;
  }
}

/** The best solution of a draft and one more offer that is better than `than`. */
function extended(frame: Frame, draft: Draft, than: Solution, without?: number): Solution | undefined {
  let best = than;
  for (const place of promising(frame, draft, tried, without)) {
    const solution = solutionOf(frame, [...draft.chosen, place]);
    if (solution !== undefined && isBetter(frame, solution, best)) best = solution;
  }
  return best === than ? undefined : best;
}

/** A solution without one of the offers that is better: another in its place, none, or several smaller ones. */
function improved(frame: Frame, from: Solution): Solution | undefined {
  for (const gone of from.draft.chosen) {
    const others = solutionOf(
      frame,
      from.draft.chosen.filter((place) => place !== gone),
    );
    if (others === undefined) continue;
    const exchanged = extended(frame, others.draft, from, gone);
    if (exchanged !== undefined) return exchanged;
    const regrown = grown(frame, others, gone);
    if (isBetter(frame, regrown, from)) return regrown;
  }
  return undefined;
}

/** The margin keeps rounding of sums from passing for an improvement, so that the search ends. */
function isBetter({ problem }: Frame, one: Solution, other: Solution): boolean {
  return one.value > other.value + problem.budget * 1e-9;
}

function solutionOf(frame: Frame, chosen: readonly number[]): Solution | undefined {
  const draft = fill(frame, chosen);
  return draft && { draft, value: draftWorth(frame, draft) - urgency * shortfall(frame, draft) };
}
