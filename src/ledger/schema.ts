import Database from "libsql";
import { immediately } from "./immediately.ts";

/**
 * Raised when the tables change, or what is written in them means something else. `migrate.ts` brings a file of an earlier one
 * here; one of a later format is refused, not misread.
 */
export const format = 3;
/** What it wrote can still be read. */
export const oldestFormat = 1;
/** Of a file whose ledger goes on in another place. */
const movedFormat = 1000 + format;

/** Makes the tables in a new file. Throws an Error where the file holds a ledger of another format. */
export function openTables(database: Database.Database, file: string): void {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  if (formatOf(database) === format) return;
  immediately(database, () => {
    const found = formatOf(database);
    if (found === format) return;
    refuseLater(found, file);
    if (database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined)
      throw new Error(
        `${file} holds a ledger of format ${found}, which this flightdesk cannot read: it is left as it is. Keep it, and work in another folder (--home)`,
      );
    database.exec(`${tables} PRAGMA user_version = ${format};`);
  });
}

/** Throws an Error where a file's format is none that this flightdesk knows, or its ledger goes on in another place. */
export function refuseLater(found: number, file: string): void {
  if (found === movedFormat)
    throw new Error(
      `${file} was moved to a PostgreSQL database: name that with ledger_url, or another folder with home`,
    );
  if (found > format)
    throw new Error(
      `${file} holds a ledger of format ${found}, which a later flightdesk wrote; this one knows formats up to ${format}. It is left as it is: use the later flightdesk`,
    );
}

/** Whether the ledger of a file goes on in another place. */
export function wasMoved(file: string): boolean {
  const database = new Database(file, { readonly: true });
  try {
    return formatOf(database) === movedFormat;
  } finally {
    database.close();
  }
}

/** No process writes to the file any more, nor one that has it open. Called inside a transaction. Throws where it is no ledger. */
export function closeForMove(database: Database.Database, file: string): void {
  const found = formatOf(database);
  if (found === movedFormat) return;
  if (found !== format)
    throw new Error(`${file} is of format ${found}, not ${format}: \`flightdesk ledger migrate\` first`);
  database.exec(`
    CREATE TRIGGER moved BEFORE INSERT ON event
      BEGIN SELECT RAISE(ABORT, 'this ledger was moved to a PostgreSQL database'); END;
    PRAGMA user_version = ${movedFormat};`);
}

export function formatOf(database: Database.Database): number {
  // The pragma gives one row with one integer.
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

/** STRICT: a column holds its type or the write fails. */
const tables = `
  CREATE TABLE event (
    campaign TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    moves TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (campaign, sequence),
    UNIQUE (campaign, key)
  ) STRICT;
  CREATE TABLE head (
    campaign TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;
  CREATE TABLE claim (
    campaign TEXT NOT NULL,
    step TEXT NOT NULL,
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    currency TEXT NOT NULL,
    minor INTEGER NOT NULL CHECK (minor >= 0),
    cap INTEGER NOT NULL CHECK (cap >= 0),
    state TEXT NOT NULL CHECK (state IN ('reserved', 'committed')),
    PRIMARY KEY (campaign, step, scope, key, currency)
  ) STRICT;
  CREATE INDEX claim_by_cap ON claim (scope, key, currency);
  CREATE TABLE mark (
    name TEXT NOT NULL,
    campaign TEXT NOT NULL,
    PRIMARY KEY (name, campaign)
  ) STRICT;
  CREATE TABLE snapshot (
    campaign TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;
`;
