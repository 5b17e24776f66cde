import fc from "fast-check";
import { expect, test } from "vitest";
import type { AllocationProblem, Candidate } from "../../../src/campaign/plan/allocator.ts";
import { allocateGreedily } from "../../../src/campaign/plan/allocators/greedy.ts";
import { worth } from "../../../src/campaign/plan/worth.ts";

const sellerLimit = 600;

/** Small problems of whole prices, where every choice can be tried. */
const problems: fc.Arbitrary<AllocationProblem> = fc
  .array(
    fc.record({
      sellerId: fc.constantFrom("a", "b", "c"),
      channel: fc.constantFrom("display", "ctv"),
      score: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      price: fc.integer({ min: 50, max: 600 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((offers) => ({
    budget: 1000,
    packages: { least: 1, most: 12 },
    packageWork: 1,
    spread: 0.3,
    sellers: { least: 0, most: 3 },
    groups: ["a", "b", "c"].map((sellerId) => ({
      name: sellerId,
      members: offers.flatMap((offer, place) => (offer.sellerId === sellerId ? [place] : [])),
      least: 0,
      most: sellerLimit,
      basis: "",
    })),
    candidates: offers.map(({ price, ...offer }, i): Candidate => {
      const id = `${i}`;
      return {
        ...offer,
        offerId: id,
        lineId: id,
        least: price,
        most: price,
        curve: [{ end: price, rate: offer.score }],
      };
    }),
  }));

function value(problem: AllocationProblem, chosen: readonly Candidate[]): number {
  return worth(
    problem,
    chosen,
    chosen.map(({ least }) => least),
  );
}

function best(problem: AllocationProblem): number {
  let found = 0;
  for (let mask = 0; mask < 2 ** problem.candidates.length; mask += 1) {
    const chosen = problem.candidates.filter((_, i) => mask & (1 << i));
    const spent = (sellerId?: string) =>
      chosen
        .filter((each) => sellerId === undefined || each.sellerId === sellerId)
        .reduce((total, { least }) => total + least, 0);
    const fits = spent() <= problem.budget && ["a", "b", "c"].every((id) => spent(id) <= sellerLimit);
    if (fits) found = Math.max(found, value(problem, chosen));
  }
  return found;
}

test("comes close to the best of all choices", () => {
  let reached = 0;
  let possible = 0;
  fc.assert(
    fc.property(problems, (problem) => {
      const allocation = allocateGreedily(problem) ?? new Map();
      const chosen = problem.candidates.filter(({ offerId }) => allocation.has(offerId));
      reached += value(problem, chosen);
      possible += best(problem);
    }),
    { numRuns: 500 },
  );

  expect(reached / possible).toBeGreaterThan(0.98);
});
