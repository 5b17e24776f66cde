import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { writingTo } from "../lib/files/writing-to.ts";
import { type Head, headText, type KeptSnapshot, type Row, rowAfter, snapshotText, stored } from "./chain.ts";
import { capUseStore } from "./claims.ts";
import { immediately } from "./immediately.ts";
import type { Appended, Entry, Ledger } from "./ledger.ts";
import { type Migration, migrate } from "./migrate.ts";
import { rawTables } from "./raw-tables.ts";
import { openTables } from "./schema.ts";
import { fileSigner, keyFileOf, memorySigner } from "./signing-key.ts";
import { faultsIn } from "./verify.ts";

/** A ledger that is gone when it is closed. */
export const inMemory = ":memory:";

/**
 * The ledger in one SQLite file, safe for several processes: write-ahead log, full sync, and a lock taken before the last number
 * is read, so that two processes can neither give out the same one nor reserve the same money. The key that signs the chains'
 * heads lies beside it. `now` is UTC milliseconds. A file of an earlier format is migrated, and can only be read where that
 * fails; what was done is passed to `migrated`. Throws where the file is of a later format.
 */
export function openSqliteLedger(
  file: string,
  now: () => number,
  migrated: (migration: Migration) => void = () => undefined,
): Ledger {
  return namingDamage(file, () => openLedger(file, now, migrated));
}

/** The same, to be read alone, whatever earlier format it is of. */
export function readSqliteLedger(file: string): Ledger {
  return namingDamage(file, () =>
    ledgerIn(new Database(file, { readonly: true }), {
      file,
      now: () => 0,
      unmigrated: `${file} was opened to be read`,
    }),
  );
}

function openLedger(file: string, now: () => number, migrated: (migration: Migration) => void): Ledger {
  if (file !== inMemory) writingTo(file, () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }));
  const database = new Database(file, { timeout: 10_000 });
  const migration = writingTo(file, () => namingDamage(file, () => migrate(database, file, { now: now() })));
  if (migration.from !== migration.to) migrated(migration);
  if (migration.problem !== undefined) {
    database.close();
    return ledgerIn(new Database(file, { readonly: true }), { file, now, unmigrated: migration.problem });
  }
  writingTo(file, () => namingDamage(file, () => openTables(database, file)));
  return ledgerIn(database, { file, now });
}

