import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compileRunner } from "./crash/compile-runner.ts";
import { leavesAnother } from "./crash/points.ts";
import { type Rig, sellersPeopleMs } from "./crash/rig.ts";
import { dryRun, play } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Deaths of one campaign: so many processes share the cost of its beginning and its end. */
const deathsPerCampaign = 12;

/**
 * `CRASH_POINTS=all` steps through every point, `CRASH_POINTS=differing` through those that leave something different behind.
 * Otherwise through the differing ones of the buys and every third of the others.
 */
function chosen(all: readonly string[], differing: readonly string[]): readonly string[] {
  switch (process.env["CRASH_POINTS"]) {
    case "all":
      return all;
    case "differing":
      return differing;
    default:
      return differing.filter((point, i) => point.includes("buy/") || i % 3 === 0);
  }
}

/** Lets a process die at each of the points in turn; gives back those that none came by. */
async function dieAt(rig: Rig, points: readonly string[]): Promise<string[]> {
  const missed: string[] = [];
  for (const point of points) {
    let run = await rig.run({ dieAt: point });
    if (run.type === "ended" && run.waiting.some(({ type }) => type === "seller")) {
      rig.clock.advance(sellersPeopleMs);
      run = await rig.run({ dieAt: point });
    }
    if (run.type === "ended") missed.push(point);
  }
  return missed;
}

it("buys once, whatever point a process is killed at", { timeout: 600_000 }, async () => {
  const { points: all, buys } = await dryRun(runner);
  const differing = all.filter(leavesAnother);
  const points = chosen(all, differing);
  const campaigns = Math.ceil(points.length / deathsPerCampaign);
  // Each campaign dies early, in the middle and late.
  const shares = Array.from({ length: campaigns }, (_, n) => points.filter((_, i) => i % campaigns === n));
  const missed: string[] = [];
  const together = await play(shares, buys, runner, async (rig, share) => {
    missed.push(...(await dieAt(rig, share)));
  });
  // What an earlier death of the same campaign has made needless is come by where it is the only one.
  const never: string[] = [];
  const alone = await play(missed, buys, runner, async (rig, point) => {
    never.push(...(await dieAt(rig, [point])));
  });
  process.stdout.write(
    `crash points: ${all.length}, ${differing.length} of them differ, killed at: ${points.length - never.length}, ` +
      `double buys: ${together.double + alone.double}, lost buys: ${together.lost + alone.lost}\n`,
  );
  expect(points.length).toBeGreaterThan(100);
  expect(never).toEqual([]);
});
