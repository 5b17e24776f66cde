import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createApp } from "../src/app.ts";
import { turn } from "../src/campaign/run/turn.ts";
import type { Stored } from "../src/ledger/ledger.ts";
import { openSqliteLedger } from "../src/ledger/sqlite.ts";
import { offsetClock, simulatedClock } from "../src/lib/clock.ts";
import { digest } from "../src/lib/digest.ts";
import { scheduleOf } from "../src/lib/schedule.ts";
import { sandboxExchange, startSandbox } from "../src/sandbox/sandbox.ts";
import { openLog } from "../src/server/log.ts";
import { serve } from "../src/server/serve.ts";
import { buyCampaign, openApp, sellers } from "./live-campaign.ts";

/**
 * Does anything that sellers send keep `serve` from its work? 200 campaigns with live delivery at ten honest sellers and ten
 * that flood, drip, hang, stream for ever and send 16 MB, for as many seconds as asked for: each further day begins when
 * every campaign of an honest seller has its figures of the day before. Exits 1 beyond the limits.
 */
const seconds = Number(process.argv[2] ?? 60);
const campaigns = 200;
const sellersOfEach = 10;
const dayMs = 86_400_000;
/** A campaign whose figures are not there by then has lost its turn. */
const longestRoundMs = 120_000;
/** Memory is what comes to that of the process before its first turn. */
const limits = { memoryMb: 300, descriptors: 250, lagMs: 100 };

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const clock = simulatedClock("2027-01-04T08:00:00Z");
const { history, agentUrl, packages, original } = await bought();
const sellersProcess = spawn(
  process.execPath,
  ["--import", "tsx", "bench/hostile-sellers.ts", `${sellersOfEach}`, JSON.stringify(packages)],
  { stdio: ["pipe", "pipe", "inherit"] },
);
const [line] = await once(sellersProcess.stdout, "data");
// The seller process prints its ports.
const ports = JSON.parse(String(line)) as { readonly honest: number[]; readonly hostile: number[] };

const home = join(folder, "desk");
const honest = new Set<string>();
await writeCampaigns();
const calendar = offsetClock(clock.now());
const app = createApp({
  // Nobody is asked there: a registry on this machine lets sellers on it be called.
  settings: { registry_url: "http://127.0.0.1:9", home },
  secrets: {},
  policies: [],
  exchange: sandboxExchange,
  clock: calendar,
  progress: () => undefined,
});

const told = new Set<string>();
const stopping = new AbortController();
let listening: (url: string) => void = () => undefined;
const listens = new Promise<string>((resolve) => {
  listening = resolve;
});
const served = serve(
  {
    campaigns: app,
    clock: calendar,
    schedule: scheduleOf("1 day"),
    installation: "bench",
    host: "127.0.0.1",
    port: 0,
    results: {
      token: "bench",
      take: async () => ({ type: "imported", imported: 0, restated: 0, unchanged: 0, unplaced: [] }),
    },
    observe: ({ campaignId, event }) => {
      if (event.type === "delivery-reported") told.add(campaignId);
    },
    log: openLog({ masked: app.masked }),
    listening,
  },
  stopping.signal,
);
const url = await listens;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
// What others on the machine take is no work of ours: beside the lag, the processor's time between two ticks.
const pieces: number[] = [];
let used = process.cpuUsage();
const ticks = setInterval(() => {
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  pieces.push((user + system) / 1000);
}, 10);
const most = { memoryMb: 0, descriptors: 0 };
const atStartMb = megabytes();
const begun = performance.now();
let [rounds, lost] = [0, 0];
while (performance.now() - begun < seconds * 1000) {
  told.clear();
  rounds += 1;
  calendar.advance(dayMs);
  await fetch(`${url}/results/any`, {
    method: "POST",
    headers: { Authorization: "Bearer bench", "Content-Type": "application/json" },
    body: "{}",
  });
  const roundBegun = performance.now();
  const missing = () => [...honest].filter((id) => !told.has(id));
  while (missing().length > 0 && performance.now() - roundBegun < longestRoundMs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    most.memoryMb = Math.max(most.memoryMb, megabytes() - atStartMb);
    if (process.platform === "linux")
      most.descriptors = Math.max(most.descriptors, readdirSync("/proc/self/fd").length);
  }
  lost += missing().length;
  process.stderr.write(
    `round ${rounds}: ${honest.size - missing().length} of ${honest.size} campaigns of honest sellers in ${((performance.now() - roundBegun) / 1000).toFixed(1)} s, ${told.size} in all\n`,
  );
}
delay.disable();
clearInterval(ticks);
pieces.sort((a, b) => a - b);
const ownMs = pieces[Math.floor(pieces.length * 0.99)] ?? 0;
const lagMs = delay.percentile(99) / 1e6;
stopping.abort();
sellersProcess.kill();
await served;
await app[Symbol.asyncDispose]();
rmSync(folder, { recursive: true });

