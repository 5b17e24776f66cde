import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alikeMarketOf, marketOf } from "../../../bench/allocation-market.ts";
import type { Allocation, AllocationProblem, Found } from "../../../src/campaign/plan/allocator.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { allocateGreedily } from "../../../src/campaign/plan/allocators/greedy.ts";
import { checkAllocation } from "../../../src/campaign/plan/broken-limits.ts";
import type { Solved } from "../../../src/campaign/plan/solver.ts";
import { type Solve, solve } from "../../../src/campaign/plan/solver.ts";
import { worth } from "../../../src/campaign/plan/worth.ts";
import { times } from "../../depth.ts";
import { anyProblem } from "./allocation-problems.ts";

const exactly = exactAllocator();

function worthOf(problem: AllocationProblem, allocation: Allocation): number {
  const chosen = problem.candidates.filter(({ offerId }) => allocation.has(offerId));
  return worth(
    problem,
    chosen,
    chosen.map(({ offerId }) => allocation.get(offerId) ?? 0),
  );
}

function splitOf(found: Found): Extract<Found, { type: "split" }> {
  if (found.type !== "split") throw new Error(`no split: ${found.type}`);
  return found;
}

const greedyRuns = times(1_500, 10_000);
const searchedRuns = times(60, 250);

describe("a split of any problem", () => {
  it("keeps every limit in whole minor units where it is found greedily", () => {
    let found = 0;
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const allocation = allocateGreedily(problem);
        if (allocation === undefined) return;
        found += 1;
        checkAllocation(problem, allocation);
      }),
      { numRuns: greedyRuns },
    );
    expect(found).toBeGreaterThan(greedyRuns * 0.3);
  }, 180_000);

  it("keeps every limit after rounding where it is searched, is worth no less, and no more than the bound", async () => {
    const counts = { split: 0, impossible: 0, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(anyProblem, async (problem) => {
        const greedy = allocateGreedily(problem);
        const found = await exactly(problem);
        counts[found.type] += 1;
        if (found.type !== "split") {
          expect(greedy).toBeUndefined();
          return;
        }
        checkAllocation(problem, found.allocation);
        const own = worthOf(problem, found.allocation);
        if (greedy !== undefined) expect(own).toBeGreaterThanOrEqual(worthOf(problem, greedy));
        expect(found.quality.gap ?? 0).toBeLessThan(1);
      }),
      { numRuns: searchedRuns },
    );
    expect(counts.unknown).toBe(0);
    expect(counts.split).toBeGreaterThan(searchedRuns * (80 / 250));
    expect(counts.impossible).toBeGreaterThan(searchedRuns * (40 / 250));
  }, 180_000);
});

it.each([20, 50, 100])("comes close to the best without a search, of %i offers", async (size) => {
  let markets = 0;
  for (let seed = 1; markets < times(3, 8); seed += 1) {
    const { problem } = marketOf(size, seed);
    const found = await exactly(problem);
    if (found.type !== "split") continue;
    markets += 1;
    const greedy = allocateGreedily(problem) ?? new Map();
    expect(worthOf(problem, greedy) / worthOf(problem, found.allocation)).toBeGreaterThan(0.97);
    expect(found.quality).toMatchObject({ outcome: "optimal" });
    expect(found.quality.gap).toBeLessThan(0.002);
  }
});

describe("the search", () => {
  const { problem } = marketOf(50, 2);

  it("comes to the same split again, in another thread", async () => {
    const [once, again] = [splitOf(await exactly(problem)), splitOf(await exactly(problem))];
    expect(again).toEqual(once);
  });

  it("leaves this thread free", async () => {
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 1);
    await exactly(marketOf(200, 3).problem);
    clearInterval(turn);
    expect(turns).toBeGreaterThan(5);
  });

  it("gives way to the greedy split where its thread fails", async () => {
    const failing: Solve = () => Promise.reject(new Error("out of memory"));
    const found = splitOf(await exactAllocator(failing)(problem));
    expect(found.allocation).toEqual(allocateGreedily(problem));
    expect(found.quality).toEqual({
      solver: "greedy",
      outcome: "heuristic",
      note: "the exact search could not be made: out of memory",
    });
  });

  it("gives way to the greedy split where it finds nothing within its limit", async () => {
    const empty: Solve = async () => ({ type: "searched", ended: false, bound: 2000, nodes: 0 });
    const found = splitOf(await exactAllocator(empty)(problem));
    expect(found.quality).toMatchObject({ solver: "greedy", outcome: "heuristic" });
  });

  it("says how far off it may be where it is ended at its limit", async () => {
    const hurried: Solve = async (request) => {
      const solved = await solve(request);
      return solved.type === "searched" ? { ...solved, ended: false, bound: solved.bound * 1.05 } : solved;
    };
    const { quality } = splitOf(await exactAllocator(hurried)(problem));
    expect(quality).toMatchObject({ outcome: "limit", note: "the search was ended at its limit" });
    expect(quality.gap).toBeGreaterThan(0.04);
    expect(quality.gap).toBeLessThan(0.06);
  });

  it("has no bound where it is ended before it knows one", async () => {
    const hurried: Solve = (request) => solve({ ...request, nodeLimit: 0 });
    const { quality } = splitOf(await exactAllocator(hurried)(problem));
    expect(quality.outcome).toBe("heuristic");
    expect(quality.gap).toBeUndefined();
  });

  it("ends at the same point each time where many offers are alike, close to the best", async () => {
    const { problem: alike } = alikeMarketOf(30, 2);
    const searched: Solved[] = [];
    const noted: Solve = async (request) => {
      const effort = { enough: { steps: 0, relativeGap: 1 }, most: 1, mostWithout: 20_000 };
      const solved = await solve({ ...request, relativeGap: 0, effort });
      searched.push(solved);
      return solved;
    };
    const [once, again] = [
      splitOf(await exactAllocator(noted)(alike)),
      splitOf(await exactAllocator(noted)(alike)),
    ];
    expect(searched[1]).toEqual(searched[0]);
    expect(again).toEqual(once);
    checkAllocation(alike, once.allocation);
    expect(once.quality).toMatchObject({ outcome: "limit", note: expect.stringContaining("at its limit") });
    expect(once.quality.gap).toBeLessThan(0.05);
  });

  it("ends after its steps without anything found", async () => {
    const effort = { enough: { steps: 0, relativeGap: 1 }, most: 0, mostWithout: 0 };
    const hurried: Solve = (request) => {
      const { start: _, ...rest } = request;
      return solve({ ...rest, effort });
    };
    const found = await exactAllocator(hurried)(problem);
    expect(splitOf(found).quality.note).toContain("limit");
  });

  it("goes on in a new thread where one is lost", async () => {
    const broken = { columns: [], rows: [{ least: 0, most: 1, terms: [{ column: 7, times: 1 }] }] };
    const effort = { enough: { steps: 1, relativeGap: 0 }, most: 1, mostWithout: 1 };
    const request = { model: broken, relativeGap: 0, nodeLimit: 1, effort };
    await expect(solve(request)).rejects.toThrow();
    expect((await exactly(problem)).type).toBe("split");
  });
});
