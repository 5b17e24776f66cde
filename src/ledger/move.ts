import { existsSync } from "node:fs";
import Database from "libsql";
import type { ClientBase } from "pg";
import type { Row } from "./chain.ts";
import { immediately } from "./immediately.ts";
import type { Fault } from "./ledger.ts";
import { ledgerFile } from "./open-ledger.ts";
import { databaseAt } from "./postgres-pool.ts";
import { allRows, countOn } from "./postgres-tables.ts";
import { rawTables, type Tables } from "./raw-tables.ts";
import { closeForMove } from "./schema.ts";
import { fileSigner, keyFileOf } from "./signing-key.ts";
import { faultsIn } from "./verify.ts";

/** Rows in one statement. */
const batch = 500;

/**
 * Takes the ledger of a home folder over into a PostgreSQL database that has none. The file is checked, then closed to
 * entries, also for processes that have it open: from then on nothing is bought on it, whatever becomes of the copy. It can
 * be called again until it is done. Throws an Error where something is not as it was written, or where the database has
 * entries of its own or cannot be reached: then the file is left open.
 */
export async function moveLedger(home: string, url: string): Promise<{ campaigns: number; entries: number }> {
  const file = ledgerFile(home);
  if (!existsSync(file)) throw new Error(`there is no ledger to move: ${file} does not exist`);
  const signer = fileSigner(keyFileOf(file));
  const target = databaseAt(url, keyFileOf(file));
  try {
    // A database that cannot take it is found before the file is closed.
    const campaigns = campaignsIn(file);
    await target.using(({ pool }) => isThere(pool, target.schema, campaigns));
    const tables = closed(file, (found) => refuseFaults(file, faultsIn(found, signer)));
    await target.using(({ inTransaction }) =>
      inTransaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", async (client) => {
        await copy(client, target.schema, tables);
        const copied = await allRows(client, target.schema);
        refuseFaults("the copy", faultsIn(copied, signer));
        if (copied.event.length < tables.event.length) throw new Error("the copy lacks entries");
      }),
    );
    return { campaigns: tables.head.length, entries: tables.event.length };
  } finally {
    await target.close();
  }
}

function campaignsIn(file: string): string[] {
  const database = new Database(file, { readonly: true });
  try {
    const rows = database.prepare("SELECT campaign FROM head").all() as Pick<Row, "campaign">[];
    return rows.map(({ campaign }) => campaign);
  } finally {
    database.close();
  }
}

/** Everything in the file, which nobody writes to from then on. */
function closed(file: string, check: (tables: Tables) => void): Tables {
  const database = new Database(file, { timeout: 10_000 });
  try {
    return immediately(database, () => {
      const tables = rawTables(database);
      check(tables);
      closeForMove(database, file);
      // They keep the places that they have among the entries of all campaigns.
      const event = database.prepare("SELECT rowid AS position, * FROM event ORDER BY rowid").all() as Row[];
      return { ...tables, event };
    });
  } finally {
    database.close();
  }
}

/** Whether the ledger was copied before. Throws an Error where the database has entries of its own. */
async function isThere(database: Pick<ClientBase, "query">, schema: string, campaigns: readonly string[]) {
  const { rows } = await database.query<{ campaign: string }>(`SELECT campaign FROM ${schema}.head`);
  if (rows.length === 0) return false;
  const found = new Set(rows.map(({ campaign }) => campaign));
  if (campaigns.length > 0 && campaigns.every((campaign) => found.has(campaign))) return true;
  throw new Error("it has entries of its own: name an empty database, or another schema with ?schema=");
}

async function copy(client: ClientBase, schema: string, tables: Tables): Promise<void> {
  const campaigns = tables.head.map(({ campaign }) => campaign);
  if (await isThere(client, schema, campaigns)) return;
  for (const table of ["event", "head", "claim", "mark", "snapshot"] as const)
    for (let from = 0; from < tables[table].length; from += batch)
      await client.query(
        `INSERT INTO ${schema}.${table} SELECT * FROM json_populate_recordset(NULL::${schema}.${table}, $1::json)`,
        [JSON.stringify(tables[table].slice(from, from + batch))],
      );
  await countOn(client, schema);
}

function refuseFaults(what: string, [fault]: readonly Fault[]): void {
  if (fault !== undefined)
    throw new Error(`${what} is not as it was written: ${fault.campaignId}: ${fault.reason}`);
}
