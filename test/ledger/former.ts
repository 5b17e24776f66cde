import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "libsql";

/** The ledgers of past formats that tests keep. */
export const formerLedgers = "test/fixtures/ledgers";

/** Puts a ledger of the past into a folder, with its key; returns its file. */
export function putFormerLedger(name: string, folder: string): string {
  for (const one of ["ledger.db", "ledger.db.key"])
    writeFileSync(join(folder, one), gunzipSync(readFileSync(join(formerLedgers, name, `${one}.gz`))), {
      mode: 0o600,
    });
  return join(folder, "ledger.db");
}

/** What a statement gives of a ledger's file, read past the ledger. */
export function rowsIn<Row = unknown>(file: string, statement: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(statement).all() as Row[];
  } finally {
    database.close();
  }
}
