import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256 } from "../lib/digest.ts";
import type { Entry, Ledger, Stored } from "./ledger.ts";

interface Row {
  readonly campaign: string;
  readonly sequence: number;
  readonly at: string;
  readonly body: string;
  readonly hash: string;
}

/**
 * The ledger in one SQLite file, safe for several processes: write-ahead log, full sync, and a lock taken before the
 * last number is read, so that two processes cannot give out the same one. `now` is UTC milliseconds.
 */
export function openSqliteLedger(file: string, now: () => number): Ledger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file, { timeout: 10_000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS event (
      campaign TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      key TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (campaign, sequence),
      UNIQUE (campaign, key)
    ) STRICT;
  `);
  const find = database.prepare("SELECT 1 FROM event WHERE campaign = ? AND key = ?");
  const last = database.prepare(
    "SELECT sequence, hash FROM event WHERE campaign = ? ORDER BY sequence DESC LIMIT 1",
  );
  const insert = database.prepare(
    "INSERT INTO event (campaign, sequence, key, at, body, hash) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const select = database.prepare(
    "SELECT * FROM event WHERE campaign = ? AND sequence > ? ORDER BY sequence",
  );
  const list = database.prepare("SELECT campaign FROM event WHERE sequence = 1 ORDER BY at DESC, rowid DESC");

  const write = database.transaction((campaign: string, { event, key }: Entry): Row | undefined => {
    if (find.get(campaign, key) !== undefined) return undefined;
    // The statement selects these two columns.
    const head = last.get(campaign) as Pick<Row, "sequence" | "hash"> | undefined;
    const sequence = (head?.sequence ?? 0) + 1;
    const at = new Date(now()).toISOString();
    const body = canonicalJson(event);
    const hash = sha256([head?.hash ?? "", campaign, sequence, key, at, body].join("\n"));
    insert.run(campaign, sequence, key, at, body, hash);
    return { campaign, sequence, at, body, hash };
  });

  return {
    append: (campaignId, entry) => {
      const row = write.immediate(campaignId, entry);
      return row === undefined ? undefined : stored(row);
    },
    // The table is STRICT: its rows have these columns and types.
    read: (campaignId, after = 0) => (select.all(campaignId, after) as Row[]).map(stored),
    campaigns: () => (list.all() as Pick<Row, "campaign">[]).map(({ campaign }) => campaign),
    close: () => {
      database.close();
    },
  };
}

function stored(row: Row): Stored {
  const { campaign, sequence, at, body, hash } = row;
  return { campaignId: campaign, sequence, at, event: JSON.parse(body), hash };
}
