import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "../src/app.ts";
import { openBooks } from "../src/campaign/audit/books.ts";
import { turn } from "../src/campaign/run/turn.ts";
import { simulatedClock } from "../src/lib/clock.ts";
import type { Read } from "../src/protocol/client/calls.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { buyCampaign, copyCampaign, openApp, sellers } from "./live-campaign.ts";

/**
 * Does a turn of ten times the campaigns cost more than ten times as much? One campaign is bought on the sandbox and lives
 * through its flight day by day; its history is then written into two ledgers under 500 names, or as many as are asked for,
 * and under a tenth of them. Each further day both take a turn, one after the other, with sellers answered from memory. Exits
 * 1 beyond the limits.
 */
const most = Number(process.argv[2] ?? 500);
if (!Number.isSafeInteger(most) || most < 10) throw new Error("how many campaigns? A whole number from 10");
const counts = [Math.floor(most / 10), most] as const;
const rowsOfEach = 2_000;
const days = 2;
/** A turn of the history takes in so many days: each week still has its feedback, and every day would make the same rows. */
const daysAtOnce = 7;
const limits = { cost: 1.3, memory: 1.3 };

const began = performance.now();
// What is measured is this process's work: a folder in memory waits for no disk.
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const clock = simulatedClock("2027-01-04T08:00:00Z");
await using sandbox = await startSandbox({ clock, sellers, slowSellerMs: 1 });
const first = openApp(join(folder, "first"), sandbox, clock);

say("one campaign is bought");
const original = await buyCampaign(first);
const { plan } = (await first.ports(original)).journal.state();
const packages = plan?.lines.length ?? 0;
// Four days into a week its predecessor's feedback is posted, and the days that are measured post none.
const flightDays = Math.ceil(rowsOfEach / packages / 7) * 7 + 4;
clock.advance(Date.parse("2027-01-18T08:00:00Z") - clock.now());
say(`it lives for ${flightDays} days, with ${packages} packages`);
const answers = new Map<string, string>();
for (let day = 0; day < flightDays; day += daysAtOnce) {
  sandbox.advance(Math.min(daysAtOnce, flightDays - day));
  await turn(first);
}
const history = await first.ledger.read(original);
const state = (await first.ports(original)).journal.state();
const { delivery } = state;
const rows = delivery.reduce((total, buy) => total + buy.rows.length, 0);
const buys = delivery.length;
const historyMb = JSON.stringify(history).length / 1e6;
say(`${history.length} entries, ${historyMb.toFixed(1)} MB, ${buys} buys, ${rows} rows of delivery`);

const apps = new Map<number, App>();
for (const count of counts) {
  const home = join(folder, String(count));
  say(`they are written ${count} times`);
  await copyCampaign(state, history, { file: join(home, "ledger.db"), count });
  apps.set(count, openApp(home, sandbox, clock));
}

interface Cost {
  /** Of the processor: other work on the machine does not count. */
  readonly milliseconds: number;
  readonly heapMb: number;
}
const costs = new Map<number, Cost[]>(counts.map((count) => [count, []]));
for (let day = 0; day < days; day++) {
  sandbox.advance(1);
  answers.clear();
  // The original asks the sandbox; the copies are given what it was told.
  await turn(remembering(first));
  for (const [count, app] of apps) {
    const cost = await costOfTurn(app, count);
    costs.get(count)?.push(cost);
    say(
      `day ${day + 1}, ${count} campaigns: ${cost.milliseconds.toFixed(0)} ms, heap ${cost.heapMb.toFixed(0)} MB`,
    );
  }
}

console.log(`${most * buys} buys and ${most * rows} rows of delivery in ${most} campaigns`);
console.log("campaigns   turn ms   ms per campaign   heap at most MB");
for (const [count, all] of costs) {
  const milliseconds = leastOf(all);
  const heap = Math.max(...all.map((cost) => cost.heapMb));
  console.log(
    `${String(count).padStart(9)} ${milliseconds.toFixed(0).padStart(9)} ${(milliseconds / count).toFixed(2).padStart(17)} ${heap.toFixed(0).padStart(17)}`,
  );
}
const perCampaign = (count: number) => leastOf(costs.get(count) ?? []) / count;
const heapOf = (count: number) => Math.max(...(costs.get(count) ?? []).map((cost) => cost.heapMb));
const [few, many] = counts;
const cost = perCampaign(many) / perCampaign(few);
const memory = heapOf(many) / many / (heapOf(few) / few);
console.log(
  `${many} against ${few} campaigns, for each: cost ${cost.toFixed(2)} (limit ${limits.cost}), memory ${memory.toFixed(2)} (limit ${limits.memory}); all in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
if (cost > limits.cost || memory > limits.memory) process.exitCode = 1;

for (const app of [first, ...apps.values()]) await app[Symbol.asyncDispose]();
rmSync(folder, { recursive: true });

/** The same campaigns, with what their sellers answer kept, as text. */
function remembering(app: App) {
  const read = (async (url, task, request, options) => {
    const answer = (await app.ports(original)).read(url, task, request, options);
    return answer.then((given) => {
      answers.set(JSON.stringify([url, task, request]), JSON.stringify(given));
      return given;
    });
  }) as Read;
  const books = booksOver(read);
  return { ledger: app.ledger, ports: async (id: string) => ({ ...(await app.ports(id)), read, books }) };
}

/** A turn of a new process compares the ledger with them. */
function booksOver(read: Read) {
  return openBooks({ read, clock, deadlineMs: 30_000 });
}

async function costOfTurn(app: App, count: number): Promise<Cost> {
  let heap = 0;
  const readFor = (id: string) =>
    ((url, task, request) => {
      heap = Math.max(heap, process.memoryUsage().heapUsed);
      const answer = answers.get(JSON.stringify([url, task, request]).replaceAll(id, original));
      if (answer === undefined)
        throw new Error(`nobody has asked ${task} of ${url}: ${JSON.stringify(request)}`);
      // A copy's buys stand in its seller's books under its own references.
      return Promise.resolve(JSON.parse(answer.replaceAll(original, id)));
    }) as Read;
  const ports: App["ports"] = async (id, observe) => {
    const read = readFor(id);
    return { ...(await app.ports(id, observe)), read, books: booksOver(read) };
  };
  const before = process.cpuUsage();
  const turns = await turn({ ledger: app.ledger, ports });
  const { user, system } = process.cpuUsage(before);
  const fault = turns.find((one) => one.fault !== undefined);
  if (turns.length !== count || fault !== undefined)
    throw new Error(`${turns.length} campaigns, ${fault?.campaignId}: ${fault?.fault}`);
  return { milliseconds: (user + system) / 1000, heapMb: heap / 2 ** 20 };
}

/** The first turn on a ledger also makes the states that later ones go on with. */
function leastOf(turns: readonly Cost[]): number {
  return Math.min(...turns.map(({ milliseconds }) => milliseconds));
}

function say(line: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
