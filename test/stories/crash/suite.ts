import { expect } from "vitest";
import { doubleBuys, type Findings, lostBuys } from "./inspect.ts";
import type { Rig } from "./rig.ts";

/** Campaigns under way at once. */
const atOnce = 2;

/** What an undisturbed campaign comes by, and what it buys: `least` buys or more. */
export interface DryRun {
  readonly points: readonly string[];
  readonly buys: readonly string[];
  /** Milliseconds of its longest process. */
  readonly longestMs: number;
}

export async function dryRun(open: () => Promise<Rig>, { least = 4 } = {}): Promise<DryRun> {
  await using rig = await open();
  const points = new Set<string>();
  let longestMs = 0;
  await rig.settle(async () => {
    const began = performance.now();
    const run = await rig.run();
    if (run.type === "killed") throw new Error("nobody was to be killed");
    longestMs = Math.max(longestMs, performance.now() - began);
    for (const point of run.points) points.add(point);
    return run;
  });
  const findings = await rig.inspect();
  expect(findings.booked.length).toBeGreaterThanOrEqual(least);
  expectSound([findings], findings.bought);
  return { points: [...points], buys: findings.bought, longestMs };
}

/** Plays one campaign for each item, two at a time, and gives back what they have left behind. */
export async function play<Item>(
  items: IterableIterator<Item>,
  open: () => Promise<Rig>,
  act: (rig: Rig, item: Item) => Promise<void>,
): Promise<readonly Findings[]> {
  const all: Findings[] = [];
  const player = async () => {
    // The players share the iterator: each takes the next item.
    for (const item of items) {
      await using rig = await open();
      await act(rig, item);
      all.push(await rig.inspect());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, player));
  return all;
}

/** Lets the processes of a campaign die, each at the first of the points that none before it has died at: those are taken out. */
export async function dieAt(rig: Rig, points: Set<string>): Promise<void> {
  await rig.settle(async () => {
    const run = await rig.run({ dieAt: [...points] });
    if (run.type === "killed" && run.at !== undefined) points.delete(run.at);
    return run;
  });
}

/** One line over all campaigns, then what must hold for each of them. */
export function report(what: string, all: readonly Findings[], buys: readonly string[]): void {
  const double = all.flatMap(doubleBuys).length;
  const lost = all.flatMap((findings) => lostBuys(findings, buys)).length;
  const left = all.flatMap(({ reserved }) => reserved).length;
  process.stdout.write(`${what}, double buys ${double}, lost buys ${lost}, reservations left ${left}\n`);
  expectSound(all, buys);
}

function expectSound(all: readonly Findings[], buys: readonly string[]): void {
  for (const findings of all) {
    expect(doubleBuys(findings)).toEqual([]);
    expect(lostBuys(findings, buys)).toEqual([]);
    expect(findings.booked.toSorted()).toEqual(buys.toSorted());
    expect(findings.open).toEqual([]);
    expect(findings.reserved).toEqual([]);
    expect(findings.ledgerFaults).toEqual([]);
    expect(findings.committed).toBe(findings.planned);
  }
}
