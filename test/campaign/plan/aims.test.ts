import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { budget as budgetCheck } from "../../../src/campaign/preflight/checks/budget.ts";
import { times } from "../../depth.ts";
import { facts } from "../preflight/facts.ts";
import { planIn, type Sold } from "../quote/standard-market.ts";

function video(product: string, cpm: number, rate: number | undefined, impressions = 9_000_000): Sold {
  return {
    product,
    channels: ["olv"],
    option: { fixed_price: cpm },
    forecast: {
      points: [
        {
          metrics: {
            impressions: { mid: impressions },
            ...(rate !== undefined && { completed_views: { mid: impressions * rate } }),
          },
        },
      ],
    },
  };
}

function leads(product: string, price: number, count: number): Sold {
  return {
    product,
    option: { pricing_model: "cpa", event_type: "lead", fixed_price: price },
    forecast: { points: [{ metrics: { lead: { mid: count } } }] },
  };
}

const display: Sold = {
  product: "display",
  option: { fixed_price: 1 },
  forecast: { points: [{ metrics: { impressions: { mid: 90_000_000 } } }] },
};

describe("a rate is a floor of the mix", () => {
  const completed = (target: number, euros: number) =>
    ({ euros, kpi: { metric: "completion_rate", target } }) as const;

  it("1,379 at 60 % and 8,621 at 95 % come to 85 %", async () => {
    const { plan, euros } = await planIn([video("a", 4, 0.6), video("b", 10, 0.95)], completed(0.85, 10_000));
    expect(euros["a"]).toBeCloseTo(1379.31, 1);
    expect(euros["b"]).toBeCloseTo(8620.69, 1);
    expect(plan.goal?.reached?.mid).toBeCloseTo(0.85, 4);
    expect(plan.goal?.expected.mid).toBeCloseTo(1_206_896, -2);
    expect(plan.overTarget).toBeUndefined();
  });

  it("of clicks too, and of what is in view", async () => {
    const clicked = (product: string, cpm: number, rate: number): Sold => ({
      product,
      option: { fixed_price: cpm },
      forecast: { points: [{ metrics: { impressions: { mid: 9e6 }, clicks: { mid: 9e6 * rate } } }] },
    });
    const ctr = await planIn([clicked("cheap", 2, 0.001), clicked("clicky", 6, 0.004)], {
      euros: 7000,
      kpi: { metric: "ctr", target: 0.002 },
    });
    expect(ctr.euros).toEqual({ cheap: 2800, clicky: 4200 });
    const seen = (product: string, cpm: number, rate: number): Sold => ({
      product,
      option: { fixed_price: cpm },
      forecast: {
        points: [
          {
            metrics: { impressions: { mid: 9e6 } },
            viewability: {
              standard: "mrc",
              measurable_impressions: { mid: 9e6 },
              viewable_rate: { mid: rate },
            },
          },
        ],
      },
    });
    const { euros } = await planIn([seen("half", 5, 0.5), seen("more", 8, 0.8)], {
      euros: 10_000,
      kpi: { metric: "viewability", target: 0.7 },
    });
    expect(euros["half"]).toBeCloseTo(2380.95, 1);
  });

  it("where the brief's measurement asks for it as well", async () => {
    const { euros, plan } = await planIn([video("short", 6, 0.65), video("long", 12, 0.95)], {
      euros: 9000,
      kpi: { metric: "impressions", target: 1_200_000 },
      measurement: { completion: { atLeast: 0.8 } },
    });
    expect(euros).toEqual({ short: 3000, long: 6000 });
    expect(plan.goal?.expected.mid).toBe(1_000_000);
  });

  it("counts those that do not say at the low end of their channel, and not those that cannot bring it", async () => {
    const { euros } = await planIn(
      [video("silent", 2, undefined), video("b", 10, 0.95), display],
      completed(0.85, 10_000),
    );
    // 50 % is the low end of online video.
    expect(euros["silent"]).toBeCloseTo(540.54, 1);
    expect(euros["b"]).toBeCloseTo(9459.46, 1);
  });

  it("keeps what would take the mix under it, and asks once", async () => {
    const { plan, euros } = await planIn(
      [video("a", 4, 0.6), video("b", 10, 0.95, 200_000)],
      completed(0.85, 10_000),
    );
    expect(euros).toEqual({ a: 320, b: 2000 });
    expect(plan.overTarget).toMatchObject({ isKept: true });
    expect(plan.overTarget?.text).toContain("EUR 2,320.00 keeps a completion rate of 85 %");
  });

  test("and the mix the best that keeps it", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            cpm: fc.integer({ min: 2, max: 20 }),
            rate: fc.integer({ min: 30, max: 99 }),
            inventory: fc.integer({ min: 200_000, max: 3_000_000 }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        fc.integer({ min: 40, max: 95 }),
        fc.integer({ min: 3000, max: 30_000 }),
        async (offers, percent, euros) => {
          const sold = offers.map(({ cpm, rate, inventory }, i) =>
            video(`p${i}`, cpm, rate / 100, inventory),
          );
          const { plan } = await planIn(sold, completed(percent / 100, euros));
          const steps = 30;
          const most = (place: number, left: number, over: number): number => {
            const one = offers[place];
            if (one === undefined) return over >= -1e-9 ? 0 : Number.NEGATIVE_INFINITY;
            let best = Number.NEGATIVE_INFINITY;
            for (let n = 0; n <= left; n += 1) {
              const impressions = (((n * euros) / steps) * 1000) / one.cpm;
              if (impressions > one.inventory * 1.000001) break;
              best = Math.max(
                best,
                impressions + most(place + 1, left - n, over + impressions * (one.rate - percent)),
              );
            }
            return best;
          };
          const wanted = most(0, steps, 0);
          if (plan.overTarget?.isKept === false) {
            expect(wanted).toBe(0);
            return;
          }
          expect(plan.goal?.reached?.mid ?? 1).toBeGreaterThanOrEqual(percent / 100 - 1e-4);
          expect(plan.goal?.expected.mid ?? 0).toBeGreaterThanOrEqual(0.97 * wanted - 2);
        },
      ),
      { numRuns: times(15, 300) },
    );
  });
});

