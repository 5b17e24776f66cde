import Database from "libsql";
import { afterEach, expect, it, vi } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { release } from "../../src/campaign/stop/release.ts";
import { stop } from "../../src/campaign/stop/stop.ts";
import { type RawSeller, rawSeller } from "../canned/raw-agents.ts";
import type { Json } from "../canned/raw-market.ts";
import { isDeep, some } from "../depth.ts";
import { brief, type HostileDesk, openHostileDesk } from "./hostile/desk.ts";

/** Where the store has no more space: at the `n`th entry of a kind, as it is put in or as its transaction is closed. */
interface Full {
  readonly kind: string;
  readonly n: number;
  readonly at: "insert" | "commit";
}

const store: { full?: Full | undefined; seen: Map<string, number>; open?: string | undefined } = {
  seen: new Map(),
};
afterEach(() => {
  vi.restoreAllMocks();
});

class StoreFull extends Error {
  readonly code = "SQLITE_FULL";
  constructor() {
    super("database or disk is full");
  }
}

/** The store of every process here fails as it is told to, as the real one does: nothing of the transaction is kept. */
function watchStore(): void {
  store.seen.clear();
  store.full = undefined;
  const own = Database.prototype;
  const prepare: Database.Database["prepare"] = Reflect.get(own, "prepare");
  const exec: Database.Database["exec"] = Reflect.get(own, "exec");
  vi.spyOn(own, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (!sql.startsWith("INSERT INTO event")) return statement;
    const run: typeof statement.run = Reflect.get(statement, "run");
    const watched = (...values: readonly unknown[]): unknown => {
      const kind = String(JSON.parse(String(values[4])).type);
      const n = (store.seen.get(kind) ?? 0) + 1;
      store.seen.set(kind, n);
      const isFull = store.full?.kind === kind && store.full.n === n;
      store.open = isFull ? kind : undefined;
      if (isFull && store.full?.at === "insert") throw new StoreFull();
      return Reflect.apply(run, statement, values);
    };
    return Object.assign(statement, { run: watched });
  });
  vi.spyOn(own, "exec").mockImplementation(function (this: Database.Database, sql: string) {
    if (sql === "COMMIT" && store.open !== undefined && store.full?.at === "commit") {
      store.open = undefined;
      throw new StoreFull();
    }
    return exec.call(this, sql);
  });
}

/** A seller that does what it is asked at once, one whose people take a day, and one that a person must agree to. */
function openMarket(now: () => number): readonly RawSeller[] {
  const shop = rawSeller("shop", { now });
  const asked = rawSeller("asked", { now });
  const later = rawSeller("later", {
    now,
    speaks: "a2a-1.0",
    answers: ({ book, books, orders }) => ({
      create_media_buy: (order) => {
        (orders as Json[]).push(order);
        if (!books.some(({ buyer_ref }) => buyer_ref === order["buyer_ref"])) book(order);
        return { task: "task-of-later", state: "submitted" };
      },
      get_task_status: (_, n) =>
        n < 3 ? { rpc: -32_601 } : { task: "task-of-later", state: "completed", data: { ...books[0] } },
    }),
  });
  return [shop, asked, later];
}

async function openAll() {
  let sellers: readonly RawSeller[] = [];
  const desk = await openHostileDesk(({ now }) => (sellers = openMarket(now)), {
    brief: { limits: { maxSharePerSeller: 0.4, excludedSellers: [] } },
    verdict: ({ tool, target_agent, human_approval }) =>
      tool === "create_media_buy" && String(target_agent).includes("/asked/") && human_approval === undefined
        ? { verdict: "escalated" }
        : {},
  });
  return { desk, sellers };
}

/** Each step is done by a process of its own; those before it are gone. */
let pids = 0;
function processOf(desk: HostileDesk) {
  const self = { host: "desk", pid: ++pids };
  return desk.anotherApp({ processes: { self, isDead: ({ pid }) => pid !== self.pid } });
}

const to = (desk: HostileDesk, day: string) =>
  desk.clock.advance(Math.max(0, Date.parse(day) - desk.clock.now()));

/** A whole buy, from its order to its end: what is done in each step may be done again where it did not come to its end. */
const steps: readonly ((desk: HostileDesk) => Promise<unknown>)[] = [
  async (desk) => processOf(desk).begin({ ...brief, name: "Another" }),
  async (desk) => desk.run("end", processOf(desk)),
  async (desk) => {
    const { step, status } = await desk.orderAt("asked");
    if (status === "escalated")
      await giveApproval(await processOf(desk).ports(desk.campaignId), step.id, "kim");
  },
  async (desk) => desk.run("end", processOf(desk)),
  async (desk) => {
    to(desk, "2027-01-05T08:00:00Z");
    await desk.run("end", processOf(desk));
  },
  async (desk) => {
    to(desk, "2027-01-25T08:00:00Z");
    await desk.run("end", processOf(desk));
  },
  async (desk) => {
    const state = await desk.state();
    const line = findBuy(state, namesOf(state).find((name) => name.startsWith("shop")) ?? "");
    if (line === undefined) throw new Error("nothing is bought at shop");
    const asked = { requested: { verb: "pause" }, askedBy: ["kim"], reason: "the client called" } as const;
    await changeBuy(line, asked, { execute: true }, await processOf(desk).ports(desk.campaignId));
  },
  async (desk) => {
    to(desk, "2027-02-10T08:00:00Z");
    await desk.run("end", processOf(desk));
  },
  async (desk) => stop({ type: "all" }, { by: "kim", reason: "the client called" }, processOf(desk)),
  async (desk) => {
    const { stopOrders } = processOf(desk);
    if ((await stopOrders.orders()).length > 0)
      await release({ type: "all" }, { by: "kim", resumeBuys: false }, processOf(desk));
  },
  async (desk) => {
    to(desk, "2027-04-20T08:00:00Z");
    await desk.run("end", processOf(desk));
  },
  async (desk) => {
    to(desk, "2027-04-25T08:00:00Z");
    await desk.run("end", processOf(desk));
    await desk.run("end", processOf(desk));
  },
];

