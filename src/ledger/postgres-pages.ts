import type { PrivatePages } from "../lib/private-pages.ts";
import { databaseAt } from "./postgres-pool.ts";
import { fileSeal, type Seal } from "./signing-key.ts";

/** What was read so long ago is read again, in milliseconds. Every call to an agent asks for its login. */
const freshMs = 2_000;

/**
 * Private pages in the ledger's database, for every machine that holds the ledger's key: who reads the database alone sees names.
 * `table` is made with the first piece of work.
 */
export function openPostgresPages(
  url: string,
  keyFile: string,
  table: "login" | "pin" | "session" | "begun_login" | "draft" | "document_detail",
): PrivatePages {
  const { schema, shown, using, close } = databaseAt(url, keyFile);
  const name = `${schema}.${table}`;
  const placeOf = (page: string) => `${page} in ${name} at ${shown}`;
  let made: Promise<void> | undefined;
  let known: { readonly at: number; readonly pages: Promise<ReadonlyMap<string, string>> } | undefined;

  const make = () => {
    made ??= using(({ inTransaction }) =>
      inTransaction(`SELECT pg_advisory_xact_lock(hashtext('flightdesk ${table}'))`, async (client) => {
        await client.query(
          `CREATE TABLE IF NOT EXISTS ${name} (name text COLLATE "C" PRIMARY KEY, sealed text NOT NULL)`,
        );
      }),
    ).catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
  let ownSeal: Seal | undefined;
  const seal = () => {
    ownSeal ??= fileSeal(keyFile, table);
    return ownSeal;
  };
  const opened = (page: string, sealed: string) => {
    const text = seal().open(page, sealed);
    if (text === undefined)
      throw new Error(
        `${placeOf(page)} was written under another ledger.db.key: copy that one, or remove the row`,
      );
    return text;
  };
  const readAll = async (): Promise<ReadonlyMap<string, string>> => {
    await make();
    const { rows } = await using(({ pool }) =>
      pool.query<{ name: string; sealed: string }>(`SELECT name, sealed FROM ${name} ORDER BY name`),
    );
    return new Map(rows.map((row) => [row.name, row.sealed]));
  };
  const all = () => {
    if (known === undefined || performance.now() - known.at >= freshMs) {
      const pages = readAll();
      known = { at: performance.now(), pages };
      pages.catch(() => {
        known = undefined;
      });
    }
    return known.pages;
  };

  return {
    read: async (page) => {
      let sealed = (await all()).get(page);
      // Who was let in by another machine a moment ago comes here next.
      if (sealed === undefined && table === "session") {
        known = undefined;
        sealed = (await all()).get(page);
      }
      return sealed === undefined ? undefined : opened(page, sealed);
    },
    list: async () =>
      [...(await readAll())].map(([page, sealed]) => ({ name: page, text: opened(page, sealed) })),
    changing: async (page, change) => {
      await make();
      const ended = await using(({ inTransaction }) =>
        inTransaction("", async (client) => {
          await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 11))", [`${name} ${page}`]);
          // What it has written is committed even where it rejects: a token that was renewed is good for once.
          return change({
            read: async () => {
              const { rows } = await client.query<{ sealed: string }>(
                `SELECT sealed FROM ${name} WHERE name = $1`,
                [page],
              );
              return rows[0] && opened(page, rows[0].sealed);
            },
            write: async (text) => {
              await client.query(
                `INSERT INTO ${name} (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed`,
                [page, seal().seal(page, text)],
              );
            },
            remove: async () => {
              await client.query(`DELETE FROM ${name} WHERE name = $1`, [page]);
            },
          }).then(
            (value) => ({ type: "done" as const, value }),
            (cause: unknown) => ({ type: "failed" as const, cause }),
          );
        }),
      ).finally(() => {
        known = undefined;
      });
      if (ended.type === "failed") throw ended.cause;
      return ended.value;
    },
    placeOf,
    close,
  };
}
