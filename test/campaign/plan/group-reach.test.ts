import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { lineReach } from "../../../src/campaign/plan/reach/line-reach.ts";
import { briefOf, offersIn, planIn, type Sold } from "../quote/standard-market.ts";

const kpi = { metric: "reach", target: 100_000 } as const;

function reaching(product: string, reach: number, more: { audience?: number; of?: string } = {}): Sold {
  const { audience, of } = more;
  return {
    product,
    channels: ["ctv"],
    option: { fixed_price: 10 },
    forecast: {
      reach_unit: "individuals",
      ...(of !== undefined && { demographic: of }),
      points: [
        {
          metrics: {
            impressions: { mid: 1_000_000 },
            reach: { mid: reach },
            ...(audience !== undefined && { audience_size: { mid: audience } }),
          },
        },
      ],
    },
  };
}

function group(people: number, values: Partial<Brief> = {}) {
  return {
    kpi,
    euros: 20_000,
    countries: ["NL"],
    demographics: { age: { from: 25, to: 44 } },
    universe: { people: { NL: people }, source: "our panel" },
    overlap: "none",
    ...values,
  } as const;
}

describe("reach of a group is its part of the people whom it was told for", () => {
  const two = ["a", "b"].map((name) => reaching(name, 400_000, { audience: 1_000_000, of: "A18+" }));

  it("100,000 each of 400,000 of a million, together 160,000, from none to 237,500", async () => {
    const { plan } = await planIn(two, group(250_000));
    expect(plan.reach).toMatchObject({ low: 0, expected: 160_000, high: 237_500 });
    expect(plan.goal?.reached).toMatchObject({ low: 0, mid: 160_000, high: 237_500 });
    const usual = await planIn(two, group(250_000, { overlap: "usual" }));
    expect(usual.plan.reach?.expected).toBe(152_000);
  });

  it.each([
    // 600,000 of 2 M, a group of 500,000: 150,000 each; missed by both .7 squared.
    [600_000, 2_000_000, 500_000, 255_000],
    [300_000, 3_000_000, 900_000, 171_000],
    [100_000, 400_000, 100_000, 43_750],
  ])("%i of %i, a group of %i: %i by two", async (reach, audience, people, expected) => {
    const sold = ["a", "b"].map((name) => reaching(name, reach, { audience, of: "A14+" }));
    const { plan } = await planIn(sold, group(people));
    expect(plan.reach?.expected).toBe(expected);
    expect(plan.reach?.low).toBe(0);
    expect(plan.reach?.high).toBe(Math.min(0.95 * people, 2 * Math.min(reach, 0.95 * people)));
  });

  it("is as told where it was told for the group itself, and never over 95 % of it", async () => {
    const own = reaching("own", 200_000, { of: "P25-44" });
    expect((await planIn([own], group(500_000))).plan.reach).toMatchObject({ low: 200_000, high: 200_000 });
    const nearlyAll = reaching("most", 490_000, { of: "P25-44" });
    expect((await planIn([nearlyAll], group(500_000))).plan.reach).toMatchObject({ high: 475_000 });
    // Without a group of its own, neither.
    const { plan } = await planIn([reaching("all", 990_000)], {
      ...group(1_000_000),
      demographics: undefined,
    });
    expect(plan.reach?.high).toBe(950_000);
  });

  it("is by the tables of ages where nobody says how large the audience is", async () => {
    const [offer] = offersIn([reaching("a", 400_000, { of: "W25-44" })], briefOf(group(2_000_000)));
    // Women are a part of the people asked for: all of them are in the group.
    expect(offer?.inGroup).toEqual({ low: 0, mid: 1, high: 1 });
    const [wide] = offersIn([reaching("a", 400_000)], briefOf(group(4_000_000)));
    expect(wide?.inGroup?.mid).toBeGreaterThan(0.2);
    expect(wide?.inGroup?.mid).toBeLessThan(0.3);
  });

  it("cannot be said against a target of more people than there are", async () => {
    const { plan } = await planIn(two, group(250_000, { kpi: { metric: "reach", target: 300_000 } }));
    expect(plan.goal?.share).toBeUndefined();
    expect(plan.goal?.missing.join()).toContain("cannot be said: 300,000 is more than the 250,000 people");
  });
});

describe("what less than one point of a forecast reaches", () => {
  const brief = briefOf({ countries: ["NL"], universe: { people: { NL: 1_000_000 }, source: "our panel" } });
  const at = (share: number, sold: Sold) => {
    const [offer] = offersIn([sold], brief);
    if (offer === undefined) throw new Error("no offer");
    const amount = { minor: share * 1_000_000, currency: "EUR" };
    return lineReach(
      {
        lineId: "a",
        offerId: offer.id,
        sellerId: offer.sellerId,
        productId: "a",
        pricingOptionId: "only",
        channels: [],
        amount,
        budget: amount,
        expectedImpressions: share * 1_000_000,
        reason: "",
      },
      offer,
    );
  };

  const byChance = (share: number) => 1_000_000 * (1 - (1 - 0.6) ** share);

  it.each([0.25, 0.5, 0.75, 1])("is by chance among the people that it was told for: %f", (share) => {
    expect(at(share, reaching("a", 600_000))).toBeCloseTo(byChance(share), 0);
    const budget: Sold = {
      product: "a",
      option: { fixed_price: 10 },
      forecast: {
        forecast_range_unit: "spend",
        reach_unit: "individuals",
        points: [{ budget: 10_000, metrics: { impressions: { mid: 1_000_000 }, reach: { mid: 600_000 } } }],
      },
    };
    expect(at(share, budget)).toBeCloseTo(byChance(share), 0);
  });
});
