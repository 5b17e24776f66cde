import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";
import { writingTo } from "../lib/files/writing-to.ts";
import { mostNonces, type NonceStore } from "../lib/nonces.ts";

/** Nonces that were seen, for all processes and over restarts. */
export interface KeptNonces extends NonceStore {
  readonly close: () => Promise<void>;
}

/** Beside the ledger and not in it: what is seen is forgotten again, and proves nothing to anybody. */
export function openNonceFile(file: string): KeptNonces {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file, { timeout: 10_000 });
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS nonce (
      scope TEXT NOT NULL, nonce TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (scope, nonce)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS nonce_by_end ON nonce (until);`);
  const count = database.prepare("SELECT count(*) AS alive FROM nonce WHERE scope = ? AND until > ?");
  const forget = database.prepare("DELETE FROM nonce WHERE until <= ?");
  const insert = database.prepare("INSERT OR IGNORE INTO nonce (scope, nonce, until) VALUES (?, ?, ?)");
  return {
    // A count gives one row with one integer.
    hasRoom: async (scope, now) => (count.get(scope, now) as { alive: number }).alive < mostNonces,
    keep: async ({ keyScope, nonce, until, now }) => {
      return writingTo(file, () => {
        forget.run(now);
        return insert.run(keyScope, nonce, until).changes === 1;
      });
    },
    close: async () => {
      database.close();
    },
  };
}
