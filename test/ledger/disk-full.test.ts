import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { CannotWrite } from "../../src/lib/files/writing-to.ts";

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

it("a full disk is reported by the ledger's name, and no acknowledged entry is lost", async () => {
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
  await expect(fill()).rejects.toThrow(CannotWrite);
  await expect(fill()).rejects.toThrow(`${file} cannot be written: its disk is full.`);
  const snapshot = { version: "1", sequence: 1, hash: "", state: { text: "x".repeat(100_000) } };
  await expect(ledger.saveSnapshot("a", snapshot)).rejects.toThrow(CannotWrite);
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

it("a ledger that cannot even be made is reported, and leaves nothing in the way of the next one", async () => {
  const file = join(folder, "ledger.db");
  disk.pages = 2;
  expect(() => openSqliteLedger(file, now)).toThrow(CannotWrite);
  disk.pages = 0;
  const ledger = openSqliteLedger(file, now);
  expect(await ledger.append("a", { event: { type: "first" }, key: "first" })).toMatchObject({
    type: "appended",
  });
  await ledger.close();
});

it("a damaged ledger is reported by its name with the way out, whatever is asked of it", async () => {
  const file = join(folder, "ledger.db");
  writeFileSync(file, "this is no ledger".repeat(500));
  expect(() => openSqliteLedger(file, now)).toThrow(`${file} is damaged (file is not a database).`);
  rmSync(file);
  const ledger = openSqliteLedger(file, now);
  await ledger.append("a", { event: { type: "begun" }, key: "begun" });
  const copy = join(folder, "copy.db");
  new Database(file).exec(`VACUUM INTO '${copy}'`);
  await ledger.close();
  writeFileSync(copy, readFileSync(copy).fill(7, 4_096));
  const broken = openSqliteLedger(copy, now);
  for (const asked of [
    () => broken.campaigns(),
    () => broken.read("a"),
    () => broken.holders(["a"], "begun"),
  ])
    await expect(asked()).rejects.toThrow(/is damaged \(.*\)\. Keep a copy.*backup.*audit replay/);
  await broken.close();
});
