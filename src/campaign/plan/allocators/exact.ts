import { messageOf } from "../../../lib/cause.ts";
import type { Allocation, AllocationProblem, Allocator, Found, Goal, Quality } from "../allocator.ts";
import { withoutBundles } from "../bundles.ts";
import { type Draft, draftOf, draftWorth, type Frame, frameOf } from "../draft.ts";
import { type Model, modelOf, scale } from "../model.ts";
import { polish } from "../polish.ts";
import { inSteps, roundSplit } from "../round-split.ts";
import { type Effort, type Solve, type Solved, solve as solveInThread } from "../solver.ts";
import { allocateGreedily, allocationOf } from "./greedy.ts";

/** How far off the best, as a share of it, the search of the model may end. */
const relativeGap = 1e-4;
/** Ends a search that does not come to an end, at the same point on every machine. */
const nodeLimit = 5000;
/**
 * A market where many offers are alike has many splits that are worth the same, and a search spends most of its work on them: it
 * ends once nothing better than by a thousandth can come.
 */
const effort: Effort = {
  enough: { steps: 500, relativeGap: 1e-3 },
  most: 4_000,
  mostWithout: 20_000,
};

/** Splits by exact search, from the greedy split on; the greedy one stands where the search fails or finds nothing better. */
export function exactAllocator(solve: Solve = solveInThread): Allocator {
  const search = searching(solve);
  return async (problem, goal = "best") => {
    const found = await search(problem, goal);
    if (problem.bundles === undefined || goal !== "best") return found;
    // A search that ends at its limit must not bring less for there being more to choose from.
    const without = await search(withoutBundles(problem), goal);
    const frame = frameOf(problem);
    const worthIn = (one: Found) =>
      one.type === "split" ? worthOf(frame, one.allocation) : Number.NEGATIVE_INFINITY;
    return worthIn(without) > worthIn(found) ? without : found;
  };
}

function searching(solve: Solve) {
  return async (problem: AllocationProblem, goal: Goal): Promise<Found> => {
    if (problem.candidates.length < problem.packages.least) return { type: "impossible" };
    const frame = frameOf(problem);
    const greedy = allocateGreedily(problem);
    if (greedy !== undefined && goal === "any") return byGreedy(greedy, "any split was asked for");

    const model = modelOf(problem, goal);
    const start = greedy && startOf(model, problem, greedy);
    const { columns, rows } = model;
    let solved: Solved;
    try {
      solved = await solve({ model: { columns, rows }, start, relativeGap, nodeLimit, effort });
    } catch (cause) {
      const reason = messageOf(cause);
      return withoutSearch(greedy, `the exact search could not be made: ${reason}`);
    }
    if (solved.type === "impossible")
      // The solver's tolerance ends before money's: what keeps every limit to the minor unit is possible.
      return greedy ? byGreedy(greedy, "the exact search found no split") : { type: "impossible" };
    return better({ frame, model, goal, greedy, solved });
  };
}

type Searched = Extract<Solved, { type: "searched" }>;

function better(searched: {
  frame: Frame;
  model: Model;
  goal: Goal;
  greedy: Allocation | undefined;
  solved: Searched;
}): Found {
  const { frame, model, goal, greedy, solved } = searched;
  const { problem } = frame;
  const found = solved.values && draftOfValues(frame, model, solved.values);
  if (found === undefined) return withoutSearch(greedy, "the exact search found no split within its limit");
  if (goal === "best") polish(frame, found);
  inSteps(frame, found);

  const own = draftWorth(frame, found);
  const other = greedy === undefined ? Number.NEGATIVE_INFINITY : worthOf(frame, greedy);
  const taken: Better =
    greedy === undefined || own >= other
      ? { solver: "highs", allocation: allocationOf(frame, found), notes: [] }
      : { solver: "greedy", allocation: greedy, notes: [noBetter] };
  const bound = goal === "best" ? (solved.bound * problem.budget) / scale : 0;
  const quality = qualityOf(taken, solved, gapUnder(bound, Math.max(own, other)));
  const search = { columns: model.columns.length, rows: model.rows.length, nodes: solved.nodes };
  return { type: "split", allocation: taken.allocation, quality: { ...quality, search } };
}

type Better = Pick<Quality, "solver"> & { allocation: Allocation; notes: readonly string[] };

const noBetter = "the search's own split came out no better in whole minor units";

/** How far a split may be under the best, as a share of it; undefined where the search has bounded nothing. */
function gapUnder(bound: number, worth: number): number | undefined {
  if (!(Number.isFinite(bound) && bound > 0)) return undefined;
  return Math.ceil(Math.max(0, 1 - worth / bound) * 1e6) / 1e6;
}

function qualityOf({ solver, notes }: Better, { ended }: Searched, gap: number | undefined): Quality {
  const unended = gap === undefined ? "heuristic" : "limit";
  const all = ended ? notes : [...notes, "the search was ended at its limit"];
  return {
    solver,
    outcome: ended ? "optimal" : unended,
    ...(gap !== undefined && { gap }),
    ...(all.length > 0 && { note: all.join("; ") }),
  };
}

/** The solver's columns as amounts in whole minor units; undefined where rounding them breaks a limit. */
function draftOfValues(frame: Frame, model: Model, values: readonly number[]): Draft | undefined {
  const chosen = model.bought.flatMap((column, place) => ((values[column] ?? 0) > 0.5 ? [place] : []));
  const exact = chosen.map((place) => {
    const terms = model.amounts[place] ?? [];
    const amount = terms.reduce((total, { column, times }) => total + times * (values[column] ?? 0), 0);
    return (amount * frame.problem.budget) / scale;
  });
  return roundSplit(frame, chosen, exact);
}

/** The greedy choice as values of the model's whole columns; the solver finds the amounts. */
function startOf(model: Model, { candidates }: AllocationProblem, greedy: Allocation) {
  const isBought = (place: number) => greedy.has(candidates[place]?.offerId ?? "");
  return {
    indices: model.wholes.map(({ column }) => column),
    values: model.wholes.map(({ any }) => (any.some(isBought) ? 1 : 0)),
  };
}

function worthOf(frame: Frame, allocation: Allocation): number {
  const chosen = frame.problem.candidates.flatMap(({ offerId }, place) =>
    allocation.has(offerId) ? [place] : [],
  );
  const amounts = chosen.map((place) => allocation.get(frame.problem.candidates[place]?.offerId ?? "") ?? 0);
  return draftWorth(frame, draftOf(frame, chosen, amounts));
}

function withoutSearch(greedy: Allocation | undefined, reason: string): Found {
  return greedy === undefined ? { type: "unknown", reason } : byGreedy(greedy, reason);
}

function byGreedy(allocation: Allocation, note: string): Found {
  return { type: "split", allocation, quality: { solver: "greedy", outcome: "heuristic", note } };
}
