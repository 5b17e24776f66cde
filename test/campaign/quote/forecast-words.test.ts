import { describe, expect, it } from "vitest";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { refineAsks } from "../../../src/campaign/quote/refine-asks.ts";
import { constraintsFor } from "../../../src/campaign/targeting/constraints.ts";
import { unitCost } from "../../../src/lib/money.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { offer, seller } from "../rank/arbitraries.ts";
import { briefOf, offersIn, planIn, type Sold } from "./standard-market.ts";

const selling = (metrics: object, more: object = {}, option: object = { fixed_price: 10 }): Sold => ({
  product: "p",
  option: { ...option },
  forecast: { points: [{ metrics }], ...more },
});
const mid = (value: number) => ({ mid: value });

describe("a forecast that has expired", () => {
  const productsUntil = (valid_until: string) =>
    readProducts([
      {
        product_id: "p",
        name: "P",
        channels: ["display"],
        pricing_options: [
          { pricing_option_id: "only", pricing_model: "cpm", currency: "EUR", fixed_price: 5 },
        ],
        forecast: { valid_until, points: [{ metrics: { impressions: mid(1000) } }] },
      },
    ]).products;
  const offersUntil = (valid_until: string) =>
    normaliseProducts({
      seller: seller("s.example"),
      products: productsUntil(valid_until),
      brief: briefOf({ channels: ["display"] }),
      now: Date.parse("2027-01-20T09:00:00Z"),
    }).offers;

  it.each(["2027-01-19T00:00:00Z", "2026-02-01T00:00:00Z", "2027-01-20T08:59:59Z"])(
    "on %s is asked for anew and called so",
    (until) => {
      const offers = offersUntil(until);
      expect(offers[0]?.expired).toBe(until.slice(0, 10));
      expect(offers[0]?.assumptions.join()).toContain(`its forecast expired on ${until.slice(0, 10)}`);
      expect(
        refineAsks(briefOf({ channels: ["display"] }), seller("s.example"), { offers })[0],
      ).toMatchObject({
        product_id: "p",
        ask: expect.stringContaining("A current forecast"),
      });
    },
  );

  it.each(["2027-01-20T09:00:01Z", "2028-01-01T00:00:00Z", "soon"])("holds until %s", (until) => {
    expect(offersUntil(until)[0]?.expired).toBeUndefined();
  });
});

describe("figures of a forecast", () => {
  it.each(["saves", "profile_visits", "downloads", "follows"] as const)(
    "count %s as a KPI of its own",
    async (metric) => {
      const sold = selling({ impressions: mid(1_000_000), [metric]: mid(450) });
      const { plan } = await planIn([sold], { euros: 10_000, kpi: { metric, target: 450 } });
      expect(plan.goal).toMatchObject({ metric, reached: { mid: 450 }, share: 1 });
    },
  );

  it.each(["clicks", "completed_views", "engagements"] as const)(
    "say none where they say 0 %s",
    async (metric) => {
      const none = { ...selling({ impressions: mid(1_000_000), [metric]: mid(0) }), channels: ["olv"] };
      const [one] = offersIn([none], briefOf({}));
      expect(one?.rates?.[metric]).toEqual({ low: 0, mid: 0, high: 0 });
      const some = {
        ...selling({ impressions: mid(500_000), [metric]: mid(400) }, {}, { fixed_price: 20 }),
        product: "q",
        channels: ["olv"],
      };
      const { euros } = await planIn([none, some], { euros: 10_000, kpi: { metric, target: 400 } });
      expect(euros).toEqual({ q: 10_000 });
    },
  );

  it("of an estimate are as wide as one for what comes of impressions, and no wider for their share", async () => {
    const sold = selling({ impressions: mid(1_000_000), clicks: mid(2000) }, { method: "estimate" });
    const counted = await planIn([sold], { euros: 10_000, kpi: { metric: "clicks", target: 2000 } });
    expect(counted.plan.goal?.expected).toEqual({ low: 1500, mid: 2000, high: 2500 });
    const share = await planIn([sold], { euros: 10_000, kpi: { metric: "ctr", target: 0.001 } });
    expect(share.plan.goal?.reached).toEqual({ low: 0.002, mid: 0.002, high: 0.002 });
  });

  it("price an auction by its own unit, by its spend or along its budgets", async () => {
    const option = { pricing_model: "cpc", floor_price: 0.5, price_guidance: { p50: 0.6 } };
    const kpi = { metric: "clicks", target: 1000 } as const;
    const spent = selling({ clicks: mid(1600), spend: mid(2400), impressions: mid(1e6) }, {}, option);
    expect((await planIn([spent], { euros: 1500, kpi })).plan.goal?.expected.mid).toBe(1000);
    const budgets: Sold = {
      product: "p",
      option,
      forecast: {
        forecast_range_unit: "clicks",
        points: [
          { budget: 1000, metrics: { clicks: mid(800) } },
          { budget: 2500, metrics: { clicks: mid(1600) } },
        ],
      },
    };
    expect((await planIn([budgets], { euros: 1750, kpi })).plan.goal?.expected.mid).toBe(1200);
  });
});

