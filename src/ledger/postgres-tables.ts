import type { ClientBase } from "pg";
import type { Tables } from "./raw-tables.ts";
import type { Signer } from "./signing-key.ts";

/** Raised when the tables change, or what is written in them means something else. */
const format = 1;

/**
 * Makes the tables where there are none, once however many processes start together, and sees that this flightdesk and its
 * key are the ledger's. Throws an Error where they are not. The client must be in a transaction.
 */
export async function openTables(
  client: ClientBase,
  { schema, signer, keyFile }: { readonly schema: string; readonly signer: Signer; readonly keyFile: string },
): Promise<void> {
  // One after the other: two that make the same schema at once fail.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('flightdesk ledger tables'))");
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    `${schema}.ledger`,
  ]);
  if (rows[0]?.found !== true) {
    await client.query(tables(schema));
    await client.query(`INSERT INTO ${schema}.ledger (format, key) VALUES ($1, $2)`, [
      format,
      signer.publicKey,
    ]);
  }
  const written = await client.query<{ format: number; key: string }>(
    `SELECT format, key FROM ${schema}.ledger`,
  );
  const [ledger] = written.rows;
  // The first format is the only one so far: there is nothing to migrate from.
  if (ledger?.format !== format)
    throw new Error(
      `it is of format ${ledger?.format}, which a later flightdesk wrote; this one knows format ${format}. It is left as it is: use the later flightdesk`,
    );
  if (ledger.key !== signer.publicKey)
    throw new Error(
      `its entries are signed with another key than ${keyFile}: put the key of the machine that began it in its place`,
    );
  await countOn(client, schema);
}

/**
 * Positions are numbers of the server's transactions, and those begin anew on a server that entries were brought to: they
 * are counted on from the last one.
 */
export async function countOn(client: ClientBase, schema: string): Promise<void> {
  await client.query(`
    UPDATE ${schema}.ledger SET base = written.last - ${transaction} + 1
    FROM (SELECT max(position) AS last FROM ${schema}.event) written
    WHERE written.last >= base + ${transaction}`);
}

/** The number of the transaction that asks. */
export const transaction = "pg_current_xact_id()::text::bigint";

/** Text is kept byte for byte (it is hashed) and sorted as bytes, whatever the database's language. */
function tables(schema: string): string {
  return `
    CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE ${schema}.ledger (
      format integer NOT NULL,
      key text NOT NULL,
      base bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE ${schema}.event (
      campaign text COLLATE "C" NOT NULL,
      sequence bigint NOT NULL,
      key text COLLATE "C" NOT NULL,
      at text COLLATE "C" NOT NULL,
      body text NOT NULL,
      moves text NOT NULL,
      hash text NOT NULL,
      position bigint NOT NULL UNIQUE,
      PRIMARY KEY (campaign, sequence),
      UNIQUE (campaign, key)
    );
    CREATE TABLE ${schema}.head (
      campaign text COLLATE "C" PRIMARY KEY,
      sequence bigint NOT NULL,
      hash text NOT NULL,
      signature text NOT NULL
    );
    CREATE TABLE ${schema}.claim (
      campaign text COLLATE "C" NOT NULL,
      step text COLLATE "C" NOT NULL,
      scope text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      currency text COLLATE "C" NOT NULL,
      minor bigint NOT NULL CHECK (minor >= 0),
      cap bigint NOT NULL CHECK (cap >= 0),
      state text NOT NULL CHECK (state IN ('reserved', 'committed')),
      PRIMARY KEY (campaign, step, scope, key, currency)
    );
    CREATE INDEX claim_by_cap ON ${schema}.claim (scope, key, currency);
    CREATE TABLE ${schema}.mark (
      name text COLLATE "C" NOT NULL,
      campaign text COLLATE "C" NOT NULL,
      PRIMARY KEY (name, campaign)
    );
    CREATE TABLE ${schema}.snapshot (
      campaign text COLLATE "C" PRIMARY KEY,
      version text NOT NULL,
      sequence bigint NOT NULL,
      hash text NOT NULL,
      state text NOT NULL,
      signature text NOT NULL
    );`;
}

/** Every row of every table at one moment. The client must be in a repeatable-read transaction. */
export async function allRows(client: ClientBase, schema: string): Promise<Tables> {
  const read = async (table: string, order: string) =>
    (await client.query(`SELECT * FROM ${schema}.${table} ORDER BY ${order}`)).rows.map(withNumbers);
  // The tables have these columns and types.
  return {
    event: await read("event", "campaign, sequence"),
    head: await read("head", "campaign"),
    claim: await read("claim", "campaign, step, scope, key, currency"),
    mark: await read("mark", "name, campaign"),
    snapshot: await read("snapshot", "campaign"),
  } as unknown as Tables;
}

const integers: ReadonlySet<string> = new Set(["sequence", "minor", "cap", "position"]);

/** The driver gives 64-bit integers as text; all that are written here are safe ones. */
export function withNumbers<Columns extends object>(row: Columns): Columns {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, integers.has(name) ? Number(value) : value]),
  ) as Columns;
}
