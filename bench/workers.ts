import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import PgBoss from "pg-boss";
import { turn } from "../src/campaign/run/turn.ts";
import { simulatedClock } from "../src/lib/clock.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { startPostgres } from "../test/ledger/postgres-server.ts";
import { buyCampaign, copyRows, openApp, sellers } from "./live-campaign.ts";
import type { WorkerCost, WorkerOrder, WorkerWord } from "./worker.ts";

/**
 * Do two workers take twice the turns of one, and does a turn cost more where there are more campaigns? A campaign of ten buys
 * lives through ten days of its flight and is copied in a PostgreSQL database; sellers answer from memory, in a process of
 * their own. Each round all campaigns have another day to ask for: 10 sellers, two questions each. The argument is how many live
 * campaigns 100 are compared with (5,000). Exits 1 beyond the limits.
 */
const [manyGiven = "5000"] = process.argv.slice(2);
const few = 100;
const many = Number(manyGiven);
const flightDays = 10;
/** Days that are measured. Feedback is due on the seventh, which is other work. */
const rounds = 4;
/** Milliseconds before sellers answer a task. */
const waits = [150, 0] as const;
const workerCounts = [1, 2, 4] as const;
const limits = { cost: 1.3, atLeastByTwo: 1.7 };
/** Two workers, and what the database and the sellers need beside them. */
const coresToJudge = 3;

/** Of the processor times that Linux tells, in milliseconds. */
const msPerTick = 10;

const cores = availableParallelism();
const began = performance.now();
const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const clock = simulatedClock("2027-01-04T08:00:00Z");
await using sandbox = await startSandbox({
  clock,
  // A package each.
  sellers: sellers.map((seller) => ({ ...seller, listings: seller.listings.slice(0, 1) })),
  slowSellerMs: 1,
});
// A database as it is run: with its disk and its vacuum.
await using server = await startPostgres([]);
const first = await server.database();

say("one campaign is bought and lives for 10 days");
const desk = openApp(home, sandbox, clock, first);
const original = await buyCampaign(desk);
clock.advance(Date.parse("2027-01-18T08:00:00Z") - clock.now());
for (let day = 0; day < flightDays; day++) {
  sandbox.advance(1);
  await turn(desk);
}
const state = (await desk.ports(original)).journal.state();
await desk[Symbol.asyncDispose]();
const today = clock.now();
// Each ledger comes to these days by itself.
sandbox.advance(1 + rounds);

const sellersProcess = start("bench/remembering-sellers.ts", sandbox.url);
const [sellersUrl] = (await once(sellersProcess, "message")) as [string];
const behind = (url: string) => url.replace(sandbox.url, sellersUrl);
const agents: WorkerOrder["agents"] = {
  registryUrl: sellersUrl,
  sharedOrigins: [sellersUrl],
  governanceUrl: behind(sandbox.governanceUrl),
  wellKnownUrl: behind(sandbox.wellKnownUrl),
  token: sandbox.token,
};
const copied = { home, agents: [sandbox.url, sellersUrl] } as const;
const ids = await copyRows(state, { ...copied, url: first, from: 0, to: few });

interface Round {
  readonly turns: number;
  readonly perSecond: number;
  /** Of all workers' processors. */
  readonly workersMs: number;
  readonly databaseMs: number;
  /** The largest worker's. */
  readonly memoryMb: number;
}

console.log(`${cores} cores`);
console.log("sellers' wait   workers   turns/s   worker ms/turn   database ms/turn");
for (const waitMs of waits) {
  sellersProcess.send(waitMs);
  const rates = new Map<number, number>();
  for (const count of workerCounts) {
    const workers = await openWorkers(await cloneOf(first), count);
    const measured: Round[] = [];
    while (measured.length < rounds) measured.push(await workers.nextDay());
    await workers.close();
    const rate = medianOf(measured.map(({ perSecond }) => perSecond));
    rates.set(count, rate);
    console.log(
      `${`${waitMs} ms`.padStart(13)} ${String(count).padStart(9)} ${rate.toFixed(1).padStart(9)} ${msOf(measured, "workersMs")} ${msOf(measured, "databaseMs")}`,
    );
  }
  judgeTwo(waitMs, (rates.get(2) ?? 0) / (rates.get(1) ?? 0));
}

