import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { some } from "../depth.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { openRig } from "./crash/rig.ts";
import { dryRun, play, report } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it("buys once at compact tools, wherever around an order a process is killed", {
  timeout: 1_200_000,
}, async () => {
  const open = () => openRig(runner, { compact: true });
  const { points, buys } = await dryRun(open);
  const around = points.filter((point) => /buy\/|create_media_buy/.test(point));
  expect(around.length).toBeGreaterThan(10);
  const deaths = some(around, 3);
  const all = await play(deaths.values(), open, async (rig, point) => {
    await rig.run({ dieAt: [point] });
    await rig.settle();
  });
  report(`deaths at compact tools ${deaths.length}`, all, buys);
});
