import type { Brief } from "../../src/brief/brief.ts";
import type { Offer } from "../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../src/campaign/model/offers/plan.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { money } from "../../src/lib/money.ts";
import { sellerUrl } from "./ports.ts";
import { plannedBudgets, sellerShare } from "./worlds/clairvoyant.ts";
import { toldOutcomes, type World } from "./worlds/world.ts";

export const flightStart = "2027-03-01";
const dayMs = 86_400_000;
/** Corners of the curve that a seller tells. */
const corners = 24;
/** What is told as impressions: whole numbers that keep the curve's shape. */
const impressionsPerOutcome = 1_000;

/** The events with which a campaign in a world begins: everything up to the plan of one who believes what sellers tell. */
export function campaignIn(world: World, limits: Partial<Brief["limits"]> = {}): CampaignEvent[] {
  const budget = money(world.budget, "EUR");
  const days = world.periods * world.daysPerPeriod;
  const end = new Date(Date.parse(flightStart) + (days - 1) * dayMs).toISOString().slice(0, 10);
  const brief: Brief = {
    name: "Simulation",
    brand: { domain: "acme.example" },
    objective: "conversion",
    budget,
    flight: { start: flightStart, end },
    countries: ["DE"],
    channels: ["display"],
    kpi: { metric: "cpa", target: 10 },
    limits: { maxSharePerSeller: sellerShare, excludedSellers: [], ...limits },
    creatives: [],
    questions: [],
  };
  const offers = world.packages.map((_, place) => offerOf(world, place));
  const planned = plannedBudgets(world);
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
      amount: money(planned[place] ?? 0, "EUR"),
      budget: money(planned[place] ?? 0, "EUR"),
      reason: "what its seller tells",
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
  const one = world.packages[place];
  if (one === undefined) throw new RangeError(`there is no package ${place}`);
  const days = world.periods * world.daysPerPeriod;
  const sellerId = `seller-${place + 1}.example`;
  return {
    id: `${sellerId}/display/cpm`,
    sellerId,
    productId: "display",
    pricingOptionId: "cpm",
    name: one.name,
    description: "",
    channels: ["display"],
    countries: ["DE"],
    formats: [],
    pricingModel: "cpm",
    currency: "EUR",
    auction: false,
    price: money(1_000, "EUR"),
    cpm: { low: 1_000, mid: 1_000, high: 1_000 },
    response: Array.from({ length: corners }, (_, corner) => {
      const daily = one.saturation * 5 * ((corner + 1) / corners) ** 1.5;
      return {
        amount: Math.round(daily * days),
        impressions: Math.round(toldOutcomes(one, daily) * days * impressionsPerOutcome),
      };
    }),
    assumptions: [],
    missing: [],
  };
}
