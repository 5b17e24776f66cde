import { describe, expect, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { makePlan, type PlanRequest, splitBudget } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { money } from "../../../src/lib/money.ts";
import { brief, context, exactly, exchange, offer, sellers } from "../rank/arbitraries.ts";

/** Cheap media is what limits keep money from: dear offers keep every limit, and each cheap one breaks one. */
const dear = [1, 2, 3, 4].map((n) => sold(`dear-${n}`, { sellerId: sellerOf(n), cpm: 1200 }));
const content = { property_list: { agent_url: "https://lists.example", list_id: "safe" } };

type Values = Omit<Partial<Offer>, "cpm">;

function sellerOf(n: number): string {
  return sellers[n % sellers.length]?.id ?? "";
}

function sold(name: string, { cpm, ...values }: Values & { readonly cpm: number }): Offer {
  return offer({
    productId: name,
    name,
    countries: ["DE"],
    targetable: { countries: true, regions: true, minimumAge: true, propertyLists: true },
    price: money(cpm, "EUR"),
    cpm: exactly(cpm),
    impressions: exactly(8_000_000),
    channels: ["olv"],
    ...values,
  });
}

const cheap = (values: Values = {}) => sold("cheap", { cpm: 300, ...values });

function asked(values: Partial<Brief>): Brief {
  return brief({
    countries: ["DE"],
    channels: ["olv", "display"],
    kpi: { metric: "impressions", target: 9_000_000 },
    ...values,
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...values.limits },
  });
}

function requestFor(one: Brief, offers: readonly Offer[]): PlanRequest {
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  return { planId: "plan", brief: one, offers, signals: [], ranking: rankUnder(one), exchange, rankUnder };
}

interface Case {
  readonly limit: string;
  readonly brief: Brief;
  readonly without: Brief;
  readonly offers: readonly Offer[];
}

const limits = { excludedSellers: [], maxSharePerSeller: 1 };
const bremen = { include: { regions: ["DE-HB"] } };

const cases: readonly Case[] = [
  {
    limit: "only in Bremen",
    brief: asked({ places: bremen }),
    without: asked({}),
    offers: [...dear, cheap({ targetable: { countries: true } })],
  },
  {
    limit: "not in Bremen",
    brief: asked({ places: { exclude: bremen.include } }),
    without: asked({}),
    offers: [...dear, cheap({ targetable: { countries: true } })],
  },
  {
    limit: "nobody under 18",
    brief: asked({ minimumAge: 18 }),
    without: asked({}),
    offers: [...dear, cheap({ targetable: { countries: true, minimumAge: false } })],
  },
  {
    limit: "only among the content that is asked for",
    brief: asked({ content: { propertyList: content.property_list } }),
    without: asked({}),
    offers: [...dear, cheap({ targetable: { countries: true, propertyLists: false } })],
  },
  {
    limit: "at most 30 % of the budget at one seller",
    brief: asked({ limits: { ...limits, maxSharePerSeller: 0.3 } }),
    without: asked({ limits: { ...limits, maxSharePerSeller: 1 } }),
    offers: [...dear, cheap({ sellerId: sellerOf(1) })],
  },
  {
    limit: "nothing from delta.example",
    brief: asked({ limits: { ...limits, excludedSellers: ["delta.example"] } }),
    without: asked({}),
    offers: [...dear, cheap({ sellerId: "delta.example" })],
  },
  {
    limit: "at most 10 % of the budget on display",
    brief: asked({ limits: { ...limits, channelShares: { display: { max: 0.1 } } } }),
    without: asked({}),
    offers: [...dear, cheap({ channels: ["display"] })],
  },
  {
    limit: "at least 60 % of the budget on display",
    brief: asked({ limits: { ...limits, channelShares: { display: { min: 0.6 } } } }),
    without: asked({}),
    offers: [...dear.map((one) => ({ ...one, channels: ["display"] })), cheap()],
  },
  {
    limit: "at least 80 % of the budget with guaranteed delivery",
    brief: asked({ limits: { ...limits, minGuaranteedShare: 0.8 } }),
    without: asked({}),
    offers: [...dear, cheap({ deliveryType: "non_guaranteed" })],
  },
  {
    limit: "at least 3 sellers",
    brief: asked({ limits: { ...limits, minSellers: 3 } }),
    without: asked({}),
    offers: [
      ...dear.map((one) => ({ ...one, minimumSpend: money(1_500_000, "EUR") })),
      cheap({ sellerId: sellerOf(1) }),
    ],
  },
];

describe("a plan says what a limit of the brief costs", () => {
  test.each(cases)("$limit", async ({ limit, brief, without, offers }) => {
    const plan = await makePlan(requestFor(brief, offers));
    const best = await splitBudget(requestFor(without, offers));
    const cost = plan.costs?.find((one) => one.limit === limit);
    const gained = (best.goal?.expected.mid ?? 0) / (plan.goal?.expected.mid ?? 1) - 1;
    expect(gained).toBeGreaterThan(0.1);
    expect(cost?.more).toBeGreaterThan(0.9 * gained);
    expect(cost?.more).toBeLessThan(1.1 * gained);
    expect(cost?.expected).toBeCloseTo(best.goal?.expected.mid ?? 0, -6);
    expect(cost?.cost).toBeLessThan(plan.goal?.cost?.mid ?? 0);
  });

  test("and nothing of limits that cost nothing, or that nobody set", async () => {
    const free = asked({ minimumAge: 18, limits: { ...limits, minSellers: 1 } });
    expect((await makePlan(requestFor(free, dear))).costs).toBeUndefined();
  });

  test("computing with all that a seller forecasts where its order need not be kept to a region", async () => {
    const part = 0.01;
    const kept = [1, 2, 3, 4].map((n) =>
      sold(`kept-${n}`, { sellerId: sellerOf(n), cpm: 1200, impressions: exactly(8_000_000 * part), part }),
    );
    const { costs = [], goal } = await makePlan(requestFor(asked({ places: bremen }), kept));
    expect(goal?.expected.mid).toBe(320_000);
    expect(costs[0]).toMatchObject({ limit: "only in Bremen", expected: 4_166_666 });
  });
});
