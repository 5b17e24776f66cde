import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import type { EarlierCampaign } from "../../../src/campaign/model/state/other-campaigns.ts";
import type { PreflightFacts } from "../../../src/campaign/preflight/facts.ts";
import { money } from "../../../src/lib/money.ts";

const brief: Brief = {
  name: "Spring launch",
  brand: { domain: "acme.shop" },
  objective: "awareness",
  budget: money(100_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE", "AT"],
  channels: ["olv"],
  limits: { excludedSellers: [] },
  creatives: [],
  questions: [],
};

/** One package for 600 EUR of a plan for 1,000 EUR, checked two weeks before its flight, without objection. */
export function facts(
  changes: Partial<Omit<PreflightFacts, "brief">> & {
    readonly brief?: Partial<Brief>;
    readonly line?: Partial<PlanLine>;
    readonly offer?: Partial<Offer>;
  } = {},
): PreflightFacts {
  const { brief: briefChanges, line: lineChanges, offer: offerChanges, ...rest } = changes;
  const line: PlanLine = {
    lineId: "seller.example/video",
    offerId: "seller.example/video/fixed",
    sellerId: "seller.example",
    productId: "video",
    pricingOptionId: "fixed",
    channels: ["olv"],
    amount: money(60_000, "EUR"),
    budget: money(60_000, "EUR"),
    reason: "it fits",
    ...lineChanges,
  };
  const offer: Offer = {
    id: "seller.example/video/fixed",
    sellerId: "seller.example",
    productId: "video",
    pricingOptionId: "fixed",
    name: "Video",
    description: "",
    channels: ["olv"],
    countries: ["DE", "AT"],
    formats: [],
    pricingModel: "cpm",
    currency: "EUR",
    auction: false,
    assumptions: [],
    missing: [],
    ...offerChanges,
  };
  return {
    hosts: [],
    financials: new Map(),
    brief: { ...brief, ...briefChanges },
    briefDigest: "this brief",
    plan: {
      id: "plan",
      total: line.amount,
      unallocated: money(40_000, "EUR"),
      lines: [line],
      leftOut: [],
      binding: [],
    },
    sellers: [],
    offers: [offer],
    products: ["https://seller.example/mcp video"],
    coverage: [],
    today: "2027-01-04",
    underWay: false,
    negotiatedDialect: [],
    foreseen: [],
    operator: "desk.shop",
    accountCurrencies: new Map(),
    earlier: [],
    ...rest,
  };
}

/** A live campaign of the same brand, for 1,000 EUR, in the same weeks and with another brief and other products. */
export function earlier(changes: Partial<EarlierCampaign> = {}): EarlierCampaign {
  return {
    id: "winter-1",
    name: "Winter",
    briefDigest: "another brief",
    budget: money(100_000, "EUR"),
    flight: { start: "2027-01-18", end: "2027-02-28" },
    live: true,
    bought: true,
    products: ["https://seller.example/mcp audio"],
    ...changes,
  };
}
