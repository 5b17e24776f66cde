import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ClientBase, Pool } from "pg";
import { messageOf } from "../lib/cause.ts";
import { openTables } from "./postgres-tables.ts";
import { fileSigner, type Signer } from "./signing-key.ts";

/** A ledger's database: opened with the first piece of work, which rejects where that cannot be done. */
export interface Database {
  readonly schema: string;
  /** Its address as people may see it. */
  readonly shown: string;
  /** Does some work. Rejects with an Error that names the database, without its password. */
  readonly using: <Value>(work: (open: OpenDatabase) => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
}

export interface OpenDatabase {
  readonly pool: Pool;
  readonly signer: Signer;
  /** Does all of it or nothing. `first` runs before anything is read: a statement reads what is there when it begins. */
  readonly inTransaction: <Value>(
    first: string,
    work: (client: ClientBase) => Promise<Value>,
  ) => Promise<Value>;
}

/** Connections of one process. */
const mostConnections = 8;

/** The database at `postgres://user:password@host/database`; `?schema=` names the schema, `flightdesk` where absent. */
export function databaseAt(url: string, keyFile: string): Database {
  const { connection, schema, shown } = readLedgerUrl(url);
  let opened: Promise<OpenDatabase> | undefined;

  const open = async (): Promise<OpenDatabase> => {
    const { default: pg } = await import("pg").catch((cause: unknown) => {
      throw new Error("the package pg is not installed: npm install pg", { cause });
    });
    mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
    const signer = fileSigner(keyFile);
    const pool = new pg.Pool({
      connectionString: connection,
      max: mostConnections,
      connectionTimeoutMillis: 10_000,
      application_name: "flightdesk",
    });
    // A connection that breaks while nobody uses it is replaced by the next one, and one that breaks between two statements
    // lets the second fail; what nobody listens for would end the process.
    pool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
    const inTransaction: OpenDatabase["inTransaction"] = (first, work) => transact(pool, first, work);
    try {
      await inTransaction("", (client) => openTables(client, { schema, signer, keyFile }));
    } catch (cause) {
      await pool.end();
      throw cause;
    }
    return { pool, signer, inTransaction };
  };
  /** Whoever comes next tries to open it again. */
  const notKept = (cause: unknown): never => {
    opened = undefined;
    throw cause;
  };

  return {
    schema,
    shown,
    using: async (work) => {
      try {
        opened ??= open();
        return await work(await opened.catch(notKept));
      } catch (cause) {
        throw new Error(`the ledger at ${shown}: ${messageOf(cause)}`, { cause });
      }
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.pool.end();
    },
  };
}

async function transact<Value>(pool: Pool, first: string, work: (client: ClientBase) => Promise<Value>) {
  const client = await pool.connect();
  let broken: unknown;
  try {
    // A machine that goes away with a transaction open does not keep the others waiting for good.
    await client.query(
      `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'; SET LOCAL lock_timeout = '30s'; ${first}`,
    );
    const value = await work(client);
    await client.query("COMMIT");
    return value;
  } catch (cause) {
    await client.query("ROLLBACK").catch((failed: unknown) => {
      broken = failed;
    });
    throw cause;
  } finally {
    client.release(broken instanceof Error);
  }
}

/** The password in a database's address, as it is written there; undefined where there is none. */
export function passwordIn(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).password || undefined;
}

/** Throws an Error where the address is none; it does not repeat what may be a password. */
export function readLedgerUrl(text: string) {
  if (!/^postgres(?:ql)?:/.test(text) || !URL.canParse(text))
    throw new Error("ledger_url is not an address of a PostgreSQL database: postgres://user@host/database");
  const url = new URL(text);
  const schema = url.searchParams.get("schema") ?? "flightdesk";
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new Error(`ledger_url: "${schema}" is not a name of a schema; use small letters, digits and _`);
  url.searchParams.delete("schema");
  return { connection: url.href, schema, shown: `${url.protocol}//${url.host}${url.pathname}` };
}
