import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { ledgerContract } from "../contracts/ledger.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-ledger-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

ledgerContract("SQLite", () =>
  openSqliteLedger(join(folder, "ledger.db"), simulatedClock("2027-01-04T08:00:00Z").now),
);

it.each([
  ["replaced", (home: string) => cpSync(`${home}.old`, home, { recursive: true })],
  ["gone", () => undefined],
])("reads and writes nothing any more where its file is %s under it", async (_, put) => {
  const home = join(folder, "home");
  const { now } = simulatedClock("2027-01-04T08:00:00Z");
  const ledger = openSqliteLedger(join(home, "ledger.db"), now);
  await ledger.append("a", { event: { type: "noted" }, key: "1" });
  renameSync(home, `${home}.old`);
  put(home);
  const why = "was removed or replaced since this process opened it";
  // Whoever stops what is bought stops it in the file that is there.
  await expect(ledger.marks("stop")).rejects.toThrow(why);
  await expect(ledger.append("a", { event: { type: "noted" }, key: "2" })).rejects.toThrow(why);
  await ledger.close();
});
