import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { perform } from "../../src/campaign/execute/perform.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { openDesk } from "../campaign/execute/lies/desk.ts";
import { type Lie, lyingSeller } from "../campaign/execute/lies/seller.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { formerLedgers, putFormerLedger } from "../ledger/former.ts";

const order = "buy/shop.example/1";

class Died extends Error {}

/** A ledger as a process of an older build writes into it, which knows of no leases, and which dies as it has begun to send. */
function olderBuild(ledger: Ledger): Ledger {
  return {
    ...ledger,
    append: async (id, entry) => {
      if (entry.event.type !== "step-begun") return ledger.append(id, entry);
      const { sending: _sending, ...event } = entry.event as typeof entry.event & {
        readonly sending?: unknown;
      };
      await ledger.append(id, { ...entry, event });
      throw new Died();
    },
  };
}

describe("a step that an older build has half sent", () => {
  it.each<[string, boolean, Lie]>([
    ["never arrived", false, {}],
    ["arrived", true, {}],
    ["arrived, at a seller that keeps no keys,", true, { booksAnew: true }],
    ["arrived, at a seller whose books lag,", true, { lags: 1 }],
  ])("and that %s is bought once by this one", async (_, isThere, lie) => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const ledger = openSqliteLedger(inMemory, clock.now);
    const seller = lyingSeller("shop.example", [lie]);
    const options = { sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] };
    const older = await openDesk({ ...options, shared: { ledger: olderBuild(ledger), clock } });
    await expect(perform(order, older.ports)).rejects.toThrow(Died);
    const { event } = (await ledger.read("c1")).findLast((one) => one.event.type === "step-begun") ?? {};
    expect(event).not.toHaveProperty("sending");
    if (isThere && event !== undefined && "bytes" in event)
      seller.call("create_media_buy", JSON.parse(String(event.bytes)));
    const newer = await openDesk({ ...options, shared: { ledger, clock } });
    for (let turns = 0; turns < 3; turns++) {
      await newer.turn();
      clock.advance(600_000);
    }
    expect([newer.step(order).status, seller.books.length, await newer.bound(order)]).toEqual([
      "done",
      1,
      10_000,
    ]);
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
  });
});

describe("what a later build has written", () => {
  it("stops this one in a sentence, and nothing is sent on a state that it cannot read", async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const ledger = openSqliteLedger(inMemory, clock.now);
    const seller = lyingSeller("shop.example", []);
    const options = { sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] };
    const desk = await openDesk({ ...options, shared: { ledger, clock } });
    await ledger.append("c1", { event: { type: "step-sent-by-pigeon" }, key: "pigeon" });
    // It had the campaign open before, as well as one that opens it now.
    await expect(perform(order, desk.ports)).rejects.toThrow(/step-sent-by-pigeon/);
    await expect(openDesk({ ...options, shared: { ledger, clock } })).rejects.toThrow(/step-sent-by-pigeon/);
    expect(seller.books).toEqual([]);
    const other = await openDesk({ ...options, shared: { ledger, clock }, campaignId: "c2" });
    await other.turn();
    expect(seller.books).toHaveLength(1);
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
  });
});

describe.each(readdirSync(formerLedgers))("a ledger of %s that two builds have open at once", (name) => {
  it("reads on what the older one writes in its own words, and takes none of its views for its own", async () => {
    const home = mkdtempSync(join(tmpdir(), "flightdesk-builds-"));
    const file = putFormerLedger(name, home);
    const older = new Database(file);
    const ledger = openSqliteLedger(file, () => Date.parse("2027-01-29T09:00:00Z"));
    const [id = ""] = (await ledger.campaigns()).filter((one) => one.startsWith("story-"));
    const before = await stateOf(ledger, id);
    // The older one keeps a view that nothing here has made.
    older
      .prepare(
        "INSERT OR REPLACE INTO snapshot (campaign, version, sequence, hash, state, signature) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(id, "1", before.sequence, "x", '{"steps":[]}', "x");
    const written = await ledger.read(id);
    const again = ["delivery-reported", "shortfall-found", "stop-heard"].flatMap(
      (kind) => written.findLast(({ event }) => event.type === kind) ?? [],
    );
    expect(again.length).toBeGreaterThan(0);
    for (const { event, sequence } of again) await ledger.append(id, { event, key: `older/${sequence}` });
    const after = await stateOf(ledger, id);
    expect(after.sequence).toBe(before.sequence + again.length);
    expect(after.steps).toEqual(before.steps);
    expect(after.delivery.flatMap((one) => one.rows.map(({ lineId }) => lineId))).not.toContain(undefined);
    // Its view gave way to one that was made here of what stands in the chain.
    expect(await ledger.verify()).toEqual([]);
    await ledger.append(id, { event: { type: "step-sent-by-pigeon" }, key: "later/1" });
    await ledger.close();
    older.close();
    const { code, stderr } = await flightdesk(["status", "--home", home]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/step-sent-by-pigeon/)]);
    rmSync(home, { recursive: true });
  });
});
