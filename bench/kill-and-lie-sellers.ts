import { simulatedClock } from "../src/lib/clock.ts";
import type { A2aLine } from "../test/interop/agents/a2a-server.ts";
import { type Damage, damages } from "../test/interop/agents/damage.ts";
import { openRegistry } from "../test/interop/registry.ts";
import { openGovernanceAgent } from "../test/interop/sellers/governance.ts";
import { fixedCpm, product } from "../test/interop/sellers/products.ts";
import { openSalesAgent, type SalesAgent } from "../test/interop/sellers/sales-agent.ts";

/**
 * Sellers for `bench/kill-and-lie.ts`, on the public standard's own server and in a process of their own: as many as asked for
 * of each way to damage an order's first answer, and as many that damage nothing. Their books are told when a message comes.
 */
const [given = "6", wire = "mcp"] = process.argv.slice(2);
const count = Number(given);
const lines: Readonly<Record<string, A2aLine | undefined>> = { "a2a-1.0": "1.0", "a2a-0.3": "0.3" };
const line = lines[wire];
const clock = simulatedClock("2027-01-04T08:00:00Z");
let counted = 0;
const agentOptions = { clock, count: () => counted++ };

export interface OpenAgent {
  readonly url: string;
  readonly token: string;
}

/** Sellers that do one thing to an order's first answer, the registry that knows them, and a governance agent. */
export interface Shopping {
  readonly damage: Damage | "none";
  readonly sellers: readonly OpenAgent[];
  readonly registryUrl: string;
  readonly wellKnownUrl: string;
  readonly governance: OpenAgent;
}

/** What the sellers of one such market have in their books. */
export interface Told {
  readonly orders: number;
  readonly damaged: number;
  /** Ids with what was ordered, in minor units. */
  readonly buys: readonly { readonly id: string; readonly minor: number }[];
}

async function open(damage: Damage | "none") {
  let damaged = 0;
  const sellers = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<readonly [string, SalesAgent]> => {
      const publisher = `${damage}-${index + 1}.example`;
      let isFirst = true;
      const seller = await openSalesAgent({
        ...agentOptions,
        line,
        products: [
          product({
            id: `video_${index + 1}`,
            channel: "olv",
            publisher,
            pricing: fixedCpm("cpm", 10 + index / 10),
            impressions: 1e7,
          }),
        ],
        damage: ({ tool }) => {
          if (damage === "none" || tool !== "create_media_buy" || !isFirst) return undefined;
          isFirst = false;
          damaged += 1;
          return damage;
        },
      });
      return [publisher, seller];
    }),
  );
  const governance = await openGovernanceAgent(agentOptions);
  const registry = await openRegistry(
    sellers.map(([domain, { url }]) => ({ domain, url, type: "sales", channels: ["olv"] })),
  );
  const agents = sellers.map(([, seller]) => seller);
  const shopping: Shopping = {
    damage,
    sellers: agents.map(({ url, token }) => ({ url, token })),
    registryUrl: registry.url,
    wellKnownUrl: registry.wellKnownUrl,
    governance: { url: governance.url, token: governance.token },
  };
  const told = (): Told => ({
    orders: agents.flatMap(({ calls }) => calls).filter(({ tool }) => tool === "create_media_buy").length,
    damaged,
    buys: agents
      .flatMap(({ books }) => [...books.buys.values()])
      .map(({ id, packages }) => ({
        id,
        minor: Math.round(packages.reduce((sum, { budget }) => sum + budget, 0) * 100),
      })),
  });
  return { shopping, told };
}

// The keys of a literal table are its names.
const kinds = ["none", ...(Object.keys(damages) as Damage[])] as const;
const markets = await Promise.all(kinds.map(open));
process.on("message", () => process.send?.(markets.map(({ told }) => told())));
// They end with whoever started them, however that ends.
process.on("disconnect", () => process.exit());
process.send?.(markets.map(({ shopping }) => shopping));
