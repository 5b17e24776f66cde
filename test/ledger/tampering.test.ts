import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { times } from "../depth.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-tamper-"));
  file = join(folder, "ledger.db");
  const ledger = openSqliteLedger(file, () => Date.parse("2027-01-04T08:00:00Z"));
  for (let n = 1; n <= 6; n++)
    await ledger.append(n % 3 === 0 ? "b" : "a", {
      event: noted(n),
      key: `k${n}`,
      reserve: { stepId: `step-${n}`, claims: [claim("seller", n), claim("day", n)] },
    });
  for (const [n, as] of [
    [1, "committed"],
    [2, "released"],
  ] as const)
    await ledger.append("a", { event: noted(n), key: `end/${n}`, settle: { stepId: `step-${n}`, as } });
  await ledger.append("desk", {
    event: noted(7),
    key: "stop",
    raise: ["stop/all", "stop/seller/x", "stop/seller/y"],
  });
  await ledger.append("desk", { event: noted(8), key: "go", lower: ["stop/seller/x"] });
  for (const campaignId of ["a", "b"]) {
    const last = (await ledger.read(campaignId)).at(-1);
    await ledger.saveSnapshot(campaignId, {
      version: "1",
      sequence: last?.sequence ?? 0,
      hash: last?.hash ?? "",
      state: { bought: "Grüße" },
    });
  }
  await ledger.close();
  // All of it in one file, which can be copied.
  const database = new Database(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function faultsAfter(change: (database: Database.Database) => void) {
  const database = new Database(file);
  database.exec("BEGIN");
  change(database);
  database.exec("COMMIT");
  database.close();
  return faults();
}

async function faults() {
  const ledger = openSqliteLedger(file, Date.now);
  const found = await ledger.verify();
  await ledger.close();
  return found;
}

function noted(n: number) {
  return { type: "noted", n, text: "Grüße" };
}

function claim(scope: string, n: number) {
  return { scope, key: "x", currency: "EUR", minor: 100 + n, cap: 1000 };
}

/** Every table, and the words by which a fault of one of its rows is known. */
const tables = {
  event: /entry \d|the chain/,
  head: /the chain/,
  claim: /the cap use of /,
  mark: /the mark /,
  snapshot: /the snapshot at entry/,
};
type Table = keyof typeof tables;
// The keys of the table above.
const names = Object.keys(tables) as Table[];

type Cell = number | Buffer;
type Rows = Record<string, Cell>[];

/** What somebody may do to one table. Rows and columns are counted around. */
const tampering = fc.record({
  table: fc.constantFrom(...names),
  row: fc.nat({ max: 30 }),
  other: fc.nat({ max: 30 }),
  column: fc.nat({ max: 30 }),
  how: fc.oneof(
    { weight: 4, arbitrary: fc.record({ at: fc.nat({ max: 400 }), mask: fc.integer({ min: 1, max: 255 }) }) },
    fc.constantFrom("append" as const, "swap" as const, "remove" as const, "add" as const),
  ),
});
type Tampering = typeof tampering extends fc.Arbitrary<infer Value> ? Value : never;

function tampered(rows: Rows, { row, other, column, how }: Tampering): Rows {
  const index = row % rows.length;
  const one = rows[index] ?? {};
  const name = Object.keys(one)[column % Object.keys(one).length] ?? "";
  const withOne = (is: Rows[number]) => rows.with(index, is);
  if (how === "remove") return rows.toSpliced(index, 1);
  if (how === "add") return [...rows, { ...one, [name]: changed(one[name] ?? 0, { at: 0, mask: 1 }) }];
  if (how === "append") return withOne({ ...one, [name]: changed(one[name] ?? 0) });
  if (how !== "swap") return withOne({ ...one, [name]: changed(one[name] ?? 0, how) });
  const place = other % rows.length;
  const two = rows[place] ?? {};
  return withOne({ ...one, [name]: two[name] ?? 0 }).with(place, { ...two, [name]: one[name] ?? 0 });
}

/** One byte of a text flipped, or a NUL and a letter after it. */
function changed(cell: Cell, flip?: { readonly at: number; readonly mask: number }): Cell {
  if (typeof cell === "number") return cell + (flip?.mask ?? 1);
  if (flip === undefined || cell.length === 0) return Buffer.concat([cell, Buffer.from("\0x")]);
  const copy = Buffer.from(cell);
  const at = flip.at % copy.length;
  copy[at] = (copy[at] ?? 0) ^ flip.mask;
  return copy;
}

/** The table with other rows in it; false where the database itself refuses them, or nothing is different. */
function rewrite(copy: string, table: Table, change: (rows: Rows) => Rows): boolean {
  const database = new Database(copy);
  database.exec("PRAGMA ignore_check_constraints = ON");
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[];
  const selected = columns.map(({ name, type }) =>
    type === "TEXT" ? `CAST(${name} AS BLOB) ${name}` : name,
  );
  const before = (
    database.prepare(`SELECT ${selected.join(", ")} FROM ${table} ORDER BY rowid`).all() as Record<
      string,
      number | ArrayBuffer
    >[]
  ).map((row) =>
    Object.fromEntries(
      columns.map(({ name }) => {
        const cell = row[name] ?? 0;
        return [name, typeof cell === "number" ? cell : Buffer.from(cell)];
      }),
    ),
  );
  const after = change(before);
  const values = columns.map(({ type }) => (type === "TEXT" ? "CAST(? AS TEXT)" : "?"));
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${values.join(", ")})`);
  try {
    database.exec("BEGIN");
    database.exec(`DELETE FROM ${table}`);
    for (const row of after) insert.run(...columns.map(({ name }) => row[name]));
    database.exec("COMMIT");
    // Rows of a table have no order of their own.
    return !isDeepStrictEqual(sorted(before), sorted(after));
  } catch {
    return false;
  } finally {
    database.close();
  }
}

function sorted(rows: Rows): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe("a ledger that somebody has been at", () => {
  it("gives away and names what was changed, added, swapped or taken out in any row of any table", async () => {
    let copies = 0;
    await fc.assert(
      fc.asyncProperty(tampering, async (done) => {
        // A view that is gone is made anew from the entries.
        fc.pre(!(done.table === "snapshot" && done.how === "remove"));
        const copy = join(folder, `${copies++}.db`);
        for (const part of ["", ".key"]) copyFileSync(`${file}${part}`, `${copy}${part}`);
        fc.pre(rewrite(copy, done.table, (rows) => tampered(rows, done)));
        const ledger = openSqliteLedger(copy, Date.now);
        const reasons = (await ledger.verify()).map(({ reason }) => reason);
        await ledger.close();
        expect(reasons).toContainEqual(expect.stringMatching(tables[done.table]));
      }),
      { numRuns: times(150, 600) },
    );
  });

  it("does not go on with a snapshot that it did not write", async () => {
    const states = async () => {
      const ledger = openSqliteLedger(file, Date.now);
      const found = await Promise.all(["a", "b"].map((campaignId) => ledger.snapshot(campaignId, "1")));
      await ledger.close();
      return found.map((snapshot) => snapshot?.state);
    };
    expect(await states()).toEqual([{ bought: "Grüße" }, { bought: "Grüße" }]);
    await faultsAfter((database) => {
      database.exec("UPDATE snapshot SET state = '{}' WHERE campaign = 'a'");
    });
    expect(await states()).toEqual([undefined, { bought: "Grüße" }]);
  });

  it("says what a claim that was lowered was", async () => {
    const faults = await faultsAfter((database) => {
      database.exec("UPDATE claim SET minor = 1 WHERE step = 'step-5' AND scope = 'day'");
    });
    expect(faults).toEqual([
      {
        campaignId: "a",
        sequence: 4,
        reason:
          "the cap use of step-5 on the cap per day (x) is 1 of 1000 minor units of EUR, reserved, and by entry 4 105 of 1000 minor units of EUR, reserved",
      },
    ]);
  });

  it("refuses a file whose tables are of another format", () => {
    const database = new Database(file);
    database.exec("PRAGMA user_version = 9");
    database.close();
    expect(() => openSqliteLedger(file, Date.now)).toThrow(/format 9, which a later flightdesk wrote/);
  });

  it("names the entry that was changed", async () => {
    const faults = await faultsAfter((database) => {
      database.exec("UPDATE event SET body = replace(body, '2', '9') WHERE campaign = 'a' AND sequence = 2");
    });
    expect(faults).toEqual([
      { campaignId: "a", sequence: 2, reason: expect.stringContaining("entry 2 (k2) was changed") },
    ]);
  });

  it("names the entry that was taken out", async () => {
    const faults = await faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'a' AND sequence = 2");
    });
    expect(faults[0]).toEqual({
      campaignId: "a",
      sequence: 2,
      reason: "entry 2 is missing; the next one is 3",
    });
  });

  it("notices that entries changed places", async () => {
    const faults = await faultsAfter((database) => {
      database.exec("UPDATE event SET sequence = 100 WHERE campaign = 'a' AND sequence = 1");
      database.exec("UPDATE event SET sequence = 1 WHERE campaign = 'a' AND sequence = 2");
      database.exec("UPDATE event SET sequence = 2 WHERE campaign = 'a' AND sequence = 100");
    });
    expect(faults.map(({ sequence }) => sequence)).toContain(1);
  });

  it("notices that its end was cut off, and that a whole campaign is gone", async () => {
    const cut = await faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'b' AND sequence = 2");
    });
    expect(cut[0]).toEqual({
      campaignId: "b",
      sequence: 2,
      reason: "the chain should end with entry 2 and ends with 1",
    });
    const gone = await faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'b'");
    });
    expect(gone.map(({ campaignId }) => campaignId)).toContain("b");
  });

  it("does not take a chain and a head that were both made anew", async () => {
    rmSync(`${file}.key`);
    const ledger = openSqliteLedger(file, Date.now);
    expect(await ledger.verify()).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining("signature") }),
    );
    await ledger.close();
  });
});
