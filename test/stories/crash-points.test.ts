import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { wires } from "../../src/protocol/messages/transport.ts";
import { atLength, isDeep, some } from "../depth.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import type { Findings } from "./crash/inspect.ts";
import { openRig } from "./crash/rig.ts";
import { dieAt, dryRun, play, report } from "./crash/suite.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/**
 * Deaths of one campaign at most, which share the cost of its beginning and its end. What earlier deaths have made needless
 * is come by where there are fewer, at last where it is the only one: tried again, as which of several calls at once is the
 * first hangs on the machine.
 */
const deathsPerCampaign = [32, 6, 1, 1, 1, 1];

/** One point of each kind, and of the others every sixth, or in `npm test` few. */
function sampled(points: readonly string[]): string[] {
  const kinds = new Set<string>();
  return points.filter((point, i) => {
    const kind = point.replace(/[/#].*/, "");
    const isFirst = !kinds.has(kind);
    kinds.add(kind);
    return isFirst || i % (atLength ? 6 : 60) === 0;
  });
}

/** Points around the first change at each agent: what a wire can make another one of. */
function sends(points: readonly string[]): string[] {
  return points.filter((point) => /send .* #1$/.test(point)).filter((_, i) => i % 4 === 0);
}

it.each(some(wires))(
  "buys once over %s, whatever point a process is killed at",
  { timeout: 1_200_000 },
  async (wire) => {
    const open = () => openRig(runner, { planned: false, wire });
    const { points: first, buys } = await dryRun(open);
    const second = new Set((await dryRun(open)).points);
    // What only one of two undisturbed campaigns comes by hangs on how fast the machine is.
    const found = first.filter((point) => second.has(point));
    expect(found.length).toBeGreaterThan(200);
    const points = isDeep ? found : some(wire === "mcp" ? sampled(found) : sends(found));
    const all: Findings[] = [];
    let left = points;
    for (const deaths of deathsPerCampaign) {
      const campaigns = Math.ceil(left.length / deaths);
      // Each campaign dies early, in the middle and late.
      const shares = Array.from(
        { length: campaigns },
        (_, n) => new Set(left.filter((_, i) => i % campaigns === n)),
      );
      all.push(...(await play(shares.values(), open, dieAt)));
      left = shares.flatMap((share) => [...share]);
    }
    report(`${wire}: crash points ${points.length}, killed at ${points.length - left.length}`, all, buys);
    expect(left).toEqual([]);
  },
);
