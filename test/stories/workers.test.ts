import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import { type CampaignState, waitsForPerson } from "../../src/campaign/model/state/state.ts";
import { liveCampaigns } from "../../src/campaign/run/turn.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { scheduleOf } from "../../src/lib/schedule.ts";
import type { RecordedCall } from "../../src/sandbox/sandbox.ts";
import { openQueue } from "../../src/server/queue.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { atLength, isDeep, times } from "../depth.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { logOf } from "../server/log-of.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { doubleBuys, inspect } from "./crash/inspect.ts";
import type { Order } from "./serve/runner.ts";
import { brief, openStory, type Story } from "./story.ts";

const campaigns = isDeep ? 12 : 4;
const kills = times(5, 40);
/** Calls at sellers between one kill and the next. */
const callsBetween = isDeep ? 17 : 40;
/** Looks at the ledger between one who comes to work and the next. */
const looksBetween = 100;

const compiled = temporaryFolder();
const runner = compileRunner(compiled.path, resolve("test/stories/serve/runner.ts"));
afterAll(() => compiled[Symbol.dispose]());

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  url = await server.database();
});

/** Of a brand of its own: nobody is asked whether two of one are meant. */
const briefOf = (n: number) => ({ ...brief, brand: { domain: `brand-${n}.example`, name: `Brand ${n}` } });

/** Campaigns that begin, and workers that take them as far as they go. */
class Desk implements AsyncDisposable {
  readonly story: Story;
  readonly ids: readonly string[];
  readonly #workers = new Set<ChildProcess>();
  readonly lines: string[] = [];
  /** Reads the ledger. */
  app: App;

  constructor(story: Story, ids: readonly string[]) {
    this.story = story;
    this.app = story.app;
    this.ids = ids;
  }

  static async open(onCall: (call: Pick<RecordedCall, "task">) => void): Promise<Desk> {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const story = await openStory({
      policies: [],
      sandbox: { clock, slowSellerMs: 0, onCall },
      sellerDeadlineMs: 20_000,
      settings: { ledger_url: url },
    });
    const ids = [story.campaignId];
    while (ids.length < campaigns) ids.push(await story.app.begin(briefOf(ids.length)));
    return new Desk(story, ids);
  }

