/** Tables of the SQLite ledger. STRICT: a column holds its type or the write fails. */
export const schema = `
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
  CREATE TABLE IF NOT EXISTS head (
    campaign TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS claim (
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
  CREATE INDEX IF NOT EXISTS claim_by_cap ON claim (scope, key, currency);
  CREATE TABLE IF NOT EXISTS mark (
    name TEXT PRIMARY KEY
  ) STRICT;
  CREATE TABLE IF NOT EXISTS snapshot (
    campaign TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
`;