/** What was bought, what is bound, and how each step ended: the same whatever became of the disk on the way. */
async function endOf({ desk, sellers }: Awaited<ReturnType<typeof openAll>>) {
  const state = await desk.state();
  const held = (await desk.app.ledger.reservations()).filter(({ claim }) => claim.scope === "budget");
  return {
    booked: sellers.map(({ slug, books }) => [
      slug,
      ...books.map(({ packages, status }) => [status, ...packages.map(({ budget }) => budget)]),
    ]),
    bound: held.map(({ stepId, state: is, claim }) => `${stepId} ${is} ${claim.minor}`).toSorted(),
    steps: state.steps.map(({ step, status }) => `${step.id} ${status}`).toSorted(),
    delivered: state.delivery.flatMap(({ rows }) => rows).length,
    ended: state.ended !== undefined,
    campaigns: (await desk.app.ledger.campaigns()).toSorted(),
  };
}

/** Nothing has gone out that is not written down, and nothing is written down twice. */
async function expectWritten({ market, app }: HostileDesk): Promise<void> {
  const entries = (await Promise.all((await app.ledger.campaigns()).map((id) => app.ledger.read(id)))).flat();
  const begun = new Set<unknown>();
  const ends = new Map<unknown, number>();
  for (const { event } of entries) {
    const { type, stepId, idempotencyKey, receipt } = event as Json & { readonly type: string };
    if (type === "step-begun") begun.add(idempotencyKey);
    if (type === "step-answered" && (receipt as Json)["status"] === "done")
      ends.set(stepId, (ends.get(stepId) ?? 0) + 1);
  }
  for (const { task, request } of market.calls)
    if (request["idempotency_key"] !== undefined)
      expect([task, begun.has(request["idempotency_key"])]).toEqual([task, true]);
  expect([...ends].filter(([, count]) => count > 1)).toEqual([]);
  expect(await app.ledger.verify()).toEqual([]);
}

const kinds = new Map<string, number>();
let honest: Awaited<ReturnType<typeof endOf>> | undefined;

it("a whole buy with space enough writes down entries of all these kinds", async () => {
  watchStore();
  const all = await openAll();
  await using desk = all.desk;
  for (const step of steps) await step(desk);
  await expectWritten(desk);
  honest = await endOf(all);
  for (const [kind, count] of store.seen) kinds.set(kind, count);
  expect(honest.booked.map(([slug, ...buys]) => [slug, buys.length])).toEqual([
    ["shop", 1],
    ["asked", 1],
    ["later", 1],
  ]);
});

const all = [
  "campaign-begun",
  "sellers-discovered",
  "offers-quoted",
  "offers-ranked",
  "plan-made",
  "preflight-checked",
  "step-proposed",
  "verdict-given",
  "step-begun",
  "step-answered",
  "amount-reserved",
  "approvers-named",
  "step-approved",
  "delivery-reported",
  "feedback-made",
  "reallocation-decided",
  "change-checked",
  "stop-ordered",
  "stop-lifted",
  "pause-observed",
  "alert-raised",
  "campaign-ended",
] as const;

it("tries every kind of entry that a whole buy writes down", () => {
  expect([...kinds.keys()].toSorted()).toEqual([...all].toSorted());
});

/** Each kind once, as it is put in or as its transaction is closed; in the deep run each entry both ways. */
const tried: readonly Full[] = isDeep
  ? all.flatMap((kind) =>
      Array.from({ length: 15 }, (_, i) => [
        { kind, n: i + 1, at: "insert" } as const,
        { kind, n: i + 1, at: "commit" } as const,
      ]).flat(),
    )
  : some(
      all.map(
        (kind, i): Full => ({
          kind,
          n: kind === "campaign-begun" ? 2 : 1 + (i % 3),
          at: i % 2 === 0 ? "insert" : "commit",
        }),
      ),
    );

it.each(tried)(
  "a disk that is full at entry $n of $kind, at its $at, is said and changes nothing of the end",
  async (full) => {
    const n = Math.min(full.n, kinds.get(full.kind) ?? 0);
    if (isDeep && n < full.n) return;
    watchStore();
    const opened = await openAll();
    await using desk = opened.desk;
    store.full = { ...full, n };
    let failures = 0;
    for (const step of steps) {
      try {
        await step(desk);
      } catch (cause) {
        failures += 1;
        expect(cause).toBeInstanceOf(Error);
        expect(String(cause)).toMatch(
          /ledger\.db cannot be written: its disk is full\. Nothing that was recorded is lost/,
        );
        await expectWritten(desk);
        store.full = undefined;
        await step(desk);
      }
    }
    expect(failures).toBe(1);
    await expectWritten(desk);
    expect(await endOf(opened)).toEqual(honest);
  },
);
