import Database from "libsql";
import { type App, createApp } from "../src/app.ts";
import type { Brief } from "../src/brief/brief.ts";
import type { Observer } from "../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../src/campaign/model/state/state.ts";
import { advance } from "../src/campaign/run/advance.ts";
import { type Head, hashOf, headText, snapshotText } from "../src/ledger/chain.ts";
import type { Stored } from "../src/ledger/ledger.ts";
import { ledgerFile } from "../src/ledger/open-ledger.ts";
import { databaseAt } from "../src/ledger/postgres-pool.ts";
import { allRows, countOn } from "../src/ledger/postgres-tables.ts";
import { rawTables, type Tables } from "../src/ledger/raw-tables.ts";
import { fileSigner, keyFileOf } from "../src/ledger/signing-key.ts";
import { openSqliteLedger } from "../src/ledger/sqlite.ts";
import type { SimulatedClock } from "../src/lib/clock.ts";
import { digest } from "../src/lib/digest.ts";
import { money } from "../src/lib/money.ts";
import { cpm, type SellerProfile } from "../src/sandbox/inventory/listing.ts";
import { sellers as ownSellers } from "../src/sandbox/inventory/sellers.ts";
import { type Sandbox, sandboxExchange } from "../src/sandbox/sandbox.ts";

/** Ten sellers whose products are each too small for a whole share of the budget, so that a buy has several packages. */
export const sellers: readonly SellerProfile[] = Array.from({ length: 10 }, (_, seller) => ({
  slug: `bench-${seller}`,
  domain: `bench-${seller}.example`,
  name: `Bench ${seller}`,
  listings: Array.from({ length: 4 }, (_, product) => ({
    product_id: `video_${product}`,
    name: `Video ${product}`,
    description: "Pre-roll on news and weather sites of the region, every day of the week",
    channels: ["olv"],
    countries: ["DE"],
    delivery_type: "guaranteed" as const,
    formats: ["video_15s", "video_30s"],
    weekly: [100_000, 120_000] as const,
    pricing: [cpm("EUR", 10 + product / 10, 100)],
  })),
}));

