import { type App, createApp } from "../src/app.ts";
import type { Brief } from "../src/campaign/model/brief.ts";
import type { Observer } from "../src/campaign/model/journal.ts";
import type { CampaignState } from "../src/campaign/model/state.ts";
import { advance } from "../src/campaign/run/advance.ts";
import type { Stored } from "../src/ledger/ledger.ts";
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

const brief: Brief = {
  name: "Bench",
  brand: { domain: "acme.example", name: "Acme" },
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
): App {
  return createApp({
    settings: {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      home,
      seller_deadline: 20_000,
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

/** Writes a campaign's history into a ledger, under so many names. Every id in it begins with the campaign's. */
export async function copyCampaign(
  { id: original, plan }: Pick<CampaignState, "id" | "plan">,
  history: readonly Stored[],
  { file, count }: { readonly file: string; readonly count: number },
): Promise<void> {
  const [text, planText, planDigest] = [JSON.stringify(history), JSON.stringify(plan), digest(plan)];
  let at = 0;
  const ledger = openSqliteLedger(file, () => at);
  for (let n = 0; n < count; n++) {
    const id = `${original}-${n}`;
    const renamed = digest(JSON.parse(planText.replaceAll(original, id)));
    const entries = JSON.parse(text.replaceAll(original, id).replaceAll(planDigest, renamed)) as Stored[];
    for (const { event, key, moves, at: recordedAt } of entries) {
      at = Date.parse(recordedAt);
      const appended = await ledger.append(id, { event, key, ...moves });
      if (appended.type !== "appended") throw new Error(`${key}: ${appended.type}`);
    }
  }
  await ledger.close();
}