say(`it is copied ${many} times`);
const large = await cloneOf(first);
await copyRows(state, { ...copied, url: large, from: few, to: many });
const compared = [
  { count: few, workers: await openWorkers(await cloneOf(first), 1), measured: [] as Round[] },
  { count: many, workers: await openWorkers(large, 1), measured: [] as Round[] },
];
for (let day = 0; day < rounds; day++)
  for (const { workers, measured } of compared) measured.push(await workers.nextDay());
console.log("live campaigns   worker ms/turn   database ms/turn   memory MB   first look: worker s");
for (const { count, workers, measured } of compared) {
  await workers.close();
  const memory = Math.max(...measured.map(({ memoryMb }) => memoryMb));
  console.log(
    `${String(count).padStart(14)} ${msOf(measured, "workersMs")} ${msOf(measured, "databaseMs")} ${memory.toFixed(0).padStart(11)} ${(workers.firstMs / 1_000).toFixed(1).padStart(22)}`,
  );
}
const [least = 0, most = 0] = compared.map(({ measured }) =>
  medianOf(measured.map(({ workersMs, databaseMs: ofDatabase, turns }) => (workersMs + ofDatabase) / turns)),
);
const cost = most / least;
console.log(
  `a turn among ${many} campaigns against one among ${few}: cost ${cost.toFixed(2)} (limit ${limits.cost}); all in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
if (cost > limits.cost) process.exitCode = 1;
sellersProcess.disconnect();
rmSync(home, { recursive: true });

function msOf(measured: readonly Round[], what: "workersMs" | "databaseMs"): string {
  const width = what === "workersMs" ? 16 : 18;
  return medianOf(measured.map((one) => one[what] / one.turns))
    .toFixed(1)
    .padStart(width);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return sumOf(middle, (value) => value) / middle.length;
}

/** A rate is held to its limit by the time that two need for what one does in a second. */
function judgeTwo(waitMs: number, ratio: number): void {
  const of = `2 workers against 1, sellers' wait ${waitMs} ms`;
  if (cores < coresToJudge) {
    console.log(
      `${of}: ${ratio.toFixed(2)} times the turns; not held to ${limits.atLeastByTwo}: ${cores} cores are fewer than ${coresToJudge}`,
    );
    return;
  }
  console.log(
    `${of}: ${ratio.toFixed(2)} times the turns; time for each ${(1 / ratio).toFixed(2)} (limit ${(1 / limits.atLeastByTwo).toFixed(2)})`,
  );
  if (ratio < limits.atLeastByTwo) process.exitCode = 1;
}

