import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrateFile } from "../../src/ledger/migrate.ts";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { putFormerLedger, rowsIn } from "./former.ts";

const now = () => Date.parse("2027-01-29T10:00:00Z");
const copyName = "ledger.db.format-2.2027-01-29T10-00-00.000Z";

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "flightdesk-migrate-"));
  file = putFormerLedger("format-2", home);
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const formatIn = (one: string) =>
  rowsIn<{ user_version: number }>(one, "PRAGMA user_version").map(({ user_version }) => user_version);
const entriesIn = (one: string) => rowsIn(one, "SELECT * FROM event ORDER BY campaign, sequence");
const copies = () => readdirSync(home).filter((name) => name.includes(".format-"));

/** Somebody is at the file past the ledger. */
function alter(statement: string): void {
  const database = new Database(file);
  database.exec(statement);
  database.close();
}

it("keeps the file as it was beside it, readable by its owner alone", async () => {
  const before = entriesIn(file);
  const told: unknown[] = [];
  const ledger = openSqliteLedger(file, now, (migration) => told.push(migration));
  const copy = join(home, copyName);
  expect(told).toEqual([{ from: 2, to: 3, copy }]);
  expect(copies()).toEqual([copyName]);
  expect([formatIn(copy), formatIn(file)]).toEqual([[2], [3]]);
  expect(entriesIn(copy)).toEqual(before);
  expect(entriesIn(file)).toEqual(before);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  // What follows is sealed to what was written before.
  const [campaign = ""] = (await ledger.campaigns()).filter((id) => id.startsWith("story-"));
  await ledger.append(campaign, { event: { type: "noted" }, key: "new" });
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  const again = openSqliteLedger(file, now, (migration) => told.push(migration));
  expect([told.length, copies()]).toEqual([1, [copyName]]);
  await again.close();
});

it("says in a dry run what would be done, and changes nothing", () => {
  const before = entriesIn(file);
  expect(migrateFile(file, { now: now(), dryRun: true })).toEqual({ from: 2, to: 3 });
  expect([formatIn(file), copies(), entriesIn(file)]).toEqual([[2], [], before]);
});

it.each([
  [
    "an entry was changed",
    "UPDATE event SET body = replace(body, '20000000', '90000000') WHERE sequence = 1",
    /was changed/,
  ],
  ["an amount was changed", "UPDATE claim SET minor = 1", /the cap use of/],
  ["an entry is gone", "DELETE FROM event WHERE sequence = 7", /is missing/],
  ["a stop order's mark is gone", "DELETE FROM mark WHERE name LIKE 'stop/%'", /the mark stop/],
])("is not migrated where %s, and can be read", async (_, statement, why) => {
  alter(statement);
  const before = entriesIn(file);
  expect(migrateFile(file, { now: now(), dryRun: true }).problem).toMatch(why);
  const ledger = openSqliteLedger(file, now);
  expect(ledger.unmigrated).toMatch(why);
  expect(await ledger.verify()).not.toEqual([]);
  expect((await ledger.campaigns()).length).toBeGreaterThan(0);
  await expect(ledger.append("a", { event: { type: "noted" }, key: "1" })).rejects.toThrow(why);
  await ledger.close();
  expect([formatIn(file), copies(), entriesIn(file)]).toEqual([[2], [], before]);
});

