import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { brokenSeals } from "../../src/campaign/audit/replay.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { grantMakeGood } from "../../src/campaign/learn/grant-make-good.ts";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { stop } from "../../src/campaign/stop/stop.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { tasks } from "../../src/protocol/tasks/index.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { type Sandbox, sandboxExchange, startSandbox } from "../../src/sandbox/sandbox.ts";
import { formerLedgers, putFormerLedger, rowsIn } from "../ledger/former.ts";
import { connect } from "../sandbox/connect.ts";
import { hastyClock, housePolicy } from "./story.ts";

/** Where the sellers of all these ledgers stand. */
const port = 23_917;
const kim = { askedBy: ["kim"], reason: "the client called" };

interface Entry {
  readonly campaign: string;
  readonly at: string;
  readonly body: string;
}

/** Every row of a table of a ledger's file, as it stands there. */
function rowsOf<Row = unknown>(file: string, table: string): Row[] {
  return rowsIn<Row>(file, `SELECT * FROM ${table} ORDER BY rowid`);
}

/** Agents hear again all that the ledger says they were sent, each at its time. */
async function sendAgain(file: string, sandbox: Sandbox, clock: SimulatedClock): Promise<void> {
  const agents = new Map<string, Awaited<ReturnType<typeof connect>>>();
  const known = new Map<string, Step>();
  const entries = rowsOf<Entry>(file, "event").toSorted((one, other) => (one.at < other.at ? -1 : 1));
  for (const { at, body, campaign } of entries) {
    const event = JSON.parse(body);
    for (const step of [event.step, event.next] as (Step | undefined)[])
      if (step !== undefined) known.set(`${campaign} ${step.id}`, step);
    const step = known.get(`${campaign} ${event.stepId}`);
    if (event.type !== "step-begun" || step === undefined) continue;
    clock.advance(Math.max(0, Date.parse(at) - clock.now()));
    const path = new URL(step.agentUrl).pathname;
    const agent = agents.get(path) ?? (await connect(sandbox, path));
    agents.set(path, agent);
    await agent.raw(tasks[step.task].name, JSON.parse(event.bytes));
  }
  clock.advance(Math.max(0, Date.parse("2027-01-29T09:00:00Z") - clock.now()));
}

/** A ledger of the past in a home folder, and its sellers where it left them. */
async function openPast(name: string) {
  const home = mkdtempSync(join(tmpdir(), "flightdesk-former-"));
  const file = putFormerLedger(name, home);
  const before = join(home, "before");
  mkdirSync(before);
  cpSync(file, join(before, "ledger.db"));
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const wire = hastyClock();
  const sandbox = await startSandbox({ clock, wireClock: wire, slowSellerMs: 0, port });
  // A connection to the sandbox that was at this port before may still be in use: it fails once.
  for (let answers = false; !answers; )
    answers = await fetch(sandbox.url).then(
      () => true,
      () => false,
    );
  await sendAgain(join(before, "ledger.db"), sandbox, clock);
  const app = createApp({
    settings: {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      home,
      seller_deadline: 20_000,
    },
    secrets: { token: sandbox.token },
    policies: [housePolicy()],
    exchange: sandboxExchange,
    clock,
    wireClock: wire,
    progress: () => undefined,
  });
  const [campaignId = ""] = (await app.ledger.campaigns()).filter((id) => id.startsWith("story-"));
  return {
    home,
    file,
    before: join(before, "ledger.db"),
    sandbox,
    app,
    campaignId,
    state: () => stateOf(app.ledger, campaignId),
    run: async () => {
      wire.advance(60_000);
      return advance(await app.ports(campaignId), "end");
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await sandbox.close();
      rmSync(home, { recursive: true });
    },
  };
}

describe.each(readdirSync(formerLedgers).filter((name) => name.startsWith("format-")))(
  "a ledger of %s",
  (name) => {
    it("goes on: its buys are measured, changed, stopped and accounted for, and nothing is bought again", async () => {
      await using past = await openPast(name);
      const { app, sandbox, campaignId, state } = past;
      expect(await app.ledger.verify()).toEqual([]);
      expect(rowsIn(past.file, "PRAGMA user_version")).toEqual([{ user_version: 3 }]);
      for (const table of ["event", "claim", "mark", "head"])
        expect(rowsOf(past.file, table), table).toEqual(rowsOf(past.before, table));
      expect(brokenSeals((await exportBundle(app.ledger, campaignId)).entries)).toEqual([]);

      const found = await state();
      const packages = outcomesOf(found).flatMap((outcome) => outcome.packages);
      const lines = packages.map(({ lineId }) => lineId);
      expect(packages.filter(({ impressions = 0 }) => impressions === 0)).toEqual([]);
      expect(lines.length).toBeGreaterThanOrEqual(5);
      expect(lines).not.toContain(undefined);
      const bought = found.steps.filter(({ step }) => step.task === "create_media_buy");
      for (const { step } of bought) expect(step.lineIds.length).toBeGreaterThan(0);
      const known = found.underDeliveries.length;
      expect(known).toBeGreaterThan(0);
      expect(found.makeGoods).toMatchObject([{ lineId: expect.stringContaining("metropol") }]);

      const [granted] = found.makeGoods;
      const short = findBuy(found, granted?.lineId ?? "");
      if (granted === undefined || short === undefined) throw new Error("no make-good was granted");
      const { at: _, ...makeGood } = granted;
      const again = { makeGood, askedBy: ["kim"], execute: true };
      expect(await grantMakeGood(short, again, await app.ports(campaignId))).toEqual({ recorded: false });

      const from = sandbox.calls.length;
      sandbox.advance(2);
      await past.run();
      const sent = () => sandbox.calls.slice(from).filter(({ task }) => task === "create_media_buy");
      expect(sent()).toEqual([]);
      const measured = await state();
      const lastDays = measured.delivery.flatMap(({ rows }) => rows.map(({ date }) => date)).toSorted();
      expect(lastDays.at(-1)).toBe("2027-01-30");
      expect(measured.underDeliveries).toHaveLength(known);

      const line = findBuy(measured, lines.find((id) => id.startsWith("albion")) ?? "");
      if (line === undefined) throw new Error("nothing is bought at albion");
      const asked = { requested: { verb: "pause" }, ...kim } as const;
      const paused = await changeBuy(line, asked, { execute: true }, await app.ports(campaignId));
      expect(paused).toMatchObject({ type: "performed", current: { status: "done" } });

      const statement = makeStatement([await state()], "2027-01");
      expect(statement.rows.map(({ packageId }) => packageId)).toEqual(
        expect.arrayContaining(packages.map(({ packageId }) => packageId)),
      );

      const stopped = await stop({ type: "all" }, { by: "kim", reason: "the client called" }, app);
      expect(stopped.buys.filter((buy) => !buy.stopped)).toEqual([]);
      expect(stopped.buys.length).toBeGreaterThanOrEqual(5);
      expect(sent()).toEqual([]);
      expect(await app.ledger.verify()).toEqual([]);
    });
  },
);
