import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "libsql";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { moveLedger } from "../../src/ledger/move.ts";
import { openLedger } from "../../src/ledger/open-ledger.ts";
import { openPostgresLedger } from "../../src/ledger/postgres.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { ledgerContract } from "../contracts/ledger.ts";
import { atLength } from "../depth.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

let server: PostgresServer;
let folder: string;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-ledger-"));
  server = await startPostgres();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  url = await server.database();
});

function open(keyFile = join(folder, "ledger.db.key")) {
  return openPostgresLedger({ url, keyFile, now: simulatedClock("2027-01-04T08:00:00Z").now });
}

ledgerContract("PostgreSQL", open);

/** A connection that knows nothing of the ledger's ways. */
async function raw<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const noted = (n: number) => ({ event: { type: "noted", n }, key: `k${n}` });

async function written(ledger: Ledger): Promise<string[]> {
  return (await ledger.changed(0)).campaignIds.toSorted();
}

describe("a ledger in PostgreSQL, besides", () => {
  it("is made once by processes that start together on an empty database", async () => {
    for (let round = 0; round < 20; round++) {
      url = await server.database();
      const openers = [open(), open()];
      const all = await Promise.all(openers.map((ledger, n) => ledger.append("a", noted(n))));
      expect(all.map(({ type }) => type)).toEqual(["appended", "appended"]);
      await Promise.all(openers.map((ledger) => ledger.close()));
    }
  });

  it("passes over no entry of a transaction that commits late", async () => {
    const ledger = open();
    await ledger.append("a", noted(1));
    // Entries of "late" are held up by a lock at the moment of their commit.
    await raw((client) =>
      client.query(`
        CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF NEW.campaign = 'late' THEN PERFORM pg_advisory_xact_lock(99); END IF; RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON flightdesk.event DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION hold();`),
    );
    const seen = await ledger.changed(0);
    await raw(async (client) => {
      await client.query("SELECT pg_advisory_lock(99)");
      const late = ledger.append("late", noted(1));
      for (;;) {
        const { rows } = await client.query("SELECT 1 FROM pg_locks WHERE objid = 99 AND NOT granted");
        if (rows.length > 0) break;
      }
      await ledger.append("b", noted(1));
      const between = await ledger.changed(seen.position);
      expect(await ledger.after(seen.position, 10)).toEqual([]);
      await client.query("SELECT pg_advisory_unlock(99)");
      await late;
      const rest = await ledger.changed(between.position);
      expect([...between.campaignIds, ...rest.campaignIds].toSorted()).toEqual(["b", "late"]);
      expect((await ledger.after(seen.position, 10)).map(({ campaignId }) => campaignId)).toEqual([
        "late",
        "b",
      ]);
    });
    await ledger.close();
  });

  it.runIf(atLength)(
    "lets four processes that claim one cap of 500 have 500 of it, and 300 entries of one chain 300 numbers",
    async () => {
      const claimers = Array.from({ length: 4 }, (_, n) =>
        promisify(execFile)(process.execPath, [
          "--import",
          "tsx",
          fileURLToPath(new URL("postgres-claimer.ts", import.meta.url)),
          url,
          join(folder, "ledger.db.key"),
          String(n),
        ]),
      );
      const counts = (await Promise.all(claimers)).map(({ stdout }) => Number(stdout));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
      const ledger = open();
      expect((await ledger.reservations()).length).toBe(500);
      expect((await ledger.read("shared")).map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 300 }, (_, n) => n + 1),
      );
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
    },
  );

  it("begins nothing under an order to stop that is written at the same moment", async () => {
    const [desk, worker] = [open(), open()];
    for (let round = 0; round < 30; round++) {
      const mark = `stop/${round}`;
      const begin = { ...noted(round), unless: [mark] };
      const [, first] = await Promise.all([
        desk.append("desk", { ...noted(round), raise: [mark] }).then((ordered) => {
          if (ordered.type !== "appended") throw new Error("it was not ordered");
          return worker.append("after", begin);
        }),
        worker.append("at once", begin),
      ]);
      const order = await desk.after(0, 1_000);
      const place = (campaign: string) =>
        order.find(({ campaignId, key }) => campaignId === campaign && key === `k${round}`)?.position ?? 0;
      // Whatever has begun was written down before the order was.
      if (first.type === "appended") expect(place("at once")).toBeLessThan(place("desk"));
      expect((await worker.append("after", begin)).type).toBe("blocked");
    }
    await desk.close();
    await worker.close();
  });

  it.each([
    [
      "event",
      "UPDATE flightdesk.event SET body = replace(body, '2', '9') WHERE sequence = 2",
      /entry 2 \(k2\) was changed/,
    ],
    ["event", "DELETE FROM flightdesk.event WHERE sequence = 2", /the chain should end with entry 2/],
    ["head", "UPDATE flightdesk.head SET signature = 'x'", /signature of the chain's head/],
    ["claim", "UPDATE flightdesk.claim SET minor = 1", /the cap use of one on the cap per seller/],
    ["mark", "DELETE FROM flightdesk.mark", /the mark stop\/all is missing/],
    ["snapshot", "UPDATE flightdesk.snapshot SET state = '{}'", /the snapshot at entry 2/],
  ])("names what was changed in its table of %ss: %s", async (_, change, words) => {
    const ledger = open();
    const claims = [{ scope: "seller", key: "x", currency: "EUR", minor: 5, cap: 9 }];
    await ledger.append("a", { ...noted(1), reserve: { stepId: "one", claims }, raise: ["stop/all"] });
    await ledger.append("a", noted(2));
    const last = (await ledger.read("a"))[1];
    await ledger.saveSnapshot("a", {
      version: "1",
      sequence: 2,
      hash: last?.hash ?? "",
      state: { bought: "Grüße" },
    });
    expect(await ledger.verify()).toEqual([]);
    await raw((client) => client.query(change));
    expect((await ledger.verify()).map(({ reason }) => reason)).toContainEqual(expect.stringMatching(words));
    await ledger.close();
  });

  it("counts positions on where its tables were restored to another server, whose transactions have lower numbers", async () => {
    const before = open();
    await before.append("a", noted(1));
    const { position } = await before.changed(0);
    await before.close();
    await raw((client) => client.query("UPDATE flightdesk.event SET position = position + 1000000"));
    const after = open();
    await after.append("b", noted(1));
    expect((await after.changed(position + 1_000_000)).campaignIds).toEqual(["b"]);
    expect(await written(after)).toEqual(["a", "b"]);
    await after.close();
  });

  it("refuses a key that is not the ledger's, and tables of another format", async () => {
    const ledger = open();
    await ledger.append("a", noted(1));
    await ledger.close();
    const stranger = open(join(folder, "another.key"));
    await expect(stranger.append("a", noted(2))).rejects.toThrow(
      /signed with another key than .*another\.key/,
    );
    await raw((client) => client.query("UPDATE flightdesk.ledger SET format = 9"));
    await expect(open().read("a")).rejects.toThrow(
      /format 9, which a later flightdesk wrote; this one knows format 1/,
    );
  });

  it("names the address of the database, and not with which password", async () => {
    url = "postgres://desk:s3cret-word@127.0.0.1:1/desk";
    const failed = await open()
      .campaigns()
      .catch((cause: unknown) => String(cause));
    expect(failed).toMatch(/the ledger at postgres:\/\/127\.0\.0\.1:1\/desk: .*ECONNREFUSED/);
    expect(failed).not.toContain("s3cret-word");
    url = "mysql://desk:s3cret-word@127.0.0.1/desk";
    expect(() => open()).toThrow("ledger_url is not an address of a PostgreSQL database");
  });

  it("goes on with the same ledger when the server was killed and is back", async () => {
    const ledger = open();
    await ledger.append("a", noted(1));
    await server.kill();
    await expect(ledger.append("a", noted(2))).rejects.toThrow(/the ledger at postgres:/);
    await server.start();
    expect((await ledger.append("a", noted(2))).type).toBe("appended");
    expect((await ledger.read("a")).map(({ key }) => key)).toEqual(["k1", "k2"]);
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
  });
});

