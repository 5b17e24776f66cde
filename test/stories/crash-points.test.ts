import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compileRunner } from "./crash/compile-runner.ts";
import type { Findings } from "./crash/inspect.ts";
import { openRig, type Rig } from "./crash/rig.ts";
import { dryRun, play, report } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
const open = () => openRig(runner);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Deaths of one campaign at most: they share the cost of its beginning and its end. */
const deathsPerCampaign = 16;

/** Lets the processes of a campaign die, each at the first of the points that none before it has died at. */
async function dieAt(rig: Rig, points: Set<string>): Promise<void> {
  await rig.settle(async () => {
    const run = await rig.run({ dieAt: [...points] });
    if (run.type === "killed" && run.at !== undefined) points.delete(run.at);
    return run;
  });
}

it("buys once, whatever point a process is killed at", { timeout: 600_000 }, async () => {
  const { points, buys } = await dryRun(open);
  const all: Findings[] = [];
  let left = points;
  // What an earlier death of the same campaign has made needless is come by where there are fewer of them.
  for (let deaths = deathsPerCampaign; left.length > 0 && deaths >= 1; deaths /= 4) {
    const campaigns = Math.ceil(left.length / deaths);
    // Each campaign dies early, in the middle and late.
    const shares = Array.from(
      { length: campaigns },
      (_, n) => new Set(left.filter((_, i) => i % campaigns === n)),
    );
    all.push(...(await play(shares.values(), open, dieAt)));
    left = shares.flatMap((share) => [...share]);
  }
  report(`crash points ${points.length}, killed at ${points.length - left.length}`, all, buys);
  expect(points.length).toBeGreaterThan(400);
  expect(left).toEqual([]);
});
