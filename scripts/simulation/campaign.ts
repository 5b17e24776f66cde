import type { Brief } from "../../src/brief/brief.ts";
import type { Offer } from "../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../src/campaign/model/offers/plan.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { money } from "../../src/lib/money.ts";
import { sellerUrl } from "./ports.ts";
import type { World } from "./worlds/world.ts";

export const flightStart = "2027-03-01";
const dayMs = 86_400_000;
const kpis = {
  conversions: { metric: "cpa", target: 10 },
  clicks: { metric: "cpc", target: 1 },
  completed_views: { metric: "cpcv", target: 0.05 },
  impressions: { metric: "impressions", target: 1 },
  reach: { metric: "reach", target: 1 },
} as const;

/** The events with which a campaign in a world begins: everything up to its plan. */
export function campaignIn(world: World, limits: Partial<Brief["limits"]> = {}): CampaignEvent[] {
  const budget = money(
    world.lines.reduce((sum, { planned }) => sum + planned, 0),
    "EUR",
  );
  const end = new Date(Date.parse(flightStart) + (world.days - 1) * dayMs).toISOString().slice(0, 10);
  const brief: Brief = {
    name: "Simulation",
    brand: { domain: "acme.example" },
    objective: "conversion",
    budget,
    flight: { start: flightStart, end },
    countries: ["DE"],
    channels: ["display"],
    kpi: kpis[world.metric],
    limits: { maxSharePerSeller: world.mostPerLine, excludedSellers: [], ...limits },
    creatives: [],
    questions: [],
  };
  const offers = world.lines.map((_, place) => offerOf(world, place));
  const plan: Plan = {
    id: "simulation",
    total: budget,
    unallocated: money(0, "EUR"),
    lines: offers.map((offer, place) => ({
      lineId: `${offer.sellerId}/${offer.productId}`,
      offerId: offer.id,
      sellerId: offer.sellerId,
      productId: offer.productId,
      pricingOptionId: offer.pricingOptionId,
      channels: offer.channels,
      amount: money(world.lines[place]?.planned ?? 0, "EUR"),
      budget: money(world.lines[place]?.planned ?? 0, "EUR"),
      reason: "as its seller forecasts",
    })),
    leftOut: [],
    binding: [],
  };
  return [
    { type: "campaign-begun", brief, governancePlanId: "simulation", policies: [] },
    {
      type: "sellers-discovered",
      sellers: offers.map(({ sellerId }, place) => ({
        id: sellerId,
        domain: sellerId,
        agentUrl: sellerUrl(place),
        channels: ["display"],
        tasks: [],
        replayWindowSeconds: 86_400,
        eligible: true,
        reasons: [],
      })),
      creativeAgents: [],
    },
    { type: "offers-quoted", quotes: [], offers },
    {
      type: "offers-ranked",
      ranking: {
        rows: offers.map(({ id }) => ({ offerId: id, gate: "pass", gateReasons: [], score: 50, parts: [] })),
      },
    },
    { type: "plan-made", plan },
  ];
}

function offerOf(world: World, place: number): Offer {
  const line = world.lines[place];
  if (line === undefined) throw new RangeError(`there is no line ${place}`);
  const sellerId = `seller-${place + 1}.example`;
  return {
    id: `${sellerId}/display/cpm`,
    sellerId,
    productId: "display",
    pricingOptionId: "cpm",
    name: line.name,
    description: "",
    channels: ["display"],
    countries: ["DE"],
    formats: [],
    pricingModel: "cpm",
    currency: "EUR",
    auction: false,
    price: money(line.cpm, "EUR"),
    cpm: { low: line.cpm, mid: line.cpm, high: line.cpm },
    assumptions: [],
    missing: [],
  };
}
