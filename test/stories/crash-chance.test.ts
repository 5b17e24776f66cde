import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { atLength, times } from "../depth.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { openRig, sellersPeopleMs } from "./crash/rig.ts";
import { dryRun, play, report } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const killsWanted = times(40, 200);
const killsPerCampaign = Math.min(killsWanted, 20);
/** `CRASH_SEED=2` kills at other moments. */
const seed = Number(process.env["CRASH_SEED"] ?? 1);

it.runIf(atLength)("buys once, whenever its processes are killed", { timeout: 1_200_000 }, async () => {
  const open = () => openRig(runner, { planned: false });
  const { buys, longestMs } = await dryRun(open);
  // Parts of the time that a process takes that is left alone.
  const parts = fc.array(fc.double({ min: 0, max: 0.15, noNaN: true }), {
    minLength: killsPerCampaign,
    maxLength: killsPerCampaign,
  });
  let kills = 0;
  function* campaigns() {
    for (let n = 0; kills < killsWanted; n++) yield* fc.sample(parts, { seed: seed * 1000 + n, numRuns: 1 });
  }
  const all = await play(campaigns(), open, async (rig, lives) => {
    const next = lives.values();
    await rig.settle(async () => {
      const { value: part } = next.next();
      const run = await rig.run(part === undefined ? {} : { killAfterMs: part * longestMs });
      if (run.type === "killed") kills++;
      return run;
    });
  });
  report(`random kills ${kills}, campaigns ${all.length}`, all, buys);
  expect(kills).toBeGreaterThanOrEqual(killsWanted);
});

it.runIf(atLength)(
  "buys once when two processes work on the same campaign at once",
  { timeout: 1_200_000 },
  async () => {
    const open = () => openRig(runner);
    const { buys } = await dryRun(open);
    const campaigns = Array.from({ length: times(4, 20) }, (_, n) => n);
    const all = await play(campaigns.values(), open, async (rig) => {
      const both = await Promise.all([rig.run(), rig.run()]);
      expect(both.map(({ type }) => type)).toEqual(["ended", "ended"]);
      rig.clock.advance(sellersPeopleMs);
      await rig.settle();
    });
    report(`campaigns with two processes ${all.length}`, all, buys);
  },
);
