import { createHash } from "node:crypto";
import type { ClientBase, QueryResultRow } from "pg";
import { headText, type KeptSnapshot, type Row, rowAfter, snapshotText, stored } from "./chain.ts";
import { boundElsewhere, checked, elsewhereOf, isCapped, reservationIn, usedOf } from "./claims.ts";
import type { CapUseRow } from "./holdings.ts";
import type { Appended, CapUse, Entry, Ledger } from "./ledger.ts";
import { databaseAt } from "./postgres-pool.ts";
import { allRows, transaction, withNumbers } from "./postgres-tables.ts";
import type { Signer } from "./signing-key.ts";
import { faultsIn } from "./verify.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host/database`; `?schema=` names the schema, `flightdesk` where absent. */
  readonly url: string;
  /** The key that signs the chains' heads: the same one on every machine. */
  readonly keyFile: string;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/**
 * The ledger in a PostgreSQL database (13 or newer), for processes on any number of machines. It is opened with the first call,
 * which rejects where that cannot be done. What needs an order takes advisory locks that end with its transaction: appends of one
 * campaign, cap uses of one cap, and orders to stop against what may not begin under them.
 */
export function openPostgresLedger({ url, keyFile, now }: PostgresOptions): Ledger {
  const { schema, using, close } = databaseAt(url, keyFile);

  const rows = <Columns extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    using(async ({ pool }) => (await pool.query<Columns>(text, [...values])).rows.map(withNumbers));

  const write = async (
    client: ClientBase,
    {
      campaign,
      entry,
      signer,
    }: { readonly campaign: string; readonly entry: Entry; readonly signer: Signer },
  ): Promise<Appended> => {
    const { key, after, reserve, unless = [] } = entry;
    const { rows: found } = await client.query<{
      known: boolean;
      sequence: string | null;
      hash: string | null;
      mark: string | null;
    }>(
      `SELECT EXISTS (SELECT 1 FROM ${schema}.event WHERE campaign = $1 AND key = $2) AS known, head.sequence, head.hash,
         (SELECT wanted.name FROM unnest($3::text[]) WITH ORDINALITY AS wanted (name, place)
          WHERE EXISTS (SELECT 1 FROM ${schema}.mark WHERE mark.name = wanted.name) ORDER BY place LIMIT 1) AS mark
       FROM (SELECT) one LEFT JOIN ${schema}.head ON head.campaign = $1`,
      [campaign, key, unless],
    );
    const { known = false, sequence, hash, mark } = found[0] ?? {};
    if (known) return { type: "duplicate" };
    const head = hash == null ? undefined : { sequence: Number(sequence), hash };
    if (after !== undefined && after !== (head?.sequence ?? 0)) return { type: "moved" };
    if (mark != null) return { type: "blocked", mark };
    if (reserve !== undefined && reserve.evenPastCaps !== true) {
      const over = await firstOver(client, campaign, { ...reserve, worth: entry.worth });
      if (over !== undefined) return { type: "over", ...over };
    }
    await changeMarks(client, campaign, entry);
    await changeCapUses(client, campaign, entry);
    const row = rowAfter(head, { campaign, entry, now: now() });
    await client.query(
      `WITH moved AS (
         INSERT INTO ${schema}.head (campaign, sequence, hash, signature) VALUES ($1, $2, $7, $8)
         ON CONFLICT (campaign) DO UPDATE SET sequence = $2, hash = $7, signature = $8
       )
       INSERT INTO ${schema}.event (campaign, sequence, key, at, body, moves, hash, position)
       SELECT $1, $2, $3, $4, $5, $6, $7, base + ${transaction} FROM ${schema}.ledger`,
      [campaign, row.sequence, key, row.at, row.body, row.moves, row.hash, signer.sign(headText(row))],
    );
    return { type: "appended", stored: stored(row) };
  };

  const changeMarks = async (client: ClientBase, campaign: string, { raise = [], lower = [] }: Entry) => {
    if (raise.length > 0)
      await client.query(
        `INSERT INTO ${schema}.mark (name, campaign) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING`,
        [raise, campaign],
      );
    if (lower.length > 0)
      await client.query(`DELETE FROM ${schema}.mark WHERE name = ANY ($1) AND campaign = $2`, [
        lower,
        campaign,
      ]);
  };

  const changeCapUses = async (client: ClientBase, campaign: string, entry: Entry) => {
    const { reserve, settle, reduce, grow } = entry;
    if (reserve !== undefined) {
      await release(client, campaign, reserve.stepId);
      await client.query(
        `INSERT INTO ${schema}.claim (campaign, step, scope, key, currency, minor, cap, state)
         SELECT $1, $2, scope, key, currency, minor, cap, 'reserved'
         FROM jsonb_to_recordset($3) AS bound (scope text, key text, currency text, minor bigint, cap bigint)`,
        [campaign, reserve.stepId, JSON.stringify(reserve.claims)],
      );
    }
    if (settle?.as === "released") await release(client, campaign, settle.stepId);
    if (settle?.as === "committed")
      await client.query(`UPDATE ${schema}.claim SET state = 'committed' WHERE campaign = $1 AND step = $2`, [
        campaign,
        settle.stepId,
      ]);
    await bind(client, "least", { campaign, bounds: reduce });
    await bind(client, "greatest", { campaign, bounds: grow });
  };

  const firstOver = async (
    client: ClientBase,
    campaign: string,
    { stepId, claims: all, worth }: NonNullable<Entry["reserve"]> & Pick<Entry, "worth">,
  ): Promise<{ claim: CapUse; claimed: number } | undefined> => {
    const claims = all.filter(isCapped);
    const column = (name: "scope" | "key" | "currency") => claims.map((claim) => claim[name]);
    const { rows: sums } = await client.query<{ claimed: string }>(
      `SELECT coalesce(sum(held.minor), 0) AS claimed
       FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS wanted (scope, key, currency, place)
       LEFT JOIN ${schema}.claim held ON held.scope = wanted.scope AND held.key = wanted.key
         AND held.currency = wanted.currency AND NOT (held.campaign = $1 AND held.step = $2)
       GROUP BY place ORDER BY place`,
      [campaign, stepId, column("scope"), column("key"), column("currency")],
    );
    for (const [n, claim] of claims.entries()) {
      const { rows: others } = await client.query<{ currency: string; minor: string }>(
        boundElsewhere(
          `${schema}.claim`,
          (n) => `$${n}::text`,
          "SELECT jsonb_array_elements_text($7::jsonb)",
        ),
        elsewhereOf(claim, campaign, stepId),
      );
      const counted = others.map((other) => ({ ...other, minor: Number(other.minor) }));
      const claimed = usedOf(claim, Number(sums[n]?.claimed), { others: counted, worth });
      if (claimed + claim.minor > claim.cap) return { claim, claimed };
    }
    return undefined;
  };

  const release = (client: ClientBase, campaign: string, step: string) =>
    client.query(`DELETE FROM ${schema}.claim WHERE campaign = $1 AND step = $2 AND state = 'reserved'`, [
      campaign,
      step,
    ]);

  const bind = async (
    client: ClientBase,
    pick: "least" | "greatest",
    { campaign, bounds = [] }: { readonly campaign: string; readonly bounds: Entry["reduce"] },
  ) => {
    for (const { stepId, claims } of bounds)
      for (const { scope, key, currency, minor } of claims)
        await client.query(
          `UPDATE ${schema}.claim SET minor = ${pick}(minor, $1)
           WHERE campaign = $2 AND step = $3 AND scope = $4 AND key = $5 AND currency = $6`,
          [minor, campaign, stepId, scope, key, currency],
        );
  };

  // A transaction that is still open may be of a lower number than one that has ended: only what comes before all of them
  // is read, so that nothing is passed over for good.
  const settled = `position > $1 AND position < (SELECT base FROM ${schema}.ledger) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

  return {
    append: async (campaign, entry) => {
      for (const claim of capUsesOf(entry)) checked(claim);
      return using(({ signer, inTransaction }) =>
        inTransaction(locks(schema, campaign, entry), (client) => write(client, { campaign, entry, signer })),
      );
    },
    read: async (campaign, after = 0) => {
      const text = `SELECT * FROM ${schema}.event WHERE campaign = $1 AND sequence > $2 ORDER BY sequence`;
      return (await rows<Row>(text, [campaign, after])).map(stored);
    },
    holders: async (campaigns, key) => {
      const text = `SELECT campaign FROM ${schema}.event WHERE campaign = ANY ($1) AND key = $2`;
      const found = await rows<Pick<Row, "campaign">>(text, [campaigns, key]);
      return new Set(found.map(({ campaign }) => campaign));
    },
    campaigns: async () => {
      const text = `SELECT campaign FROM ${schema}.event WHERE sequence = 1 ORDER BY at DESC, position DESC`;
      return (await rows<Pick<Row, "campaign">>(text)).map(({ campaign }) => campaign);
    },
    changed: async (since) => {
      const found = await rows<{ campaign: string; position: number }>(
        `SELECT campaign, max(position) AS position FROM ${schema}.event WHERE ${settled} GROUP BY campaign`,
        [since],
      );
      return {
        position: found.reduce((latest, { position }) => Math.max(latest, position), since),
        campaignIds: found.map(({ campaign }) => campaign),
      };
    },
    after: async (position, most) => {
      const text = `SELECT * FROM ${schema}.event WHERE ${settled} ORDER BY position LIMIT $2`;
      const found = await rows<Row & { position: number }>(text, [position, most]);
      return found.map((row) => ({ position: row.position, ...stored(row) }));
    },
    marks: async (prefix) => {
      const text = `SELECT DISTINCT name FROM ${schema}.mark WHERE starts_with(name, $1) ORDER BY name`;
      return (await rows<{ name: string }>(text, [prefix])).map(({ name }) => name);
    },
    reservations: async (campaign) => {
      const text = `SELECT * FROM ${schema}.claim WHERE $1::text IS NULL OR campaign = $1
        ORDER BY campaign, step, scope, key`;
      return (await rows<CapUseRow>(text, [campaign])).map(reservationIn);
    },
    saveSnapshot: (campaign, { version, sequence, hash, state }) =>
      using(async ({ pool, signer }) => {
        const text = JSON.stringify(state);
        const signature = signer.sign(snapshotText({ campaign, version, sequence, hash, state: text }));
        await pool.query(
          `INSERT INTO ${schema}.snapshot (campaign, version, sequence, hash, state, signature)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (campaign)
           DO UPDATE SET version = $2, sequence = $3, hash = $4, state = $5, signature = $6`,
          [campaign, version, sequence, hash, text, signature],
        );
      }),
    snapshot: (campaign, version) =>
      using(async ({ pool, signer }) => {
        const found = await pool.query<KeptSnapshot>(
          `SELECT snapshot.* FROM ${schema}.snapshot JOIN ${schema}.event USING (campaign, sequence)
           WHERE campaign = $1 AND version = $2 AND snapshot.hash = event.hash`,
          [campaign, version],
        );
        const [row] = found.rows.map(withNumbers);
        // Money is decided on a state: one that this ledger's key did not sign is made anew.
        if (row === undefined || !signer.verify(snapshotText(row), row.signature)) return undefined;
        const { sequence, hash, state } = row;
        return { version, sequence, hash, state: JSON.parse(state) };
      }),
    verify: () =>
      using(({ signer, inTransaction }) =>
        inTransaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", async (client) =>
          faultsIn(await allRows(client, schema), signer),
        ),
      ),
    close,
  };
}

/** Statements that take an entry's locks, always in the same order, so that no two wait for each other. */
function locks(schema: string, campaign: string, { unless = [], raise = [], reserve }: Entry): string {
  const lock = (name: string, kind: "" | "_shared" = "") =>
    `SELECT pg_advisory_xact_lock${kind}(${lockNumber(`${schema} ${name}`)})`;
  const claims = reserve?.claims ?? [];
  const counted = new Set(claims.filter(isCapped).flatMap(placesOf));
  const bound = new Set(claims.flatMap(placesOf));
  return [
    lock(`campaign ${campaign}`),
    // Nothing begins while an order to stop it is being written.
    ...(raise.length > 0 ? [lock("marks")] : unless.length > 0 ? [lock("marks", "_shared")] : []),
    // Whoever sums under a cap waits for all that bind there, and they for it; those that only bind not for each other.
    ...[...bound].sort().map((place) => lock(`cap ${place}`, counted.has(place) ? "" : "_shared")),
  ].join("; ");
}

/** What a cap use adds up with, in whatever currency. */
function placesOf({ scope, key, among }: CapUse): string[] {
  return [key, ...(among === undefined ? [] : [among.key])].map((one) => JSON.stringify([scope, one]));
}

/** A signed 64-bit number that stands for a name. */
function lockNumber(name: string): string {
  return createHash("sha256").update(name).digest().readBigInt64BE().toString();
}

function capUsesOf({ reserve, reduce = [], grow = [] }: Entry): readonly CapUse[] {
  return [...(reserve?.claims ?? []), ...[...reduce, ...grow].flatMap(({ claims }) => claims)];
}
