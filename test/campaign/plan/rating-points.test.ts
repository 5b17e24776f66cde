import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { planIn, type Sold } from "../quote/standard-market.ts";

const women = { age: { from: 25, to: 54 }, gender: "female" } as const;
const young = { age: { from: 14, to: 49 } } as const;

function spots(product: string, price: number, points: number, code: string): Sold {
  return {
    product,
    channels: ["linear_tv"],
    option: { pricing_model: "cpp", fixed_price: price, parameters: { demographic: code } },
    forecast: { demographic: code, points: [{ metrics: { grps: { mid: points } } }] },
  };
}

const goal = (target: number, values: Partial<Brief> & { euros: number }) =>
  ({
    kpi: { metric: "trp", target },
    countries: ["NL"],
    universe: { people: { NL: 2_000_000 }, source: "our panel" },
    ...values,
  }) as const;

describe("rating points are contacts in the group, for each hundred of its people", () => {
  it.each([
    [900, 80, 50, 45_000],
    [500, 60, 40, 20_000],
    [1250, 200, 120, 150_000],
    [80, 30, 25, 2_000],
  ])("at %i a point of %i there are %i for %i", async (price, available, points, euros) => {
    const { plan } = await planIn(
      [spots("tv", price, available, "E 14-49")],
      goal(points, { euros, demographics: young }),
    );
    expect(plan.total.minor).toBe(euros * 100);
    expect(plan.goal).toMatchObject({ metric: "grps", reached: { mid: points }, share: 1 });
    expect(plan.goal?.basis).toContain(
      "1 % of the 2,000,000 people of the Netherlands, people aged 14 to 49 (our panel)",
    );
  });

  it("of another group are not known without a factor, and by its source with one", async () => {
    const market = [spots("tv", 900, 80, "E 14-49")];
    const unknown = await planIn(market, goal(50, { euros: 45_000, demographics: women }));
    expect(unknown.plan.goal?.reached).toBeUndefined();
    const { plan, offers } = await planIn(
      market,
      goal(36, {
        euros: 45_000,
        demographics: women,
        measurement: { pointFactors: [{ from: "E14-49", factor: 0.72, source: "the panel of 2026" }] },
      }),
    );
    expect(plan.goal?.reached?.mid).toBeCloseTo(36, 0);
    expect(offers[0]?.assumptions.join()).toContain(
      "a rating point of E 14-49 is 0.72 of the brief's group (the panel of 2026)",
    );
  });

  it("of impressions are as many as fall to the group, from none to all", async () => {
    const sold: Sold = {
      product: "ctv",
      channels: ["ctv"],
      option: { fixed_price: 10 },
      forecast: {
        demographic: "A18+",
        points: [{ metrics: { impressions: { mid: 8_000_000 }, audience_size: { mid: 8_000_000 } } }],
      },
    };
    const { plan } = await planIn([sold], goal(100, { euros: 80_000, demographics: women }));
    // A quarter of 8 M contacts, of 2 M people.
    expect(plan.goal?.reached).toEqual({ low: 0, mid: 100, high: 400 });
    expect(plan.goal?.grp).toBeCloseTo(100);
  });
});

describe("reach with n contacts or more", () => {
  const sold: Sold = {
    product: "ctv",
    channels: ["ctv"],
    option: { fixed_price: 10 },
    forecast: {
      reach_unit: "individuals",
      points: [{ metrics: { impressions: { mid: 4_000_000 }, reach: { mid: 900_000 } } }],
    },
  };
  const at = async (n?: number) =>
    (
      await planIn([sold], {
        kpi: { metric: "reach_n", target: 500_000, ...(n !== undefined && { n }) },
        euros: 40_000,
        countries: ["NL"],
        universe: { people: { NL: 2_000_000 }, source: "our panel" },
      })
    ).plan.goal;

  it("counts from the brief's own n on, and from three where it names none", async () => {
    const [two, three, five, none] = [await at(2), await at(3), await at(5), await at()];
    expect(two?.effectiveReach?.times).toBe(2);
    expect(none?.reached).toEqual(three?.reached);
    expect(two?.reached?.mid ?? 0).toBeGreaterThan(three?.reached?.mid ?? 0);
    expect(three?.reached?.mid ?? 0).toBeGreaterThan(five?.reached?.mid ?? 0);
    expect(two?.reached?.mid ?? 0).toBeLessThan(900_000);
  });
});
