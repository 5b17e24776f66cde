import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-tamper-"));
  file = join(folder, "ledger.db");
  const ledger = openSqliteLedger(file, () => Date.parse("2027-01-04T08:00:00Z"));
  for (let n = 1; n <= 6; n++)
    ledger.append(n % 3 === 0 ? "b" : "a", {
      event: noted(n),
      key: `k${n}`,
    });
  ledger.close();
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
  const ledger = openSqliteLedger(file, Date.now);
  const faults = ledger.verify();
  ledger.close();
  return faults;
}

function noted(n: number) {
  return { type: "noted", n, text: "Grüße" };
}

const columns = ["campaign", "sequence", "key", "at", "body", "hash"] as const;

describe("a ledger that somebody has been at", () => {
  it("gives away any single byte that was changed in any column of any entry", () => {
    const change = fc.record({
      row: fc.nat({ max: 5 }),
      column: fc.constantFrom(...columns),
      position: fc.nat({ max: 400 }),
      by: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(change, ({ row, column, position, by }) => {
        const database = new Database(file);
        const before = database.prepare("SELECT rowid AS id, * FROM event ORDER BY rowid").all() as Record<
          string,
          unknown
        >[];
        const original = before[row] ?? {};
        const changed =
          column === "sequence"
            ? Number(original[column]) + by
            : altered(String(original[column]), position, by);
        const update = `UPDATE event SET ${column} = ? WHERE rowid = ?`;
        const refused = refusal(() => database.prepare(update).run(changed, original["id"]));
        database.close();
        // The database itself does not let two entries have one number or key.
        fc.pre(!refused);
        const ledger = openSqliteLedger(file, Date.now);
        const faults = ledger.verify();
        ledger.close();
        const restore = new Database(file);
        restore.prepare(update).run(original[column], original["id"]);
        restore.close();
        expect(faults.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it("names the entry that was changed", () => {
    const faults = faultsAfter((database) => {
      database.exec("UPDATE event SET body = replace(body, '2', '9') WHERE campaign = 'a' AND sequence = 2");
    });
    expect(faults).toEqual([
      { campaignId: "a", sequence: 2, reason: expect.stringContaining("entry 2 (k2) was changed") },
    ]);
  });

  it("names the entry that was taken out", () => {
    const faults = faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'a' AND sequence = 2");
    });
    expect(faults[0]).toEqual({
      campaignId: "a",
      sequence: 2,
      reason: "entry 2 is missing; the next one is 3",
    });
  });

  it("notices that entries changed places", () => {
    const faults = faultsAfter((database) => {
      database.exec("UPDATE event SET sequence = 100 WHERE campaign = 'a' AND sequence = 1");
      database.exec("UPDATE event SET sequence = 1 WHERE campaign = 'a' AND sequence = 2");
      database.exec("UPDATE event SET sequence = 2 WHERE campaign = 'a' AND sequence = 100");
    });
    expect(faults.map(({ sequence }) => sequence)).toContain(1);
  });

  it("notices that its end was cut off, and that a whole campaign is gone", () => {
    const cut = faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'a' AND sequence = 4");
    });
    expect(cut).toEqual([
      { campaignId: "a", sequence: 4, reason: "the chain should end with entry 4 and ends with 3" },
    ]);
    const gone = faultsAfter((database) => {
      database.exec("DELETE FROM event WHERE campaign = 'b'");
    });
    expect(gone.map(({ campaignId }) => campaignId)).toContain("b");
  });

  it("does not take a chain and a head that were both made anew", () => {
    rmSync(`${file}.key`);
    const ledger = openSqliteLedger(file, Date.now);
    expect(ledger.verify()).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining("signature") }),
    );
    ledger.close();
  });
});

function refusal(change: () => void): boolean {
  try {
    change();
    return false;
  } catch {
    return true;
  }
}

function altered(text: string, position: number, by: number): string {
  const at = position % text.length;
  const code = 33 + ((text.charCodeAt(at) - 33 + by) % 91);
  const replaced = String.fromCharCode(code === text.charCodeAt(at) ? code + 1 : code);
  return text.slice(0, at) + replaced + text.slice(at + 1);
}
