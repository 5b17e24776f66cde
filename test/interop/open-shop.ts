import type { Brief } from "../../src/campaign/model/brief.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { hastyClock } from "../stories/story.ts";
import { type Campaign, openCampaign } from "./open-campaign.ts";
import { openRegistry, type Registry } from "./registry.ts";
import { type GovernanceAgent, openGovernanceAgent } from "./sellers/governance.ts";
import { fixedCpm, product } from "./sellers/products.ts";
import { openSalesAgent, type SalesAgent, type SalesOptions } from "./sellers/sales-agent.ts";

/** One seller with one product, and a campaign that buys it. */
export interface Shop extends AsyncDisposable {
  readonly clock: SimulatedClock;
  readonly seller: SalesAgent;
  readonly governance: GovernanceAgent;
  readonly registry: Registry;
  readonly campaign: Campaign;
  /** Waits on it take no time. */
  readonly wireClock: SimulatedClock;
}

export async function openShop(
  {
    governanceDamage,
    ...options
  }: Partial<Omit<SalesOptions, "clock" | "count">> & {
    /** What becomes of calls at the governance agent. */
    readonly governanceDamage?: SalesOptions["damage"];
  } = {},
  asked: Partial<Brief> = {},
): Promise<Shop> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const wireClock = hastyClock();
  let counted = 0;
  const count = () => counted++;
  const pricing = fixedCpm("olv_cpm", 10);
  const products = [
    product({ id: "olv", channel: "olv", publisher: "shop.example", pricing, impressions: 5e6 }),
  ];
  const seller = await openSalesAgent({ products, ...options, clock, count });
  const governance = await openGovernanceAgent({ clock, count, damage: governanceDamage });
  const registry = await openRegistry([
    { domain: "shop.example", url: seller.url, type: "sales", channels: ["olv"] },
  ]);
  const campaign = await openCampaign({
    clock,
    registry,
    governance,
    known: [seller],
    wireClock,
    brief: { channels: ["olv"], budget: money(1_000_000, "EUR"), limits: { excludedSellers: [] }, ...asked },
  });
  return {
    clock,
    seller,
    governance,
    registry,
    campaign,
    wireClock,
    [Symbol.asyncDispose]: async () => {
      for (const each of [campaign, registry, governance, seller]) await each[Symbol.asyncDispose]();
    },
  };
}