it("is not migrated without its key, or where no copy can be made", async () => {
  mkdirSync(join(home, `${copyName}.part`));
  expect(migrateFile(file, { now: now() }).problem).toContain("was not migrated");
  expect([formatIn(file), copies()]).toEqual([[2], [`${copyName}.part`]]);
  rmSync(join(home, `${copyName}.part`), { recursive: true });
  rmSync(`${file}.key`);
  expect(migrateFile(file, { now: now() }).problem).toMatch(/signature of the chain's head/);
  expect([formatIn(file), copies()]).toEqual([[2], []]);
});

it.each([
  ["before its copy has its name", "fs.renameSync = end; syncBuiltinESMExports();"],
  [
    "when all of it is done and not yet written",
    "const { exec } = Database.prototype; Database.prototype.exec = function (sql) { if (sql === 'COMMIT') end(); return exec.call(this, sql); };",
  ],
])(
  "leaves the file as it was where its process is killed %s, and is done by the next one",
  async (_, kill) => {
    const before = entriesIn(file);
    const program = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import Database from "libsql";
    const end = () => process.kill(process.pid, "SIGKILL");
    ${kill}
    const { migrateFile } = await import("./dist/ledger/migrate.js");
    migrateFile(process.argv[1], { now: ${now()} });`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", program, file]);
    expect(signal).toBe("SIGKILL");
    expect([formatIn(file), entriesIn(file)]).toEqual([[2], before]);
    const ledger = openSqliteLedger(file, () => now() + 1000);
    expect(ledger.unmigrated).toBeUndefined();
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
    expect([formatIn(file), entriesIn(file)]).toEqual([[3], before]);
  },
);

it("is migrated once where two processes open it", async () => {
  const told: unknown[] = [];
  const ledgers = [0, 1].map(() => openSqliteLedger(file, now, (migration) => told.push(migration)));
  expect(told).toHaveLength(1);
  for (const ledger of ledgers) await ledger.close();
});

it("refuses the format of a later release, and leaves it as it is", async () => {
  alter("PRAGMA user_version = 4");
  const before = entriesIn(file);
  const why =
    /format 4, which a later flightdesk wrote; this one knows formats up to 3.*use the later flightdesk/;
  expect(() => openSqliteLedger(file, now)).toThrow(why);
  for (const command of ["status", "ledger migrate", "ledger migrate --dry-run"]) {
    const refused = await flightdesk([...command.split(" "), "--home", home]);
    expect(refused, command).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  }
  expect([formatIn(file), copies(), entriesIn(file)]).toEqual([[4], [], before]);
});

it("reads a format that is too old to be migrated: status, audit and stop say how things stand", async () => {
  alter("PRAGMA user_version = 1");
  const before = entriesIn(file);
  const run = (...words: string[]) => flightdesk([...words, "--home", home]);
  const dry = await run("ledger", "migrate", "--dry-run");
  expect(dry).toMatchObject({ code: 1, stdout: expect.stringContaining("was not migrated to format 3") });
  const status = await run("status");
  expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining("story-") });
  expect(status.stderr).toContain("can only be read");
  const verified = await run("audit", "verify");
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("every entry as it was written"),
  });
  const stopped = await run("stop", "--all", "--reason", "the client called", "--by", "kim");
  expect(stopped.code).toBe(1);
  expect(stopped.stdout).toContain("mb_albion_1 at albion-audio.example");
  expect(stopped.stdout).toContain("pause it at its seller yourself");
  expect(existsSync(join(home, "STOP"))).toBe(true);
  expect(await run("status")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("the client called"),
  });
  expect([formatIn(file), copies(), entriesIn(file)]).toEqual([[1], [], before]);
});

it("is migrated by the command, and a dry run of it says whether it would work", async () => {
  const run = (...words: string[]) => flightdesk(["ledger", "migrate", ...words, "--home", home]);
  const dry = await run("--dry-run");
  expect(dry).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /can be migrated from format 2 to 3: 2 campaigns read.*Nothing was changed/,
    ),
  });
  expect([formatIn(file), copies()]).toEqual([[2], []]);
  const done = await run();
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("was migrated from format 2 to 3") });
  expect([formatIn(file), copies().length]).toEqual([[3], 1]);
  const again = await run();
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("there is nothing to migrate") });
  const [copy = ""] = copies();
  expect(formatIn(join(home, copy))).toEqual([2]);
  writeFileSync(join(home, "STOP"), "");
  expect(await flightdesk(["status", "--home", home])).toMatchObject({ code: 0 });
});