describe("a cost is a ceiling on the average", () => {
  const at = (target: number, euros: number, more: Partial<Brief> = {}) =>
    ({ euros, kpi: { metric: "cpl", target }, ...more }) as const;
  const two = [leads("a", 10, 400), leads("b", 100, 900)];

  it("6,353 meets 15, the rest costs 100 each: spend or keep?", async () => {
    const { plan, euros } = await planIn(two, at(15, 9000));
    expect(euros["a"]).toBe(4000);
    expect(euros["b"]).toBeCloseTo(2352.94, 1);
    expect(plan.overTarget).toEqual({
      isKept: true,
      text: "EUR 6,352.94 meets a CPL of EUR 15.00; the rest, EUR 2,647.06, costs EUR 100.00 each",
    });
    const [finding] = budgetCheck(facts({ plan }));
    expect(finding).toMatchObject({ result: "ask", where: "spend" });
    expect(finding?.what).toContain("costs EUR 100.00 each: spend or keep?");
  });

  it("is spent or kept without a question where the brief says so", async () => {
    const spent = await planIn(two, at(15, 9000, { spend: "all" }));
    expect(spent.euros).toEqual({ a: 4000, b: 5000 });
    expect(spent.plan.overTarget).toBeUndefined();
    const kept = await planIn(two, at(15, 9000, { spend: "to_target" }));
    expect(kept.euros["b"]).toBeCloseTo(2352.94, 1);
    expect(kept.plan.overTarget).toBeUndefined();
  });

  it("asks nothing where all of the money meets it", async () => {
    const { plan } = await planIn(two, at(25, 9000));
    expect(plan.unallocated.minor).toBe(0);
    expect(plan.overTarget).toBeUndefined();
    expect(budgetCheck(facts({ plan }))).toEqual([]);
  });

  it("is asked about where no plan meets it, and buys nothing where the client keeps to it", async () => {
    const { plan } = await planIn([leads("a", 30, 400)], at(15, 9000));
    expect(plan.overTarget).toMatchObject({ isKept: false });
    expect(plan.overTarget?.text).toContain("comes to EUR 30.00 each");
    const kept = await planIn([leads("a", 30, 400)], at(15, 9000, { spend: "to_target" }));
    expect(kept.plan.lines).toEqual([]);
    expect(kept.plan.binding.join()).toContain("no plan meets a CPL of EUR 15.00");
  });

  it.each([
    [20, 8000, [leads("a", 12, 300), leads("b", 60, 80)], 7200, "EUR 60.00 each"],
    [0.5, 4000, [leads("a", 0.4, 5000), leads("b", 1, 9000)], 3000, "EUR 1.00 each"],
    [
      0.02,
      800,
      [leads("a", 0.015, 20_000), leads("b", 0.025, 12_000), leads("c", 0.05, 9000)],
      666.66,
      "EUR 0.05 each",
    ],
  ] as const)("at %f of %i", async (target, euros, market, kept, each) => {
    const { plan } = await planIn([...market], at(target, euros));
    expect(plan.total.minor / 100).toBeCloseTo(kept, 0);
    expect(plan.overTarget?.text).toContain(each);
  });

  it("of 1,000 impressions too", async () => {
    const { plan, euros } = await planIn([video("a", 4, 0.6, 1_000_000), video("b", 10, 0.95)], {
      euros: 10_000,
      kpi: { metric: "cpm", target: 6 },
    });
    expect(euros).toEqual({ a: 4000, b: 5000 });
    expect(plan.overTarget?.text).toContain("costs EUR 10.00 CPM");
  });

  test("a looser one brings no less, and none is exceeded", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ price: fc.integer({ min: 5, max: 90 }), count: fc.integer({ min: 20, max: 900 }) }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 0, max: 30 }),
        async (market, target, more) => {
          const sold = market.map(({ price, count }, i) => leads(`p${i}`, price, count));
          const one = await planIn(sold, at(target, 9000, { spend: "to_target" }));
          const other = await planIn(sold, at(target + more, 9000, { spend: "to_target" }));
          const brought = ({ plan }: typeof one) => plan.goal?.expected.mid ?? 0;
          expect(brought(other) + 1).toBeGreaterThanOrEqual(brought(one));
          if (one.plan.lines.length > 0)
            expect(one.plan.goal?.reached?.mid).toBeLessThanOrEqual(target * 1.0001);
        },
      ),
      { numRuns: times(15, 300) },
    );
  });
});

