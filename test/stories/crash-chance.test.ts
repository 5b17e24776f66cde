import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { compileRunner } from "./crash/compile-runner.ts";
import { sellersPeopleMs } from "./crash/rig.ts";
import { dryRun, play } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** `CRASH_ROUNDS=200` kills 200 processes. */
const rounds = Number(process.env["CRASH_ROUNDS"] ?? 30);
const killsPerCampaign = 3;
const longestLifeMs = 600;

it("buys once, whenever its processes are killed", { timeout: 1_200_000 }, async () => {
  const { buys } = await dryRun(runner, { planned: false });
  // Lives in milliseconds, the same in every run of the suite.
  const lives = fc.array(fc.integer({ min: 0, max: longestLifeMs }), {
    minLength: killsPerCampaign,
    maxLength: killsPerCampaign,
  });
  const campaigns = fc.sample(lives, { seed: 1, numRuns: Math.ceil(rounds / killsPerCampaign) });
  let kills = 0;
  const { double, lost } = await play(
    campaigns,
    buys,
    runner,
    async (rig, moments) => {
      for (const moment of moments) if ((await rig.run({}, moment)).type === "killed") kills++;
    },
    { planned: false },
  );
  process.stdout.write(`random kills: ${kills}, double buys: ${double}, lost buys: ${lost}\n`);
  expect(kills).toBeGreaterThan(rounds / 2);
});

it("buys once when two processes work on the same campaign at once", { timeout: 600_000 }, async () => {
  const { buys } = await dryRun(runner);
  const campaigns = Array.from({ length: 20 }, (_, n) => n);
  const { double, lost } = await play(campaigns, buys, runner, async (rig) => {
    const both = await Promise.all([rig.run(), rig.run()]);
    expect(both.map(({ type }) => type)).toEqual(["ended", "ended"]);
    rig.clock.advance(sellersPeopleMs);
  });
  process.stdout.write(
    `campaigns with two processes: ${campaigns.length}, double buys: ${double}, lost buys: ${lost}\n`,
  );
});
