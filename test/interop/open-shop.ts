import type { Brief } from "../../src/brief/brief.ts";
import type { Policy } from "../../src/campaign/model/policy/policy.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { hastyClock } from "../stories/story.ts";
import { type Campaign, openCampaign } from "./open-campaign.ts";
import { type Listing, openRegistry, type Registry } from "./registry.ts";
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
    lifetimeOnly = false,
    listing = {},
    policies,
    ...options
  }: Partial<Omit<SalesOptions, "clock" | "count">> & {
    /** What becomes of calls at the governance agent. */
    readonly governanceDamage?: SalesOptions["damage"];
    readonly lifetimeOnly?: boolean;
    /** Of its publisher's file. */
    readonly listing?: Pick<Listing, "movedTo" | "isNamed">;
    readonly policies?: readonly Policy[];
  } = {},
  asked: Partial<Brief> = {},
): Promise<Shop> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const wireClock = hastyClock();
  let counted = 0;
  const count = () => counted++;
  const pricing = fixedCpm("olv_cpm", 10);
  const olv = { id: "olv", channel: "olv", publisher: "shop.example", impressions: 5e6 } as const;
  const products = [product({ ...olv, pricing, lifetimeOnly })];
  const seller = await openSalesAgent({ products, ...options, clock, count });
  const governance = await openGovernanceAgent({ clock, count, damage: governanceDamage });
  const registry = await openRegistry([
    { domain: "shop.example", url: seller.url, type: "sales", channels: ["olv"], ...listing },
  ]);
  const campaign = await openCampaign({
    clock,
    registry,
    governance,
    known: [seller],
    wireClock,
    policies,
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