describe("a ledger that moves from a file to PostgreSQL", () => {
  it("is the same there, and takes nothing more in the file, whoever has that open", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const now = () => Date.parse("2027-01-04T08:00:00Z");
    const before = openLedger({ home, now });
    const claims = [{ scope: "seller", key: "x", currency: "EUR", minor: 5, cap: 9 }];
    for (let n = 1; n <= 3; n++)
      for (const campaignId of ["a", "b"]) await before.append(campaignId, noted(n));
    await before.append("a", { ...noted(4), reserve: { stepId: "one", claims }, raise: ["stop/all"] });
    const last = (await before.read("a")).at(-1);
    await before.saveSnapshot("a", { version: "1", sequence: 4, hash: last?.hash ?? "", state: { n: 4 } });
    const view = async (ledger: Ledger) => ({
      campaigns: await ledger.campaigns(),
      entries: await ledger.after(0, 100),
      reservations: await ledger.reservations(),
      marks: await ledger.marks(""),
      snapshot: await ledger.snapshot("a", "1"),
    });
    const held = await view(before);
    expect(() => openLedger({ home, url, now })).toThrow(/take it over with `flightdesk ledger move`/);

    expect(await moveLedger(home, url)).toEqual({ campaigns: 2, entries: 7 });
    await expect(before.append("a", noted(5))).rejects.toThrow(
      "this ledger was moved to a PostgreSQL database",
    );
    await before.close();
    expect(() => openLedger({ home, now })).toThrow(
      /was moved to a PostgreSQL database: name that with ledger_url/,
    );

    const after = openLedger({ home, url, now });
    expect(await view(after)).toEqual(held);
    expect(await after.verify()).toEqual([]);
    const { position } = await after.changed(0);
    expect((await after.append("c", noted(1))).type).toBe("appended");
    expect((await after.changed(position)).campaignIds).toEqual(["c"]);
    await after.close();
    // Given again, as after a crash, it finds everything in its place.
    expect(await moveLedger(home, url)).toEqual({ campaigns: 2, entries: 7 });
  });

  it("is moved by the command, and without it a database beside a ledger's file is refused", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const file = openLedger({ home, now: Date.now });
    await file.append("a", noted(1));
    await file.close();
    const unset = await flightdesk(["ledger", "move", "--home", home]);
    expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining("set ledger_url") });
    const wrong = await flightdesk(["status", "--home", home], { FLIGHTDESK_LEDGER_URL: "mysql://db/desk" });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("postgres://user@host/database"),
    });
    const refused = await flightdesk(["status", "--home", home], { FLIGHTDESK_LEDGER_URL: url });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("flightdesk ledger move") });
    const moved = await flightdesk(["ledger", "move", "--home", home], { FLIGHTDESK_LEDGER_URL: url });
    expect(moved.stdout).toBe(
      "moved 1 entry of 1 chain to the database, as they were written; the file takes no more\n",
    );
    const checked = await flightdesk(["audit", "verify", "--home", home], { FLIGHTDESK_LEDGER_URL: url });
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("every entry as it was written"),
    });
  });

  it("stays in its file where something is not as it was written, or the database is another's", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const now = Date.now;
    const file = openLedger({ home, now });
    await file.append("a", noted(1));
    await file.close();
    await expect(moveLedger(mkdtempSync(join(folder, "home-")), url)).rejects.toThrow(
      /there is no ledger to move/,
    );
    const database = new Database(join(home, "ledger.db"));
    database.exec("UPDATE event SET body = '{}'");
    database.close();
    await expect(moveLedger(home, url)).rejects.toThrow(/ledger\.db is not as it was written: a: entry 1/);
    const still = openLedger({ home, now });
    expect((await still.append("b", noted(1))).type).toBe("appended");
    await still.close();

    url = await server.database();
    const other = mkdtempSync(join(folder, "home-"));
    const source = openLedger({ home: other, now });
    await source.append("a", noted(1));
    await source.close();
    const taken = openPostgresLedger({ url, keyFile: join(other, "ledger.db.key"), now });
    await taken.append("somebody", noted(1));
    await taken.close();
    await expect(moveLedger(other, url)).rejects.toThrow(/it has entries of its own/);
    await expect(moveLedger(other, "postgres://desk@127.0.0.1:1/desk")).rejects.toThrow(/ECONNREFUSED/);
    const open = openLedger({ home: other, now });
    expect((await open.append("a", noted(2))).type).toBe("appended");
    await open.close();
  });
});
