import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turn } from "../src/campaign/run/turn.ts";
import { consoleApp } from "../src/console/console.ts";
import { openDrafts } from "../src/console/drafts.ts";
import { openLive } from "../src/console/live.ts";
import { openSessions } from "../src/console/sessions.ts";
import { openWorks } from "../src/console/works.ts";
import { openDesk } from "../src/desk/open-desk.ts";
import { openSqliteLedger } from "../src/ledger/sqlite.ts";
import { simulatedClock, systemClock } from "../src/lib/clock.ts";
import { pagesInMemory } from "../src/lib/private-pages.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { serverApp } from "../src/server/app.ts";
import { hostsOf } from "../src/server/hosts.ts";
import { listen } from "../src/server/listen.ts";
import { buyCampaign, copyCampaign, openApp, sellers } from "./live-campaign.ts";

/**
 * Is the console quick with 200 live campaigns, and does it stay small? The page of all campaigns against `status --json`;
 * and the memory of the process that serves it after as many page views as asked for (2,000), with 50 streams open and an
 * entry written every few views, against the same after a fifth of them. Needs a build. Exits 1 beyond the limits.
 */
const [mode = "2000", folderGiven = ""] = process.argv.slice(2);
const campaigns = 200;
const openStreams = 50;
const limits = { page: 2, memory: 1.25 };

if (mode === "desk") await serveDesk(folderGiven);
else await measure(Number(mode));

async function measure(views: number): Promise<void> {
  const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
  const ids = await writeCampaigns(home);
  const status = [join("dist", "cli", "main.js"), "status", "--json", "--home", home];
  const statusMs = await leastOf(2, async () => {
    execFileSync(process.execPath, status, { maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });
  });

  const desk = spawn(process.execPath, ["--expose-gc", "--import", "tsx", "bench/console.ts", "desk", home], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ url, secret }] = (await once(desk, "message")) as [{ url: string; secret: string }];
  const asked = { host: new URL(url).host, origin: url, "content-type": "application/x-www-form-urlencoded" };
  const entered = await fetch(`${url}/console/login`, {
    method: "POST",
    body: `link=${secret}`,
    headers: asked,
    redirect: "manual",
  });
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const view = async (path: string) => {
    const answer = await fetch(`${url}/console${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
  // The first view of all: the second costs what has changed since.
  const pageMs = await leastOf(1, () => view("/campaigns"));

  const events = { told: 0 };
  const ending = new AbortController();
  for (let n = 0; n < openStreams; n++) {
    const stream = await fetch(`${url}/console/live?since=0`, { headers, signal: ending.signal });
    void count(stream.body, events);
  }
  const ledger = openSqliteLedger(join(home, "ledger.db"), Date.now);
  const ofAll = ["", "/inbox", "/stop", "/sellers"];
  const pages = [
    "/brief",
    ...ids.slice(0, 8).flatMap((id) => ["", "/offers"].map((tab) => `/campaigns/${id}${tab}`)),
  ];
  const memory = async () => {
    desk.send("memory");
    const [used] = (await once(desk, "message")) as [number];
    return used;
  };
  let first = 0;
  for (let n = 0; n < views; n++) {
    // Each fiftieth looks through all campaigns.
    const path = n % 50 === 0 ? ofAll[(n / 50) % ofAll.length] : pages[n % pages.length];
    await view(path ?? "");
    if (n % 20 === 0)
      await ledger.append(ids[n % ids.length] ?? "", {
        event: { type: "feasibility-judged", findings: [] } as { type: string },
        key: `bench/${n}`,
      });
    if (n === Math.floor(views / 5)) first = await memory();
  }
  const last = await memory();
  ending.abort();
  desk.kill();
  await ledger.close();
  rmSync(home, { recursive: true });
  const [page, grown] = [pageMs / statusMs, last / first];
  console.log(
    `page ${pageMs.toFixed(0)} ms, status ${statusMs.toFixed(0)} ms; ${(first / 2 ** 20).toFixed(0)} MB after ${Math.floor(views / 5)} views, ${(last / 2 ** 20).toFixed(0)} MB after ${views}; ${events.told} events told to ${openStreams} streams`,
  );
  console.log(
    `${campaigns} campaigns: page of all ${page.toFixed(2)} (limit ${limits.page}), memory of serve ${grown.toFixed(2)} (limit ${limits.memory})`,
  );
  if (page > limits.page || grown > limits.memory || events.told === 0) process.exitCode = 1;
}

/** One campaign is bought on the sandbox and runs for four weeks; the others are the same under their names. */
async function writeCampaigns(home: string): Promise<string[]> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  await using sandbox = await startSandbox({ clock, sellers, slowSellerMs: 1 });
  const folder = join(home, "first");
  mkdirSync(folder);
  const app = openApp(folder, sandbox, clock);
  const original = await buyCampaign(app);
  clock.advance(Date.parse("2027-01-18T08:00:00Z") - clock.now());
  for (let week = 0; week < 4; week++) {
    sandbox.advance(7);
    await turn(app);
  }
  const state = (await app.ports(original)).journal.state();
  const history = await app.ledger.read(original);
  await copyCampaign(state, history, { file: join(home, "ledger.db"), count: campaigns });
  await app[Symbol.asyncDispose]();
  return Array.from({ length: campaigns }, (_, n) => `${original}-${n}`);
}

async function serveDesk(home: string): Promise<void> {
  const desk = openDesk({ settings: { home }, secrets: {} });
  let drawn = 0;
  const draw = () => `secret-${drawn++}`;
  const sessions = openSessions({ now: Date.now, random: draw, person: "bench", pages: pagesInMemory() });
  const failed = (cause: unknown) => {
    throw cause;
  };
  const live = openLive({
    changed: (since) => desk.app.ledger.changed(since),
    clock: systemClock,
    signal: new AbortController().signal,
    failed,
  });
  const works = openWorks(async () => desk, draw);
  const { url } = await listen({ host: "127.0.0.1", port: 0 }, (port) => {
    const hosts = hostsOf({ host: "127.0.0.1", port });
    const { fetch: console } = consoleApp({
      hosts,
      cookie: "bench",
      sessions,
      works,
      drafts: openDrafts({ now: Date.now, newId: draw, pages: pagesInMemory() }),
      begun: { pages: pagesInMemory(), now: Date.now, random: draw },
      approvers: () => undefined,
      live,
      desk: () => desk,
      printLink: () => undefined,
      failed,
    });
    return serverApp({
      hosts,
      health: () => ({ healthy: true }),
      console: (request) => console(request),
      wake: () => undefined,
    });
  });
  process.on("message", () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.(heapUsed + external);
  });
  process.send?.({ url, secret: sessions.newLink() });
}

async function count(body: ReadableStream<Uint8Array> | null, events: { told: number }): Promise<void> {
  try {
    for await (const chunk of body ?? []) if (Buffer.from(chunk).includes("changed")) events.told += 1;
  } catch {
    // It ends with the bench.
  }
}

async function leastOf(times: number, run: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await run();
    taken.push(performance.now() - began);
  }
  return Math.min(...taken);
}
