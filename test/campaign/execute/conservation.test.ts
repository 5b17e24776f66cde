import fc from "fast-check";
import { expect, it } from "vitest";
import { statesOf } from "../../../src/campaign/model/state/journal.ts";
import { times } from "../../depth.ts";
import { capSets } from "./conservation/caps.ts";
import { placedIn } from "./conservation/invariants.ts";
import { type Game, type Move, play } from "./conservation/play.ts";
import type { World } from "./conservation/world.ts";

const move: fc.Arbitrary<Move> = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant("perform" as const) },
    { weight: 2, arbitrary: fc.constant("approve" as const) },
    fc.constantFrom("reject", "refuse what is overdue", "wait an hour", "wait a day"),
  ),
  campaign: fc.nat({ max: 3 }),
  step: fc.nat({ max: 3 }),
  process: fc.nat({ max: 1 }),
  fresh: fc.boolean(),
  dies: fc.option(
    fc.record({ at: fc.integer({ min: 1, max: 6 }), when: fc.constantFrom("before", "after") }),
    { nil: undefined, freq: 8 },
  ),
});

const costs = fc.array(
  fc.integer({ min: 1, max: 6 }).map((hundreds) => hundreds * 100),
  {
    minLength: 1,
    maxLength: 2,
  },
);

const game: fc.Arbitrary<Game> = fc.record({
  caps: fc.constantFrom(...capSets),
  campaigns: fc.array(costs, { minLength: 1, maxLength: 4 }),
  budget: fc.constantFrom(500, 800, 2000),
  luck: fc.array(fc.nat({ max: 4095 }), { maxLength: 24 }),
  moves: fc.array(move, { minLength: 1, maxLength: 8 }),
  meanwhile: fc.array(fc.option(move, { nil: undefined, freq: 3 }), { maxLength: 8 }),
});

it("never passes a cap, never buys twice, and in the end has spent what the sellers' books say", async () => {
  await fc.assert(
    fc.asyncProperty(game, async (played) => {
      const world = await play(played);
      await expectConserved(world);
      await world.close();
    }),
    { numRuns: times(300, 10_000) },
  );
}, 3_600_000);

/** Nothing is reserved but for what a person gave up after it was sent; what is committed is what the sellers hold. */
async function expectConserved(world: World): Promise<void> {
  const { ledger, campaigns } = world;
  const states = await statesOf(ledger, campaigns);
  const steps = states.flatMap(({ id, steps: taken }) =>
    taken.map((current) => ({ ...current, name: `${id} ${current.step.id}` })),
  );
  const givenUp = new Set(
    steps.flatMap(({ name, status, intent }) => (status === "refused" && intent !== undefined ? [name] : [])),
  );
  const done = new Set(steps.flatMap(({ name, status }) => (status === "done" ? [name] : [])));
  const held = (await ledger.reservations()).map(({ campaignId, stepId, state, claim }) => ({
    name: `${campaignId} ${stepId}`,
    state,
    claim,
  }));
  expect(held.filter(({ name, state }) => state === "reserved" && !givenUp.has(name))).toEqual([]);

  const booked = new Map(
    placedIn(world).map(({ order, intent }) => [`${intent.campaignId} ${intent.stepId}`, order.minor]),
  );
  const committed = new Map(
    held.flatMap(({ name, state, claim }) =>
      state === "committed" && claim.scope === "budget" ? [[name, claim.minor] as const] : [],
    ),
  );
  expect(committed).toEqual(new Map([...booked].filter(([name]) => !givenUp.has(name))));
  expect(new Set(committed.keys())).toEqual(done);
  expect(await ledger.verify()).toEqual([]);
}