const brand = { domain: "acme.example", name: "Acme" };
const brief: Brief = {
  name: "Bench",
  brand,
  objective: "awareness",
  budget: money(50_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-07-31" },
  countries: ["DE"],
  channels: ["olv"],
  limits: { maxSharePerSeller: 0.1, excludedSellers: ownSellers.map(({ domain }) => domain) },
  creatives: [],
  message: "A runner at dawn. Out early.",
  questions: [],
};

export function openApp(
  home: string,
  sandbox: Pick<Sandbox, "registryUrl" | "governanceUrl" | "wellKnownUrl" | "token"> & {
    readonly sharedOrigins: Iterable<string>;
  },
  clock: SimulatedClock,
  ledgerUrl?: string,
): App {
  return createApp({
    settings: {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      home,
      seller_deadline: 20_000,
      ledger_url: ledgerUrl,
    },
    secrets: { token: sandbox.token },
    policies: [],
    exchange: sandboxExchange,
    clock,
    progress: () => undefined,
  });
}

/** Plans and buys one campaign on the sandbox, and returns its id. `limits` go before the brief's own. */
export async function buyCampaign(
  app: App,
  limits: Partial<Brief["limits"]> = {},
  observe?: Observer,
): Promise<string> {
  const id = await app.begin({ ...brief, limits: { ...brief.limits, ...limits } });
  const waiting = await advance(await app.ports(id, observe), "end");
  const stuck = waiting.filter(({ type }) => type !== "date");
  if (stuck.length > 0) throw new Error(`the campaign is not bought: ${JSON.stringify(stuck)}`);
  return id;
}

/**
 * Writes a campaign's history into a ledger, under so many names. Every id in it begins with the campaign's. The ledger appends the
 * first copy; the others are its rows, renamed and sealed anew: appends of hundreds take minutes.
 */
export async function copyCampaign(
  { id: original, plan }: Pick<CampaignState, "id" | "plan">,
  history: readonly Stored[],
  { file, count }: { readonly file: string; readonly count: number },
): Promise<void> {
  const planText = JSON.stringify(plan);
  const renamed = (n: number) => `${original}-${n}`;
  const digestOf = (n: number) => digest(JSON.parse(planText.replaceAll(original, renamed(n))));
  let at = 0;
  const ledger = openSqliteLedger(file, () => at);
  const text = JSON.stringify(history).replaceAll(original, renamed(0));
  for (const { event, key, moves, at: recordedAt } of JSON.parse(
    text.replaceAll(digest(plan), digestOf(0)),
  ) as Stored[]) {
    at = Date.parse(recordedAt);
    const appended = await ledger.append(renamed(0), { event, key, ...moves });
    if (appended.type !== "appended") throw new Error(`${key}: ${appended.type}`);
  }
  await ledger.close();
  const database = new Database(file);
  const signer = fileSigner(keyFileOf(file));
  const rows = JSON.stringify(rawTables(database));
  for (let n = 1; n < count; n++) {
    const tables = JSON.parse(
      rows.replaceAll(renamed(0), renamed(n)).replaceAll(digestOf(0), digestOf(n)),
    ) as Tables;
    let hash = "";
    const event = tables.event.map((row) => {
      hash = hashOf(hash, row);
      return { ...row, hash };
    });
    const unsigned: Omit<Head, "signature"> = { campaign: renamed(n), sequence: event.length, hash };
    const head = [{ ...unsigned, signature: signer.sign(headText(unsigned)) }];
    database.transaction(() => {
      insert(database, { ...tables, event, head });
    })();
  }
  database.close();
}

function insert(database: Database.Database, tables: Tables): void {
  for (const [table, rows] of Object.entries(tables)) {
    const names = Object.keys(rows[0] ?? {});
    if (names.length === 0) continue;
    const places = names.map((name) => `:${name}`).join(", ");
    const one = database.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`);
    for (const row of rows) one.run(row);
  }
}

/** Campaigns of one brand among copies. */
const copiesOfBrand = 10;

/**
 * Writes the rows of the one campaign in a PostgreSQL ledger beside it, under so many names and their brands, with `agents`
 * in the place of the address of its agents. An append each would take minutes.
 */
export async function copyRows(
  { id: original, plan }: Pick<CampaignState, "id" | "plan">,
  {
    url,
    home,
    from,
    to,
    agents: [before, after],
  }: {
    readonly url: string;
    readonly home: string;
    /** Numbers of the first copy, and of the one after the last. */
    readonly from: number;
    readonly to: number;
    readonly agents: readonly [before: string, after: string];
  },
): Promise<string[]> {
  const database = databaseAt(url, keyFileOf(ledgerFile(home)));
  const planText = JSON.stringify(plan);
  const planDigest = digest(plan);
  const ids: string[] = [];
  await database.using(({ inTransaction, signer }) =>
    inTransaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", async (client) => {
      const text = JSON.stringify(ofOne(await allRows(client, database.schema), original));
      const last = await client.query<{ position: string }>(
        `SELECT max(position) AS position FROM ${database.schema}.event`,
      );
      let position = Number(last.rows[0]?.position);
      const write = async (tables: Omit<Tables, "event"> & { readonly event: readonly object[] }) => {
        for (const table of ["event", "head", "claim", "mark", "snapshot"] as const)
          await client.query(
            `INSERT INTO ${database.schema}.${table}
             SELECT * FROM json_populate_recordset(NULL::${database.schema}.${table}, $1::json)`,
            [JSON.stringify(tables[table])],
          );
      };
      for (let n = from; n < to; n++) {
        const id = `${original}-${n}`;
        const renamed = (of: string) =>
          of
            .replaceAll(original, id)
            .replaceAll(brand.domain, `brand-${Math.floor(n / copiesOfBrand)}.example`)
            .replaceAll(before, after);
        const newDigest = digest(JSON.parse(renamed(planText)));
        const tables = JSON.parse(renamed(text).replaceAll(planDigest, newDigest)) as Tables;
        let hash = "";
        const event = tables.event.map((row) => {
          hash = hashOf(hash, row);
          return { ...row, hash, position: ++position };
        });
        const unsigned: Omit<Head, "signature"> = { campaign: id, sequence: event.length, hash };
        const snapshot = tables.snapshot.map((kept) => {
          const view = { ...kept, hash: event[kept.sequence - 1]?.hash ?? "" };
          return { ...view, signature: signer.sign(snapshotText(view)) };
        });
        const head = [{ ...unsigned, signature: signer.sign(headText(unsigned)) }];
        await write({ ...tables, event, head, snapshot });
        ids.push(id);
      }
      await countOn(client, database.schema);
    }),
  );
  await database.close();
  return ids;
}

/** The rows of one campaign. */
function ofOne(tables: Tables, id: string): Tables {
  const own = <Row extends { readonly campaign: string }>(rows: readonly Row[]) =>
    rows.filter(({ campaign }) => campaign === id);
  return {
    event: own(tables.event),
    head: own(tables.head),
    claim: own(tables.claim),
    mark: own(tables.mark),
    snapshot: own(tables.snapshot),
  };
}