  hire(): ChildProcess {
    const { sandbox, home } = this.story;
    const order: Order = {
      home,
      url: sandbox.url,
      governanceUrl: sandbox.governanceUrl,
      wellKnownUrl: sandbox.wellKnownUrl,
      token: sandbox.token,
      ledgerUrl: url,
      now: Date.parse("2027-01-04T08:00:00Z"),
    };
    const worker = spawn(process.execPath, [runner, JSON.stringify(order)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    worker.stdout.on("data", (chunk) => this.lines.push(String(chunk)));
    worker.once("exit", () => this.#workers.delete(worker));
    this.#workers.add(worker);
    return worker;
  }

  /** The one that has worked longest dies in the middle of what it does, and another takes its place. */
  replaceOne(): void {
    const [oldest] = this.#workers;
    if (oldest === undefined) throw new Error("nobody is at work");
    this.#workers.delete(oldest);
    oldest.kill("SIGKILL");
    this.hire();
  }

  states(): Promise<CampaignState[]> {
    return Promise.all(this.ids.map(async (id) => (await this.app.ports(id)).journal.state()));
  }

  async buys() {
    return (await this.states()).flatMap(({ plan, steps }) =>
      plan === undefined ? [undefined] : steps.filter(({ step }) => step.task === "create_media_buy"),
    );
  }

  /** Every campaign is planned, and each order of it has been answered, some of them with a seller's wish to think. */
  async settled(): Promise<void> {
    const isOpen = ({ plan, steps }: CampaignState) => {
      if (plan === undefined) return true;
      const orders = steps.filter(({ step }) => step.task === "create_media_buy");
      // They are proposed one after the other.
      const sellers = new Set(plan.lines.map(({ sellerId }) => sellerId));
      return (
        orders.length < sellers.size || orders.some(({ status }) => status !== "done" && status !== "pending")
      );
    };
    await this.#whileAny(isOpen);
  }

  /** The same, or a person is asked what to do about what the ledger does not know. */
  async settledOrAsked(): Promise<void> {
    const isOpen = ({ plan, steps, preflight }: CampaignState) => {
      if (plan === undefined) return true;
      if (preflight?.findings.some(({ result }) => result === "ask") === true) return false;
      return steps.some(
        (one) =>
          one.step.task === "create_media_buy" &&
          one.status !== "done" &&
          one.status !== "pending" &&
          !waitsForPerson(one),
      );
    };
    await this.#whileAny(isOpen);
  }

  /** One who comes to work looks at every campaign: what an agent is asked again in minutes is not waited for here. */
  async #whileAny(isOpen: (state: CampaignState) => boolean): Promise<void> {
    for (let looks = 1; (await this.states()).some(isOpen); looks += 1) {
      await sleep(200);
      if (looks % looksBetween !== 0) continue;
      const [oldest] = this.#workers;
      oldest?.kill("SIGTERM");
      this.hire();
    }
  }

  async dismissAll(): Promise<void> {
    await Promise.all(
      [...this.#workers].map(async (worker) => {
        const exit = once(worker, "exit");
        worker.kill("SIGTERM");
        await exit;
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers) worker.kill("SIGKILL");
    await this.story[Symbol.asyncDispose]();
  }
}

/** What the ledger says of all campaigns is what the sellers' books say, each buy once. */
async function expectBooksToAgree({ story, ids }: Desk): Promise<void> {
  const findings = await Promise.all(ids.map((id) => inspect(story.app, id)));
  const bought = findings.flatMap((of) => of.bought);
  expect(bought.length).toBeGreaterThan(3 * ids.length);
  for (const of of findings) {
    expect(doubleBuys(of)).toEqual([]);
    expect(of.ledgerFaults).toEqual([]);
    expect(of.booked.filter((ref) => !bought.includes(ref))).toEqual([]);
  }
  const booked = new Set(findings.flatMap((of) => of.booked));
  expect(bought.filter((ref) => !booked.has(ref))).toEqual([]);
}

describe("workers on one ledger", () => {
  it("buy everything once while one after the other is killed", async () => {
    let calls = 0;
    let killed = 0;
    let desk: Desk | undefined;
    await using opened = await Desk.open(() => {
      calls += 1;
      if (calls < (killed + 1) * callsBetween || killed === kills) return;
      killed += 1;
      desk?.replaceOne();
    });
    desk = opened;
    for (let n = 0; n < 3; n++) desk.hire();
    await desk.settled();
    await desk.dismissAll();
    expect(killed).toBe(kills);
    await expectBooksToAgree(desk);
  });

  it("begin nothing after an order to stop, whichever worker is at it", async () => {
    let orders = 0;
    let ordered = () => {};
    const first = new Promise<void>((done) => {
      ordered = done;
    });
    await using desk = await Desk.open(({ task }) => {
      if (task === "create_media_buy" && ++orders === 2) ordered();
    });
    for (let n = 0; n < 3; n++) desk.hire();
    await first;
    const { ledger, stopOrders } = desk.story.app;
    await stopOrders.stop({ type: "all" }, { by: "kim", reason: "wrong price" });
    const begun = async () => {
      const entries = await Promise.all(desk.ids.map((id) => ledger.read(id)));
      // Buys that run already are paused under it.
      return entries
        .flat()
        .filter(({ event }) => event.type === "step-begun")
        .map(({ key }) => key)
        .filter((key) => !key.includes("pause/"));
    };
    const before = await begun();
    for (const id of desk.ids) desk.lines.push(id);
    await desk.dismissAll();
    desk.hire();
    while (!desk.lines.some((line) => line.includes("get a pass"))) await sleep(100);
    await desk.dismissAll();
    expect(await begun()).toEqual(before);
  });

  it.runIf(atLength)("go on when the database was killed and is back", async () => {
    await using desk = await Desk.open(() => undefined);
    for (let n = 0; n < 2; n++) desk.hire();
    while ((await desk.buys()).length <= desk.ids.length) await sleep(100);
    await server.kill();
    await server.start();
    await desk.settled();
    await desk.dismissAll();
    await expectBooksToAgree(desk);
  });
});

it.runIf(atLength)("buy nothing twice when the database fails over to an older copy of itself", async () => {
  let orders = 0;
  await using desk = await Desk.open(({ task }) => {
    if (task === "create_media_buy") orders += 1;
  });
  for (let n = 0; n < 2; n++) desk.hire();
  while (orders < 2) await sleep(20);
  await server.keepCopy();
  await desk.settled();
  await desk.dismissAll();
  const booked = async () => {
    const all = await Promise.all(desk.ids.map((id) => inspect(desk.app, id)));
    return [...new Set(all.flatMap((of) => of.booked))].toSorted();
  };
  const before = await booked();
  const known = (await desk.buys()).length;
  await server.failOver();
  desk.app = desk.story.anotherApp();
  expect((await desk.buys()).filter((buy) => buy?.status === "done").length).toBeLessThan(known);
  for (let n = 0; n < 2; n++) desk.hire();
  await desk.settledOrAsked();
  await desk.dismissAll();
  expect(await booked()).toEqual(before);
  for (const id of desk.ids) {
    const of = await inspect(desk.app, id);
    expect([doubleBuys(of), of.ledgerFaults]).toEqual([[], []]);
  }
});

it.runIf(atLength)("make the queue once when they start together on an empty database", async () => {
  for (let round = 0; round < 20; round++) {
    url = await server.database();
    await using story = await openStory({ settings: { ledger_url: url } });
    const { ledger } = story.app;
    const open = () =>
      openQueue({
        url,
        ledger,
        clock: simulatedClock("2027-01-04T08:00:00Z"),
        schedule: scheduleOf("1 h"),
        jitterMs: 0,
        ready: () => Promise.resolve(),
        turn: () => Promise.resolve([]),
        log: logOf(() => undefined),
      });
    for (const queue of await Promise.all([open(), open()])) await queue.close();
    expect(await liveCampaigns(ledger)).toHaveLength(1);
  }
});
