import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "libsql";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { DiskFull } from "../../src/lib/disk-full.ts";

/** Pages that SQLite may use: its own way of a disk without more space. */
const disk = vi.hoisted(() => ({ pages: 0 }));

vi.mock("libsql", async (original) => {
  const { default: Opened } = await original<{ default: typeof Database }>();
  return {
    default: function open(...given: ConstructorParameters<typeof Database>) {
      const database = new Opened(...given);
      if (disk.pages > 0) database.exec(`PRAGMA max_page_count = ${disk.pages}`);
      return database;
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-full-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  disk.pages = 0;
});

const now = () => Date.parse("2027-01-04T08:00:00Z");

it("a full disk is told by the ledger's name, and no acknowledged entry is lost", async () => {
  const file = join(folder, "ledger.db");
  disk.pages = 40;
  const ledger = openSqliteLedger(file, now);
  const acknowledged: string[] = [];
  const fill = async () => {
    for (let n = 0; n < 1_000; n++) {
      const key = `entry/${n}`;
      const { type } = await ledger.append("a", { event: { type: "x".repeat(500) }, key });
      if (type === "appended") acknowledged.push(key);
    }
  };
  await expect(fill()).rejects.toThrow(DiskFull);
  await expect(fill()).rejects.toThrow(`${file} cannot be written: its disk is full.`);
  const snapshot = { version: "1", sequence: 1, hash: "", state: { text: "x".repeat(100_000) } };
  await expect(ledger.saveSnapshot("a", snapshot)).rejects.toThrow(DiskFull);
  await ledger.close();

  disk.pages = 0;
  const later = openSqliteLedger(file, now);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect((await later.read("a")).map(({ key }) => key)).toEqual(acknowledged);
  expect(await later.verify()).toEqual([]);
  expect(await later.append("a", { event: { type: "later" }, key: "after" })).toMatchObject({
    type: "appended",
  });
  await later.close();
});

it("a ledger that cannot even be made is told so, and leaves nothing in the way of the next one", async () => {
  const file = join(folder, "ledger.db");
  disk.pages = 2;
  expect(() => openSqliteLedger(file, now)).toThrow(DiskFull);
  disk.pages = 0;
  const ledger = openSqliteLedger(file, now);
  expect(await ledger.append("a", { event: { type: "first" }, key: "first" })).toMatchObject({
    type: "appended",
  });
  await ledger.close();
});
