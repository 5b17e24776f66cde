import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  Allocation,
  AllocationProblem,
  Candidate,
  CandidateBundle,
} from "../../../src/campaign/plan/allocator.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { allocateGreedily } from "../../../src/campaign/plan/allocators/greedy.ts";
import { brokenLimits, checkAllocation } from "../../../src/campaign/plan/broken-limits.ts";
import { withoutBundles } from "../../../src/campaign/plan/bundles.ts";
import { worth } from "../../../src/campaign/plan/worth.ts";
import { times } from "../../depth.ts";
import { anyProblem } from "./allocation-problems.ts";

const anyBundle = fc.record({
  seller: fc.constantFrom("a", "b", "c", "d", "e"),
  parts: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 30_000 }),
      rate: fc.double({ min: 0, max: 1, noNaN: true }),
      channel: fc.constantFrom("display", "ctv", "olv"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  excluded: fc.array(fc.nat(15), { maxLength: 4 }),
});

/** Any problem with bundles beside its offers: every two of one seller exclude each other. */
const anyBundled = fc
  .tuple(anyProblem, fc.array(anyBundle, { minLength: 1, maxLength: 4 }))
  .map(([problem, sets]): AllocationProblem => {
    const candidates: Candidate[] = [...problem.candidates];
    const made = sets.map(({ seller, parts, excluded }, set) => {
      const members = parts.map(({ amount, rate, channel }, i) => {
        const id = `set ${set}.${i}`;
        const sized = { least: amount, most: amount, curve: [{ end: amount, rate }] };
        return (
          candidates.push({ offerId: id, sellerId: seller, lineId: id, channel, score: rate, ...sized }) - 1
        );
      });
      const plain = excluded.filter((place) => problem.candidates[place]?.sellerId === seller);
      return { seller, members, plain };
    });
    const bundles = made.map(({ seller, members, plain }, set): CandidateBundle => {
      const others = made.flatMap((other) =>
        other.seller === seller && other.members !== members ? other.members : [],
      );
      return { words: `set ${set}`, members, excludes: [...plain, ...others] };
    });
    const groups = problem.groups.map((group) => ({
      ...group,
      members: [
        ...group.members,
        ...[...candidates.keys()].filter(
          (place) => place >= problem.candidates.length && candidates[place]?.sellerId === group.name,
        ),
      ],
    }));
    return { ...problem, candidates, groups, bundles };
  });

function worthOf(problem: AllocationProblem, allocation: Allocation): number {
  const chosen = problem.candidates.filter(({ offerId }) => allocation.has(offerId));
  return worth(
    problem,
    chosen,
    chosen.map(({ offerId }) => allocation.get(offerId) ?? 0),
  );
}

const exactly = exactAllocator();

describe("bundles beside plain offers", () => {
  it("are taken whole or left, greedily too", () => {
    let taken = 0;
    fc.assert(
      fc.property(anyBundled, (problem) => {
        const allocation = allocateGreedily(problem);
        if (allocation === undefined) return;
        checkAllocation(problem, allocation);
        if ([...allocation.keys()].some((id) => id.startsWith("set"))) taken += 1;
      }),
      { numRuns: times(600, 5000) },
    );
    expect(taken).toBeGreaterThan(15);
  }, 180_000);

  it("never make a plan worse, and every limit holds", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(anyBundled, async (problem) => {
        const found = await exactly(problem);
        const without = await exactly({ ...withoutBundles(problem), bundles: undefined });
        if (found.type !== "split") {
          expect(without.type).not.toBe("split");
          return;
        }
        checkAllocation(problem, found.allocation);
        if ([...found.allocation.keys()].some((id) => id.startsWith("set"))) taken += 1;
        if (without.type === "split")
          expect(worthOf(problem, found.allocation)).toBeGreaterThanOrEqual(
            worthOf(problem, without.allocation) - 1e-6,
          );
      }),
      { numRuns: times(40, 200) },
    );
    expect(taken).toBeGreaterThan(1);
  }, 180_000);

  it("are found torn where they are bought in part, or beside what they exclude", () => {
    const one = (id: string): Candidate => ({
      offerId: id,
      sellerId: "a",
      lineId: id,
      channel: "ctv",
      score: 1,
      least: 10,
      most: 10,
      curve: [{ end: 10, rate: 1 }],
    });
    const problem: AllocationProblem = {
      budget: 100,
      packages: { least: 1, most: 9 },
      sellers: { least: 0, most: 9 },
      packageWork: 0,
      spread: 0,
      groups: [],
      candidates: ["x", "y", "plain"].map(one),
      bundles: [{ words: "the set", members: [0, 1], excludes: [2] }],
    };
    const broken = (...ids: string[]) =>
      brokenLimits({ problem, leftOut: new Map() }, new Map(ids.map((id) => [id, 10]))).map(
        ({ words }) => words,
      );
    expect(broken("x", "y")).toEqual([]);
    expect(broken("plain")).toEqual([]);
    expect(broken("x")).toEqual(["the set, is bought in part"]);
    expect(broken("x", "y", "plain")).toEqual(["the set, is bought beside what it takes the place of"]);
  });
});
