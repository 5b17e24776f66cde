import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { atLength } from "../depth.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { doubleBuys } from "./crash/inspect.ts";
import { openRig, type Rig, sellersPeopleMs } from "./crash/rig.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.runIf(atLength)("goes red when the key is made in the step that sends", async () => {
  await using rig = await openRig(runner);
  const without = ["key"] as const;
  // A buy that waits for the seller's people is not in its books: only the key protects it.
  const first = await rig.run({ without, dieAt: ["after send buy/nordlicht.example/EUR #1"] });
  expect(first.type).toBe("killed");
  await rig.run({ without });
  rig.clock.advance(sellersPeopleMs);
  await rig.run({ without });
  expect(doubleBuys(await rig.inspect())).toEqual([expect.stringMatching(/nordlicht/)]);
});

const afterTheWindow = async (without: Parameters<Rig["run"]>[0]) => {
  await using rig = await openRig(runner);
  const first = await rig.run({ dieAt: ["after send buy/harbour.example/EUR #1"] });
  expect(first.type).toBe("killed");
  rig.forgetKeys("sales");
  rig.clock.advance(2 * 86_400_000);
  const run = await rig.run(without);
  return { run, double: doubleBuys(await rig.inspect()) };
};

it.runIf(atLength)("goes red when the replay window is not minded and the books are not read", async () => {
  const { double } = await afterTheWindow({ without: ["window", "look-up"] });
  expect(double).toEqual([expect.stringMatching(/harbour/)]);
});

it("buys nothing again after the replay window, and asks a person where the books do not show the buy", async () => {
  const { run, double } = await afterTheWindow({ without: ["look-up"] });
  expect(double).toEqual([]);
  expect(run).toMatchObject({
    waiting: expect.arrayContaining([
      expect.objectContaining({ type: "person", stepId: "buy/harbour.example/EUR" }),
    ]),
  });
});
