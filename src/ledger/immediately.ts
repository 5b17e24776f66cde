import type Database from "libsql";

/**
 * Does all of it or nothing, with the lock taken before the first read. SQLite itself ends a transaction that fails for want of
 * space: the library's own way would hide that behind its failing rollback.
 */
export function immediately<Value>(database: Database.Database, work: () => Value): Value {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (cause) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw cause;
  }
}
