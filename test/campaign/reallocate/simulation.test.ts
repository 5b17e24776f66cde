import { describe, expect, it } from "vitest";
import { openFlight } from "../../../scripts/simulation/flight.ts";
import { play } from "../../../scripts/simulation/play.ts";
import { runWorld } from "../../../scripts/simulation/run-world.ts";
import { steer } from "../../../scripts/simulation/steer.ts";
import { seededChance } from "../../../scripts/simulation/worlds/chance.ts";
import { kinds } from "../../../scripts/simulation/worlds/index.ts";
import type { World } from "../../../scripts/simulation/worlds/world.ts";
import { some } from "../../depth.ts";

/** Seeds that nothing was tuned on. */
const firstSeed = 10_001;
const seeds = [0, 1, 2, 3].map((place) => firstSeed + place);

function worldOf(name: string, seed: number) {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind.make(seededChance(seed));
}

/** True outcomes where nothing moves. */
function untouched(world: World, seed: number): number {
  const flight = openFlight(world, seed);
  for (let day = 0; day < world.days; day += 1) flight.nextDay();
  return flight.expected();
}

describe("money moved in simulated worlds", () => {
  it.each(some(["plain-levels", "plain-rich-without-forecasts", "a-line-collapses"] as const))(
    "brings more than nothing where %s",
    (kind) => {
      const shares = seeds.map((seed) => play({ kind, seed }).shares);
      const sum = (of: (one: (typeof shares)[number]) => number) =>
        shares.reduce((all, one) => all + of(one), 0);
      expect(sum(({ flightdesk }) => flightdesk)).toBeGreaterThan(sum(({ nothing }) => nothing));
    },
    300_000,
  );

  it.each(kinds.filter(({ isEven }) => isEven).map(({ name }) => name))(
    "loses next to nothing where %s",
    (name) => {
      for (const seed of seeds) {
        const world = worldOf(name, seed);
        expect(steer(world, seed).flight.expected()).toBeGreaterThan(0.97 * untouched(world, seed));
      }
    },
    300_000,
  );

  /** A world whose sellers are ever past a cap throws. */
  it("is what the whole loop does, with gate and ledger", async () => {
    const world = worldOf("plain-rich-without-forecasts", firstSeed + 3);
    const nothing = untouched(world, 1);
    const alone = steer(world, 1).flight.expected() / nothing;
    const whole = (await runWorld(world, 1)) / nothing;
    expect(Math.abs(alone - whole)).toBeLessThanOrEqual(0.003);
  }, 300_000);
});
