import { describe, expect, it } from "vitest";
import { type Played, play } from "../../../scripts/simulation/play.ts";
import type { Richness } from "../../../scripts/simulation/worlds/world.ts";
import { some } from "../../depth.ts";

/** Seeds that nothing was tuned on: a sample of those that `npm run simulate` plays. */
const firstSeed = 10_001;

async function sample(richness: Richness, kind: Played["kind"], worlds: number): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (let index = 0; index < worlds; index += 1)
    played.push(await play({ seed: firstSeed + index, richness, kind }));
  return played;
}

function mean(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** A world whose sellers are ever past a cap throws, so that each of these is held to every cap in every step. */
describe("the loop in simulated worlds", () => {
  it.each(
    some([
      ["rich", 0.95],
      ["medium", 0.93],
      ["sparse", 0.9],
    ] as const),
  )(
    "comes near what knowing everything brings, on %s data",
    async (richness, least) => {
      const played = await sample(richness, "plain", 6);
      const reached = mean(played.map(({ shares }) => shares.flightdesk));
      expect(reached).toBeGreaterThanOrEqual(least);
      expect(reached).toBeGreaterThan(mean(played.map(({ shares }) => shares["pace only"])));
    },
    300_000,
  );

  it.each(some(["rich", "medium", "sparse"] as const))(
    "moves nothing where there is nothing to learn, on %s data",
    async (richness) => {
      const played = await sample(richness, "flat", 3);
      expect(played.map(({ moves }) => moves)).toEqual([0, 0, 0]);
    },
    300_000,
  );
});