process.stdout.write(
  `${campaigns} campaigns, ${2 * sellersOfEach} sellers, ${rounds} days in ${((performance.now() - begun) / 1000).toFixed(0)} s: ` +
    `${lost} turns of honest sellers' campaigns lost; memory ${atStartMb.toFixed(0)} MB and ${most.memoryMb.toFixed(0)} MB more (limit ${limits.memoryMb}), ` +
    `descriptors ${most.descriptors} (limit ${limits.descriptors}), event loop p99 ${lagMs.toFixed(0)} ms late (limit ${limits.lagMs}), ` +
    `at most ${(delay.max / 1e6).toFixed(0)} ms; own work in one piece p99 ${ownMs.toFixed(0)} ms, at most ${(pieces.at(-1) ?? 0).toFixed(0)} ms\n`,
);
if (
  lost > 0 ||
  most.memoryMb > limits.memoryMb ||
  most.descriptors > limits.descriptors ||
  lagMs > limits.lagMs
)
  process.exitCode = 1;

function megabytes(): number {
  return process.memoryUsage().rss / 2 ** 20;
}

/** One campaign bought at one seller of the sandbox, with the first days of its flight. */
async function bought() {
  await using sandbox = await startSandbox({ clock, sellers: sellers.slice(0, 1), slowSellerMs: 1 });
  await using first = openApp(join(folder, "first"), sandbox, clock);
  const id = await buyCampaign(first, { maxSharePerSeller: 1 });
  clock.advance(Date.parse("2027-01-18T08:00:00Z") - clock.now());
  sandbox.advance(3);
  await turn(first);
  const { plan, delivery, sellers: found = [] } = (await first.ports(id)).journal.state();
  const seller = found.find(({ eligible }) => eligible);
  if (seller === undefined) throw new Error("nothing was bought");
  const rows = delivery.flatMap((buy) => buy.rows);
  return {
    original: id,
    agentUrl: seller.agentUrl,
    packages: [...new Set(rows.map(({ packageId }) => packageId))],
    history: {
      text: JSON.stringify(await first.ledger.read(id)),
      plan: JSON.stringify(plan),
      digest: digest(plan),
    },
  };
}

/** The campaign's history under 200 names, each at one of the sellers. */
async function writeCampaigns(): Promise<void> {
  const urls = [...ports.honest, ...ports.hostile].map((port) => `http://127.0.0.1:${port}/mcp`);
  let at = 0;
  const ledger = openSqliteLedger(join(home, "ledger.db"), () => at);
  for (let n = 0; n < campaigns; n++) {
    const id = `${original}-${n}`;
    const seller = n % urls.length;
    if (seller < ports.honest.length) honest.add(id);
    const renamed = (text: string) => text.replaceAll(original, id).replaceAll(agentUrl, urls[seller] ?? "");
    const planDigest = digest(JSON.parse(renamed(history.plan)));
    const entries = JSON.parse(renamed(history.text).replaceAll(history.digest, planDigest)) as Stored[];
    for (const { event, key, moves, at: recordedAt } of entries) {
      at = Date.parse(recordedAt);
      const appended = await ledger.append(id, { event, key, ...moves });
      if (appended.type !== "appended") throw new Error(`${key}: ${appended.type}`);
    }
  }
  await ledger.close();
}
