import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { compileRunner } from "../../stories/crash/compile-runner.ts";
import type { Books } from "./in-flight/seller.ts";
import type { Order, Post, StepStatus } from "./in-flight/worker.ts";

/** `IN_FLIGHT_RUNS=50` for as many campaigns of each kind. */
const runs = Number(process.env["IN_FLIGHT_RUNS"] ?? times(3, 50));
/** What the seller takes for a buy: longer than an impatient process waits for it, and than that process then lets pass. */
const workMs = 900;
const impatience = { changeTimeoutMs: 250 };

const brief: Brief = {
  name: "In flight",
  brand: { domain: "acme.example" },
  objective: "awareness",
  budget: money(100_000, "EUR"),
  flight: { start: "2099-02-01", end: "2099-02-28" },
  countries: ["DE"],
  channels: ["display"],
  limits: { excludedSellers: [] },
  creatives: [],
  questions: [],
};

const folder = mkdtempSync(join(tmpdir(), "flightdesk-in-flight-"));
const ledgerFile = join(folder, "ledger.db");
const sources = resolve("test/campaign/execute/in-flight");
const worker = compileRunner(folder, join(sources, "worker.ts"));
const children: ChildProcess[] = [];
let sellerUrl = "";
let campaigns = 0;

beforeAll(async () => {
  const seller = join(folder, "seller.mjs");
  buildSync({ entryPoints: [join(sources, "seller.ts")], outfile: seller, format: "esm", platform: "node" });
  const { nextLine } = start([seller, String(workMs)]);
  sellerUrl = `http://127.0.0.1:${await nextLine()}`;
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function start(words: readonly string[]) {
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => String((await lines.next()).value) };
}

type Worker = Awaited<ReturnType<typeof startWorker>>;

/** A process on the one ledger, connected to the seller, which takes steps further as it is asked to. */
async function startWorker(how: Partial<Post> = {}) {
  const post: Post = { ledger: ledgerFile, sellerUrl: `${sellerUrl}/mcp`, secondLookMs: 50, ...how };
  const { child, nextLine } = start([worker, JSON.stringify(post)]);
  await nextLine();
  return {
    child,
    perform: async (order: Order): Promise<StepStatus> => {
      child.stdin?.write(`${JSON.stringify(order)}\n`);
      return JSON.parse(await nextLine()) as StepStatus;
    },
  };
}

const books = async (): Promise<Books> => (await fetch(`${sellerUrl}/books`)).json() as Promise<Books>;
const booked = async ({ campaignId }: Order) =>
  (await books()).booked.filter((reference) => reference.startsWith(`${campaignId}/`)).length;
/** Until the seller has the order in hand. */
const isAtIt = async ({ campaignId }: Order) => {
  while (!(await books()).arrived.some((reference) => reference.startsWith(`${campaignId}/`))) await wait(10);
};
/** Until nothing that was sent to the seller can become a buy any more. */
const seller = { rest: () => wait(workMs * 1.5) };

/** A campaign of one buy, ready to be ordered. */
async function openCampaign(): Promise<Order> {
  campaigns += 1;
  const campaignId = `campaign-${campaigns}`;
  const ledger = openSqliteLedger(ledgerFile, Date.now);
  const journal = await openJournal(ledger, campaignId);
  const amount = money(10_000, "EUR");
  const agent = { agentId: "late.example", agentUrl: `${sellerUrl}/mcp` };
  const step: Step = {
    id: "buy/late.example/EUR",
    task: "create_media_buy",
    ...agent,
    arguments: {
      idempotency_key: crypto.randomUUID(),
      buyer_ref: `${campaignId}/buy`,
      packages: [{ product_id: "p", pricing_option_id: "cpm", budget: 100 }],
    },
    amount,
    planAmount: amount,
    purpose: "buy",
    lineIds: [],
  };
  await journal.record(
    { type: "campaign-begun", brief, governancePlanId: campaignId, policies: [] },
    "begun",
  );
  await journal.record(
    {
      type: "sellers-discovered",
      sellers: [
        {
          id: "late.example",
          domain: "late.example",
          agentUrl: agent.agentUrl,
          channels: [],
          tasks: [],
          replayWindowSeconds: 3_600,
          eligible: true,
          reasons: [],
        },
      ],
      creativeAgents: [],
    },
    "stage/discover",
  );
  await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
  await ledger.close();
  return { campaignId, stepId: step.id };
}

/** One process orders; while the seller is at it others come along. Gives back what they were answered and what was booked. */
async function race(first: Worker, others: readonly Worker[]) {
  const order = await openCampaign();
  const winner = first.perform(order);
  await isAtIt(order);
  const losers = await Promise.all(others.map(({ perform }) => perform(order)));
  const won = await winner;
  const after = await Promise.all(others.map(({ perform }) => perform(order)));
  return {
    order,
    losers,
    statuses: [won, ...after].map(({ status }) => status),
    booked: await booked(order),
  };
}

it.each([1, 4])("buys once while %i more processes come along during the call", async (more) => {
  const first = await startWorker();
  const others = await Promise.all(Array.from({ length: more }, () => startWorker()));
  for (let run = 0; run < runs; run++) {
    const { order, losers, statuses, booked } = await race(first, others);
    expect(booked).toBe(1);
    expect(new Set(statuses)).toEqual(new Set(["done"]));
    for (const { waiting } of losers)
      expect(waiting).toEqual([
        {
          type: "process",
          stepId: order.stepId,
          at: expect.any(String),
          reason: expect.stringMatching(
            new RegExp(`^another process \\(.+, pid ${first.child.pid}\\) is sending it, until 20`),
          ),
        },
      ]);
  }
});

it("buys once where the seller takes longer than we wait", async () => {
  const impatient = await startWorker(impatience);
  for (let run = 0; run < runs; run++) {
    const order = await openCampaign();
    expect((await impatient.perform(order)).status).toBe("done");
    expect(await booked(order)).toBe(1);
  }
});

it("buys once where its process is killed during the call, and goes on at once in the next", async () => {
  const next = await startWorker({ secondLookMs: workMs * 1.5 });
  for (let run = 0; run < Math.ceil(runs / 4); run++) {
    const first = await startWorker();
    const order = await openCampaign();
    void first.perform(order).catch(() => undefined);
    await isAtIt(order);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    // Long before the claim of the first ends.
    expect((await next.perform(order)).status).toBe("done");
    expect(await booked(order)).toBe(1);
  }
});

it("goes red where nobody minds whose call is under way", async () => {
  const [first, other] = await Promise.all([startWorker(), startWorker({ without: "claim" })]);
  const order = await openCampaign();
  const winner = first.perform(order);
  await isAtIt(order);
  await other.perform(order);
  await winner;
  await seller.rest();
  expect(await booked(order)).toBe(2);
});

it("goes red where what was lost is sent again at once", async () => {
  const hasty = await startWorker({ ...impatience, without: "patience" });
  const counts: number[] = [];
  // On a busy machine a call may come so late that the seller has finished.
  while (counts.length < 10 && !counts.some((count) => count > 1)) {
    const order = await openCampaign();
    await hasty.perform(order);
    await seller.rest();
    counts.push(await booked(order));
  }
  expect(Math.max(...counts)).toBeGreaterThan(1);
});
