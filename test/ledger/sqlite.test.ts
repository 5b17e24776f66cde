import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
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
