import PQueue from "p-queue";
import { expect } from "vitest";
import { doubleBuys, type Findings, lostBuys } from "./inspect.ts";
import { openRig, type Rig, sellersPeopleMs } from "./rig.ts";

/** Campaigns under way at once. */
const atOnce = 2;

/** What an undisturbed campaign comes by, and what it buys. */
export interface DryRun {
  readonly points: readonly string[];
  readonly buys: readonly string[];
}

/** `planned: false` begins with the search for sellers, not with the first step. */
export async function dryRun(runner: string, options: { readonly planned?: boolean } = {}): Promise<DryRun> {
  await using rig = await openRig(runner, options);
  const points: string[] = [];
  for (let waits = true; waits; rig.clock.advance(sellersPeopleMs)) {
    const run = await rig.run();
    if (run.type === "killed") throw new Error("nobody was to be killed");
    points.push(...run.points.filter((point) => !points.includes(point)));
    waits = run.waiting.some(({ type }) => type !== "date");
  }
  const findings = await rig.inspect();
  expect(findings.booked.length).toBeGreaterThan(4);
  expectSound(findings, findings.bought);
  return { points, buys: findings.bought };
}

/** Plays one campaign for each item, two at a time, and says how many buys were made twice or never over all of them. */
export async function play<Item>(
  items: readonly Item[],
  buys: readonly string[],
  runner: string,
  act: (rig: Rig, item: Item) => Promise<void>,
  options: { readonly planned?: boolean } = {},
): Promise<{ readonly double: number; readonly lost: number }> {
  const queue = new PQueue({ concurrency: atOnce });
  const all = await queue.addAll(
    items.map((item) => async () => {
      await using rig = await openRig(runner, options);
      await act(rig, item);
      await rig.settle();
      const findings = await rig.inspect();
      expectSound(findings, buys);
      return findings;
    }),
  );
  return {
    double: all.flatMap(doubleBuys).length,
    lost: all.flatMap((findings) => lostBuys(findings, buys)).length,
  };
}

function expectSound(findings: Findings, buys: readonly string[]): void {
  expect(doubleBuys(findings)).toEqual([]);
  expect(lostBuys(findings, buys)).toEqual([]);
  expect(findings.open).toEqual([]);
  expect(findings.reserved).toEqual([]);
  expect(findings.ledgerFaults).toEqual([]);
  expect(findings.committed).toBe(findings.planned);
}
