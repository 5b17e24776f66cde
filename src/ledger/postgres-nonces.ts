import { mostNonces } from "../lib/nonces.ts";
import type { KeptNonces } from "./nonce-file.ts";
import { databaseAt } from "./postgres-pool.ts";

/** Nonces in the ledger's database, for webhooks that any machine may receive. */
export function openPostgresNonces(url: string, keyFile: string): KeptNonces {
  const { schema, using, close } = databaseAt(url, keyFile);
  let table: Promise<void> | undefined;
  /** Not of the ledger: what is in it is forgotten again, and proves nothing to anybody. */
  const made = () => {
    table ??= using(({ inTransaction }) =>
      inTransaction("SELECT pg_advisory_xact_lock(hashtext('flightdesk nonces'))", async (client) => {
        await client.query(`
          CREATE TABLE IF NOT EXISTS ${schema}.nonce (
            scope text COLLATE "C" NOT NULL,
            nonce text COLLATE "C" NOT NULL,
            until bigint NOT NULL,
            PRIMARY KEY (scope, nonce)
          );
          CREATE INDEX IF NOT EXISTS nonce_by_end ON ${schema}.nonce (until)`);
      }),
    ).catch((cause: unknown) => {
      table = undefined;
      throw cause;
    });
    return table;
  };
  return {
    hasRoom: async (scope, now) => {
      await made();
      return using(async ({ pool }) => {
        const { rows } = await pool.query<{ alive: string }>(
          `SELECT count(*) AS alive FROM ${schema}.nonce WHERE scope = $1 AND until > $2`,
          [scope, now],
        );
        return Number(rows[0]?.alive) < mostNonces;
      });
    },
    keep: async ({ keyScope, nonce, until, now }) => {
      await made();
      return using(async ({ pool }) => {
        await pool.query(`DELETE FROM ${schema}.nonce WHERE until <= $1`, [now]);
        const { rowCount } = await pool.query(
          `INSERT INTO ${schema}.nonce (scope, nonce, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
          [keyScope, nonce, until],
        );
        return rowCount === 1;
      });
    },
    close,
  };
}