describe("packages are steered to the KPI where their seller takes it", () => {
  const steerable = {
    metrics: ["clicks", "completed_views", "reach"],
    targets: ["cost_per"],
    reachUnits: ["individuals"],
  };
  const goalsFor = (
    values: Parameters<typeof briefOf>[0],
    own: Parameters<typeof offer>[0] = { steerable },
  ) => constraintsFor(briefOf(values))(offer(own)).flatMap(({ sent }) => sent?.optimization_goals ?? []);

  it("with the target that it takes", () => {
    expect(goalsFor({ kpi: { metric: "cpc", target: 0.5 } })).toEqual([
      { kind: "metric", metric: "clicks", target: { kind: "cost_per", value: 0.5 }, priority: 1 },
    ]);
    expect(goalsFor({ kpi: { metric: "completion_rate", target: 0.8 } })).toEqual([
      { kind: "metric", metric: "completed_views", priority: 1 },
    ]);
    expect(goalsFor({ kpi: { metric: "reach", target: 100 } })).toEqual([
      { kind: "metric", metric: "reach", reach_unit: "individuals", priority: 1 },
    ]);
    expect(
      goalsFor(
        { kpi: { metric: "ctr", target: 0.01 } },
        { steerable: { ...steerable, targets: ["threshold_rate"] } },
      ),
    ).toEqual([
      { kind: "metric", metric: "clicks", target: { kind: "threshold_rate", value: 0.01 }, priority: 1 },
    ]);
  });

  it("and to nothing where it does not, or the target is in another currency", () => {
    expect(goalsFor({ kpi: { metric: "cpc", target: 0.5 } }, {})).toEqual([]);
    expect(goalsFor({ kpi: { metric: "saves", target: 5 } })).toEqual([]);
    expect(goalsFor({})).toEqual([]);
    expect(
      goalsFor(
        { kpi: { metric: "reach", target: 5 } },
        { steerable: { ...steerable, reachUnits: ["devices"] } },
      ),
    ).toEqual([]);
    expect(goalsFor({ kpi: { metric: "cpc", target: 0.5 } }, { steerable, currency: "USD" })).toEqual([
      { kind: "metric", metric: "clicks", priority: 1 },
    ]);
  });
});

describe("a unit's cost", () => {
  it.each([
    [1.47, "EUR", "EUR 0.0147"],
    [1234, "EUR", "EUR 12.34"],
    [50, "EUR", "EUR 0.50"],
    [57.14, "EUR", "EUR 0.571"],
    [0.0234, "EUR", "EUR 0.000234"],
    [99.96, "EUR", "EUR 1.00"],
    [1.5, "JPY", "JPY 1.5"],
    [1500, "JPY", "JPY 1,500"],
  ])("of %f minor units of %s is %s", (minor, currency, text) => {
    expect(unitCost(minor, currency)).toBe(text);
  });
});
