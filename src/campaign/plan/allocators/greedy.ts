import type { Allocation, AllocationProblem } from "../allocator.ts";
import { boughtWith, tornBundles } from "../bundles.ts";
import { type Draft, draftWorth, type Frame, frameOf, shortfall } from "../draft.ts";
import { meetAims, polish } from "../polish.ts";
import { inSteps } from "../round-split.ts";
import { fill, urgency } from "./fill.ts";
import { promising } from "./promising.ts";

/** Candidates that are tried in each round, the best first. */
const candidatesPerRound = 10;
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
  let found = grown(frame, empty);
  for (let turn = 0; turn < turns; turn += 1) {
    const next = improved(frame, found);
    if (next === undefined) break;
    found = grown(frame, next);
  }
  const { draft } = found;
  meetAims(frame, draft);
  if (shortfall(frame, draft) > 0) return undefined;
  polish(frame, draft);
  inSteps(frame, draft);
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
    const next = best(frame, extensions(frame, solution.draft, without), solution);
    if (next === undefined) return solution;
    solution = next;
  }
}

/** Solutions of a draft and one more offer. */
function extensions(frame: Frame, draft: Draft, without?: number): Solution[] {
  return promising(frame, draft, candidatesPerRound, without).flatMap(
    (place) => solutionOf(frame, [...draft.chosen, ...boughtWith(frame.problem, place)]) ?? [],
  );
}

/** The best of them that is better than `than`. */
function best(frame: Frame, solutions: readonly Solution[], than: Solution): Solution | undefined {
  const found = solutions.reduce((so, one) => (isBetter(frame, one, so) ? one : so), than);
  return found === than ? undefined : found;
}

/** A solution without one of the offers that is better: another in its place, none, or several smaller ones. */
function improved(frame: Frame, from: Solution): Solution | undefined {
  for (const gone of from.draft.chosen) {
    const together = boughtWith(frame.problem, gone);
    const others = solutionOf(
      frame,
      from.draft.chosen.filter((place) => !together.includes(place)),
    );
    if (others === undefined) continue;
    const exchanges = extensions(frame, others.draft, gone);
    const exchanged = best(frame, exchanges, from);
    if (exchanged !== undefined) return exchanged;
    const first = best(frame, exchanges, others);
    const regrown = first === undefined ? others : grown(frame, first, gone);
    if (isBetter(frame, regrown, from)) return regrown;
  }
  return undefined;
}

/** The margin keeps rounding of sums from passing for an improvement, so that the search ends. */
function isBetter({ problem }: Frame, one: Solution, other: Solution): boolean {
  return one.value > other.value + problem.budget * 1e-9;
}

function solutionOf(frame: Frame, chosen: readonly number[]): Solution | undefined {
  const { bundles, packages } = frame.problem;
  const isOut = () => chosen.length > packages.most || tornBundles(frame.problem, new Set(chosen)).length > 0;
  if (bundles !== undefined && isOut()) return undefined;
  const draft = fill(frame, chosen);
  return draft && { draft, value: draftWorth(frame, draft) - urgency * shortfall(frame, draft) };
}