/** Workers on one database, each of which has looked at every campaign once. */
async function openWorkers(url: string, count: number) {
  const order: WorkerOrder = { home, ledgerUrl: url, now: today, agents };
  const workers = Array.from({ length: count }, () => start("bench/worker.ts", JSON.stringify(order)));
  const ask = async (worker: ChildProcess, word: WorkerWord): Promise<WorkerCost> => {
    const answer = once(worker, "message");
    worker.send(word);
    return ((await answer) as [WorkerCost])[0];
  };
  const boss = new PgBoss({
    connectionString: url,
    schema: "flightdesk_queue",
    max: 1,
    supervise: false,
    schedule: false,
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const worker of workers) while (!(await ask(worker, {})).waits) await sleep(100);
  await boss.start();

  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await client.query<{ value: number }>(text, [...values])).rows.map(({ value }) => value);
  const put = async () => {
    // Before others that are due.
    await boss.insert(
      ids.map((campaign) => ({ name: "turns", data: { campaign }, singletonKey: campaign, priority: 1 })),
    );
  };
  const isUnderWay =
    "SELECT 1 AS value FROM flightdesk_queue.job WHERE name = 'turns' AND state = 'active' LIMIT 1";
  const leaveNoneDue = `DELETE FROM flightdesk_queue.job
    WHERE name = 'turns' AND state < 'active' AND start_after < now() AND singleton_key = ANY ($1)`;
  const ends = `SELECT extract(epoch FROM completed_on)::float AS value FROM flightdesk_queue.job
    WHERE name = 'turns' AND singleton_key = ANY ($1) AND completed_on > to_timestamp($2) ORDER BY completed_on`;
  const tell = (word: WorkerWord, told = workers) =>
    Promise.all(told.map((worker) => ask(worker, word))).then((costs) => ({
      turns: sumOf(costs, ({ turns }) => turns),
      workersMs: sumOf(costs, ({ cpuMs }) => cpuMs),
      memoryMb: Math.max(...costs.map(({ memoryMb }) => memoryMb)),
    }));

  /** Another look at each of the few. */
  const round = async (word: WorkerWord, told = workers): Promise<Round> => {
    const [since = 0] = await rows("SELECT extract(epoch FROM now())::float AS value");
    const database = databaseMs();
    const before = await tell({});
    await put();
    await tell({ ...word, turns: few }, told);
    while ((await tell({})).turns - before.turns < few || (await rows(isUnderWay)).length > 0)
      await sleep(50);
    // A campaign that was put while it was looked at is put twice.
    await client.query(leaveNoneDue, [ids]);
    const after = await tell({ turns: 0 });
    const at = await rows(ends, [ids, since]);
    while ((await Promise.all(workers.map((worker) => ask(worker, {})))).some((one) => !one.waits))
      await sleep(50);
    // Not the time in which places fill, nor that in which some are empty already.
    const [from, to] = [Math.floor(at.length / 10), Math.floor((at.length * 9) / 10)];
    return {
      turns: after.turns - before.turns,
      perSecond: (to - from) / ((at[to] ?? Number.NaN) - (at[from] ?? Number.NaN)),
      workersMs: after.workersMs - before.workersMs,
      databaseMs: databaseMs() - database,
      memoryMb: after.memoryMb,
    };
  };

  let firstMs = 0;
  for (const worker of workers) firstMs += (await round({}, [worker])).workersMs;
  await round({ days: 1 });
  return {
    /** What all of them took to look at each campaign once, which goes with reading what a process has not seen. */
    firstMs: firstMs / count,
    nextDay: () => round({ days: 1 }),
    close: async () => {
      for (const worker of workers) {
        const exit = once(worker, "exit");
        worker.disconnect();
        await exit;
      }
      await boss.stop({ graceful: false });
      await client.end();
    },
  };
}

/** The same database once more. Nobody may be connected to it. */
async function cloneOf(url: string): Promise<string> {
  const copy = await server.database(new URL(url).pathname.slice(1));
  const client = new pg.Client({ connectionString: copy });
  await client.connect();
  // A new database has counted nothing yet.
  await client.query("VACUUM ANALYZE");
  await client.end();
  return copy;
}

/** Of the database's processes so far, in milliseconds; 0 where the system does not tell. */
function databaseMs(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const processes = readdirSync("/proc").flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return [];
      // The program's name stands in brackets and may hold anything.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, parent = "", ...figures] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ pid, parent, ticks: figures.slice(9, 13).map(Number) }];
    } catch {
      return [];
    }
  });
  const isOfServer = ({ pid, parent }: { pid: string; parent: string }) =>
    [pid, parent].includes(String(server.pid()));
  // Its own and those of children that have ended.
  const ticks = processes.filter(isOfServer).flatMap((one) => one.ticks);
  return sumOf(ticks, (one) => one) * msPerTick;
}

function start(file: string, argument: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", file, argument], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function say(line: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