describe("packages of a forecast are candidates of their own", () => {
  const packages = (...all: readonly (readonly [string, number, number])[]): Sold => ({
    product: "radio",
    channels: ["radio"],
    option: { floor_price: 1 },
    forecast: {
      forecast_range_unit: "package",
      points: all.map(([label, impressions, spend]) => ({
        label,
        metrics: { impressions: { mid: impressions }, spend: { mid: spend } },
      })),
    },
  });
  const kpi = { metric: "impressions", target: 1_000_000 } as const;
  const bought = async (euros: number, sold: Sold) => {
    const { lines } = (await planIn([sold], { euros, kpi })).plan;
    return Object.fromEntries(
      lines.map(({ lineId, amount }) => [lineId.split("/").at(-1), amount.minor / 100]),
    );
  };

  it("Morning for 2,000, where Prime is 10,000", async () => {
    const sold = packages(["Prime", 500_000, 10_000], ["Morning", 200_000, 2000]);
    expect(await bought(2000, sold)).toEqual({ Morning: 2000 });
    expect(await bought(12_000, sold)).toEqual({ Morning: 2000, Prime: 10_000 });
  });

  it("several of one product together, each whole", async () => {
    const sold = packages(["Drive", 300_000, 6000], ["Night", 250_000, 3000], ["Weekend", 150_000, 2500]);
    expect(await bought(5500, sold)).toEqual({ Night: 3000, Weekend: 2500 });
    expect(await bought(3000, sold)).toEqual({ Night: 3000 });
    expect(Object.keys(await bought(11_500, sold))).toHaveLength(3);
  });
});