function ledgerIn(
  database: Database.Database,
  options: Pick<Ledger, "unmigrated"> & { readonly file: string; readonly now: () => number },
): Ledger {
  const { file, now, unmigrated } = options;
  const inFile = <Value>(work: () => Value) => writingTo(file, () => namingDamage(file, work));
  const opened = identityOf(file);
  const used = <Value>(work: () => Value) =>
    inFile(() => {
      // It would go on in a file that nobody else sees: it would not see a stop order, nor others what it buys.
      if (identityOf(file) !== opened)
        throw new Error(
          `${file} was removed or replaced since this process opened it: nothing is read or written any more. End every flightdesk process on its folder, and begin again (docs/backup.md)`,
        );
      return work();
    });
  const signer = file === inMemory ? memorySigner() : fileSigner(keyFileOf(file));
  const claims = capUseStore(database);
  const find = database.prepare("SELECT 1 FROM event WHERE campaign = ? AND key = ?");
  const headOf = database.prepare("SELECT * FROM head WHERE campaign = ?");
  const insert = database.prepare(
    "INSERT INTO event (campaign, sequence, key, at, body, moves, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const moveHead = database.prepare(
    "INSERT OR REPLACE INTO head (campaign, sequence, hash, signature) VALUES (?, ?, ?, ?)",
  );
  const select = database.prepare(
    "SELECT * FROM event WHERE campaign = ? AND sequence > ? ORDER BY sequence",
  );
  const list = database.prepare("SELECT campaign FROM event WHERE sequence = 1 ORDER BY at DESC, rowid DESC");
  // Entries are never deleted, so that later ones have higher row ids. The plus keeps SQLite from reading a whole index.
  const since = database.prepare(
    "SELECT campaign, max(rowid) AS position FROM event WHERE rowid > ? GROUP BY +campaign",
  );
  const following = database.prepare(
    "SELECT rowid AS position, * FROM event WHERE rowid > ? ORDER BY rowid LIMIT ?",
  );
  const keep = database.prepare(
    "INSERT OR REPLACE INTO snapshot (campaign, version, sequence, hash, state, signature) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const kept = database.prepare(
    `SELECT snapshot.* FROM snapshot JOIN event USING (campaign, sequence)
     WHERE campaign = ? AND version = ? AND snapshot.hash = event.hash`,
  );

  const marked = database.prepare("SELECT 1 FROM mark WHERE name = ?");
  const raised = database.prepare("INSERT OR IGNORE INTO mark (name, campaign) VALUES (?, ?)");
  const lowered = database.prepare("DELETE FROM mark WHERE name = ? AND campaign = ?");
  const marks = database.prepare("SELECT DISTINCT name FROM mark WHERE name >= ? AND name < ? ORDER BY name");

  const write = (campaign: string, entry: Entry): Appended => {
    const { key, after, reserve, settle, reduce = [], grow = [] } = entry;
    const { unless = [], raise = [], lower = [] } = entry;
    if (find.get(campaign, key) !== undefined) return { type: "duplicate" };
    // The table is STRICT: its rows have these columns and types.
    const head = headOf.get(campaign) as Head | undefined;
    if (after !== undefined && after !== (head?.sequence ?? 0)) return { type: "moved" };
    const mark = unless.find((name) => marked.get(name) !== undefined);
    if (mark !== undefined) return { type: "blocked", mark };
    for (const name of raise) raised.run(name, campaign);
    for (const name of lower) lowered.run(name, campaign);
    if (reserve !== undefined) {
      const over = claims.reserve(campaign, reserve, entry.worth);
      if (over !== undefined) return { type: "over", ...over };
    }
    if (settle !== undefined) claims.settle(campaign, settle.stepId, settle.as);
    for (const { stepId, claims: smaller } of reduce) claims.reduce(campaign, stepId, smaller);
    for (const { stepId, claims: larger } of grow) claims.grow(campaign, stepId, larger);
    const row = rowAfter(head, { campaign, entry, now: now() });
    insert.run(campaign, row.sequence, key, row.at, row.body, row.moves, row.hash);
    moveHead.run(campaign, row.sequence, row.hash, signer.sign(headText(row)));
    return { type: "appended", stored: stored(row) };
  };

  return {
    ...(unmigrated === undefined ? {} : { unmigrated }),
    append: async (campaignId, entry) => {
      if (unmigrated !== undefined) throw new Error(unmigrated);
      return used(() => immediately(database, () => write(campaignId, entry)));
    },
    read: async (campaignId, after = 0) => used(() => select.all(campaignId, after) as Row[]).map(stored),
    holders: async (campaignIds, key) =>
      used(() => new Set(campaignIds.filter((id) => find.get(id, key) !== undefined))),
    campaigns: async () => used(() => list.all() as Pick<Row, "campaign">[]).map(({ campaign }) => campaign),
    changed: async (position) => {
      const rows = used(() => since.all(position) as { campaign: string; position: number }[]);
      return {
        position: rows.reduce((latest, row) => Math.max(latest, row.position), position),
        campaignIds: rows.map(({ campaign }) => campaign),
      };
    },
    after: async (position, most) =>
      used(() => following.all(position, most) as (Row & { position: number })[]).map((row) => ({
        position: row.position,
        ...stored(row),
      })),
    // No character comes after the last one.
    marks: async (prefix) =>
      used(() => marks.all(prefix, `${prefix}\u{10ffff}`) as { name: string }[]).map(({ name }) => name),
    reservations: async (campaignId) => used(() => claims.list(campaignId)),
    saveSnapshot: async (campaignId, { version, sequence, hash, state }) => {
      if (unmigrated !== undefined) return;
      const text = JSON.stringify(state);
      const signature = signer.sign(
        snapshotText({ campaign: campaignId, version, sequence, hash, state: text }),
      );
      used(() => keep.run(campaignId, version, sequence, hash, text, signature));
    },
    snapshot: async (campaignId, version) => {
      const row = used(() => kept.get(campaignId, version) as KeptSnapshot | undefined);
      // Money is decided on a state: one that this ledger's key did not sign is made anew.
      if (row === undefined || !signer.verify(snapshotText(row), row.signature)) return undefined;
      const { sequence, hash, state } = row;
      return { version, sequence, hash, state: JSON.parse(state) };
    },
    verify: async () => {
      const broken = database.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
      const ofFile = broken
        .filter(({ integrity_check }) => integrity_check !== "ok")
        .map(({ integrity_check }) => ({
          campaignId: "",
          sequence: 0,
          reason: `the file is damaged: ${integrity_check}`,
        }));
      return [...ofFile, ...used(() => faultsIn(rawTables(database), signer))];
    },
    close: async () => {
      database.close();
    },
  };
}

/** Which file the name leads to now; undefined where it leads to none. */
function identityOf(file: string): string | undefined {
  if (file === inMemory) return file;
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}

/** Does what reads or writes a ledger. Throws an Error that names its file and the way out where that is damaged. */
function namingDamage<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && /^SQLITE_(NOTADB|CORRUPT)/.test(String(cause.code))))
      throw cause;
    throw new Error(
      `${file} is damaged (${cause.message}). Keep a copy, and put the newest backup in its place (docs/backup.md). Without one, work in another folder (--home): ` +
        "`flightdesk audit replay` shows what `audit export` wrote before, `flightdesk audit verify --at-sellers` what sellers hold",
      { cause },
    );
  }
}
