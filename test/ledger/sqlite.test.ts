import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noCap } from "../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger, readSqliteLedger } from "../../src/ledger/sqlite.ts";
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

it("says of no other error that its file is damaged", async () => {
  const ledger = openSqliteLedger(inMemory, () => 0);
  const bound = (currency: string, cap: number) => [{ scope: "day", key: "1", currency, minor: 5, cap }];
  const event = { type: "noted" };
  await ledger.append("a", { event, key: "1", reserve: { stepId: "one", claims: bound("USD", noCap) } });
  const worth = () => {
    throw Object.assign(new Error("the rates cannot be read"), { code: "EIO" });
  };
  const second = { event, key: "2", reserve: { stepId: "two", claims: bound("EUR", 100) }, worth };
  await expect(ledger.append("a", second)).rejects.toThrow(/^the rates cannot be read$/);
  expect(await ledger.read("a")).toHaveLength(1);
  await ledger.close();
});

it("finds money in its file that nobody can have bound", async () => {
  const file = join(folder, "ledger.db");
  const ledger = openSqliteLedger(file, () => 0);
  const claims = [{ scope: "day", key: "1", currency: "EUR", minor: 5, cap: 10 }];
  await ledger.append("a", { event: { type: "noted" }, key: "1", reserve: { stepId: "one", claims } });
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  const database = new Database(file);
  database.exec("PRAGMA ignore_check_constraints = ON; UPDATE claim SET minor = -5");
  database.close();
  const read = readSqliteLedger(file);
  expect(await read.verify()).toContainEqual({
    campaignId: "",
    sequence: 0,
    reason: expect.stringMatching(/^the file is damaged: .*claim/),
  });
  await expect(read.append("a", { event: { type: "noted" }, key: "2" })).rejects.toThrow(
    /opened to be read$/,
  );
  await read.close();
});

it("gives nothing back of what is spent, and makes money smaller in its own currency alone", async () => {
  const ledger = openSqliteLedger(inMemory, () => 0);
  const claims = ["EUR", "USD"].map((currency) => ({
    scope: "day",
    key: "1",
    currency,
    minor: 50,
    cap: 100,
  }));
  const event = { type: "noted" };
  const seller = claims.map((claim) => ({ ...claim, scope: "seller" }));
  const odd = { scope: "run", key: "1", currency: "EUR", minor: 7, cap: 100 };
  await ledger.append("a", { event, key: "0", reserve: { stepId: "one", claims: [odd, ...claims] } });
  await ledger.append("a", { event, key: "1", reserve: { stepId: "one", claims: [...claims, ...seller] } });
  expect(await ledger.verify()).toEqual([]);
  await ledger.append("a", { event, key: "2", settle: { stepId: "one", as: "committed" } });
  await ledger.append("a", { event, key: "3", settle: { stepId: "one", as: "released" } });
  const smaller = claims.slice(0, 1).map((claim) => ({ ...claim, minor: 20 }));
  await ledger.append("a", { event, key: "4", reduce: [{ stepId: "one", claims: smaller }] });
  const ofDay = (await ledger.reservations()).filter(({ claim }) => claim.scope === "day");
  const bound = ofDay.map(({ state, claim: { currency, minor } }) => [currency, [state, minor]] as const);
  expect(new Map(bound)).toEqual(
    new Map([
      ["EUR", ["committed", 20]],
      ["USD", ["committed", 50]],
    ]),
  );
  // The file says the same as its entries do.
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
});

it("keeps a mark with who raised it first, and says which file is damaged and what to do", async () => {
  const ledger = openSqliteLedger(inMemory, () => 0);
  for (const key of ["1", "2"])
    await ledger.append("a", { event: { type: "noted" }, key, raise: ["stop/all"] });
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  const file = join(folder, "ledger.db");
  writeFileSync(file, "this is a letter and no ledger. ".repeat(200));
  expect(() => openSqliteLedger(file, () => 0)).toThrow(/ledger\.db is damaged \(.*\)\. Keep a copy/);
  expect(() => readSqliteLedger(file)).toThrow(/ledger\.db is damaged/);
});
