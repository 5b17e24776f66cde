import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "../src/app.ts";
import { simulatedClock } from "../src/lib/clock.ts";
import type { Answer, Read } from "../src/protocol/client/calls.ts";
import type { ResponseOf } from "../src/protocol/tasks/index.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { buyCampaign, openApp, sellers } from "./live-campaign.ts";

/**
 * What does it cost to look into each seller's books before its first buy? One campaign is planned and bought at ten sellers, in
 * turn with the look-ups and with books that are told from memory, each time on a sandbox of its own, and the best walls are
 * compared. Exits 1 beyond the limits.
 */
const rounds = 3;
const limits = { calls: 1.15, wall: 1.3 };

interface Cost {
  readonly calls: number;
  readonly milliseconds: number;
}

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const withThem: Cost[] = [];
const without: Cost[] = [];
// The first campaign of a process also compiles.
await costOf("warm", (app) => app);
for (let round = 0; round < rounds; round++) {
  withThem.push(await costOf(`with-${round}`, (app) => app));
  without.push(await costOf(`without-${round}`, booksFromMemory));
}
rmSync(folder, { recursive: true });

const [looked, blind] = [best(withThem), best(without)];
console.log("            calls   wall ms   (best of each)");
for (const [name, { calls, milliseconds }] of Object.entries({ with: looked, without: blind }))
  console.log(`${name.padEnd(8)} ${String(calls).padStart(8)} ${milliseconds.toFixed(0).padStart(9)}`);
const [calls, wall] = [looked.calls / blind.calls, looked.milliseconds / blind.milliseconds];
console.log(
  `look-ups: calls ${calls.toFixed(3)} (limit ${limits.calls}), wall ${wall.toFixed(3)} (limit ${limits.wall})`,
);
if (calls > limits.calls || wall > limits.wall) process.exitCode = 1;

async function costOf(name: string, as: (app: App) => App): Promise<Cost> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  await using sandbox = await startSandbox({ clock, sellers, slowSellerMs: 1 });
  await using app = openApp(join(folder, name), sandbox, clock);
  const began = performance.now();
  await buyCampaign(as(app));
  return { calls: sandbox.calls.length, milliseconds: performance.now() - began };
}

function booksFromMemory(app: App): App {
  const empty: Answer<ResponseOf<"get_media_buys">> = {
    type: "answered",
    payload: { media_buys: [] },
    replayed: false,
  };
  const ports: App["ports"] = async (id, observe) => {
    const own = await app.ports(id, observe);
    const read = ((url, task, request, options) =>
      task === "get_media_buys" && Object.keys(request).length === 0
        ? Promise.resolve(empty)
        : own.read(url, task, request, options)) as Read;
    return { ...own, read };
  };
  return { ...app, ports };
}

function best(costs: readonly Cost[]): Cost {
  return costs.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one));
}
