import { randomUUID } from "node:crypto";
import { databaseAt } from "./postgres-pool.ts";
import { fileSeal } from "./signing-key.ts";

/** What every worker on one ledger must have alike, by the name that people know it by. Secrets may be among the texts. */
export type Alike = Readonly<Record<string, string>>;

/** Who has not signed for so long is gone, in seconds. */
const goneSeconds = 30;
/** Between two signatures of one worker, in milliseconds. */
const signEveryMs = 5_000;

/** Who is at work on one ledger. The texts are kept as marks under the ledger's key: they show which are alike, and nothing of what they are. */
export function openWorkerRoll(url: string, keyFile: string) {
  const { schema, using, close } = databaseAt(url, keyFile);
  const id = randomUUID();
  const table = `${schema}.worker`;
  let last: { readonly at: number; readonly differing: readonly string[] } | undefined;

  const signed = (marks: Alike) =>
    using(({ inTransaction }) =>
      inTransaction("SELECT pg_advisory_xact_lock(hashtext('flightdesk workers'))", async (client) => {
        await client.query(
          `CREATE TABLE IF NOT EXISTS ${table} (id uuid PRIMARY KEY, since timestamptz NOT NULL, seen timestamptz NOT NULL, marks jsonb NOT NULL)`,
        );
        await client.query(`DELETE FROM ${table} WHERE seen < now() - interval '${goneSeconds} seconds'`);
        await client.query(
          `INSERT INTO ${table} (id, since, seen, marks) VALUES ($1, now(), now(), $2)
             ON CONFLICT (id) DO UPDATE SET seen = now(), marks = excluded.marks`,
          [id, JSON.stringify(marks)],
        );
        const { rows } = await client.query<{ marks: Alike }>(
          `SELECT marks FROM ${table} ORDER BY since, id LIMIT 1`,
        );
        return rows[0]?.marks ?? marks;
      }),
    );

  return {
    /**
     * Registers this worker with its settings, and names those that differ from the worker that has been there longest. So one can
     * always go on, and whoever was changed first waits for no other.
     */
    sign: async (alike: Alike): Promise<readonly string[]> => {
      if (last !== undefined && performance.now() - last.at < signEveryMs) return last.differing;
      const seal = fileSeal(keyFile, "workers");
      const marks = Object.fromEntries(
        Object.entries(alike).map(([name, text]) => [name, seal.mark(name, text)]),
      );
      const longest = await signed(marks);
      const names = new Set([...Object.keys(marks), ...Object.keys(longest)]);
      const differing = [...names].filter((name) => marks[name] !== longest[name]);
      last = { at: performance.now(), differing };
      return differing;
    },
    close: async () => {
      if (last !== undefined)
        // Where the database is away, the others find out by themselves.
        await using(({ pool }) => pool.query(`DELETE FROM ${table} WHERE id = $1`, [id])).catch(
          () => undefined,
        );
      await close();
    },
  };
}
