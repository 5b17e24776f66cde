import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimalPrice } from "../../../src/lib/price.ts";
import { briefOf, offersIn, planIn, type Sold } from "./standard-market.ts";

const views = (count: number, option: object, metrics: object = {}): Sold => ({
  product: "p",
  channels: ["olv"],
  option: { pricing_model: "cpcv", ...option },
  forecast: {
    points: [{ metrics: { completed_views: { mid: count }, impressions: { mid: count * 1.5 }, ...metrics } }],
  },
});
const kpi = { metric: "completed_views", target: 1_000_000 } as const;
const spend = (mid: number) => ({ spend: { mid } });

describe("a price under a cent", () => {
  it.each([
    ["what the forecast prices it at", views(3e6, { floor_price: 0.002 }, spend(10_500)), 0.0035, 2_857_142],
    ["its odd part of a cent", views(3e6, { floor_price: 0.005 }, spend(59_700)), 0.0199, 502_512],
    ["a rate between two cents", views(3e6, { floor_price: 0.002 }, spend(45_000)), 0.015, 666_666],
    [
      "the median of the guidance",
      views(3e6, { floor_price: 0.001, price_guidance: { p50: 0.0042 } }),
      0.0042,
      2_380_952,
    ],
    ["its floor and a little", views(3e6, { floor_price: 0.004 }), 0.0046, 2_173_913],
  ])("is bid as it is: %s", async (_, sold, bid, bought) => {
    const { plan } = await planIn([sold], { channels: ["olv"], kpi });
    const [line] = plan.lines;
    expect(line?.bid && toDecimalPrice(line.bid)).toBe(bid);
    expect(plan.goal?.expected.mid).toBeCloseTo(bought, -1);
  });

  it("is said with its digits", async () => {
    const { plan, offers } = await planIn([views(3e6, { floor_price: 0.002 }, spend(45_000))], {
      channels: ["olv"],
      kpi,
    });
    expect(plan.lines[0]?.reason).toContain("bids EUR 0.0150 over a floor of EUR 0.0020");
    expect(offers[0]?.assumptions.join()).toContain("bids EUR 0.0150, what its seller's forecast");
  });

  it("of a fixed price is the price that was offered", () => {
    const [offer] = offersIn([views(3e6, { fixed_price: 0.0115 })], briefOf({ channels: ["olv"], kpi }));
    expect(offer?.price && toDecimalPrice(offer.price)).toBe(0.0115);
    expect(offer?.perUnit?.cost.mid).toBeCloseTo(1.15, 9);
  });

  it("is never bid under its floor, nor over what is meant, whatever the seller asks", () => {
    const price = fc.double({ min: 0.000_01, max: 60, noNaN: true });
    fc.assert(
      fc.property(price, price, (floor_price, inventory) => {
        const sold = views(1e6, { floor_price }, spend(inventory * 1e6));
        const [offer] = offersIn([sold], briefOf({ channels: ["olv"], kpi }));
        if (offer?.bid === undefined) throw new Error("no bid");
        const [bid, meant] = [toDecimalPrice(offer.bid), Math.max(floor_price, inventory)];
        expect(bid).toBeGreaterThanOrEqual(floor_price * (1 - 1e-15));
        expect(bid).toBeLessThanOrEqual(meant + 1e-8);
        expect(bid).toBeGreaterThan(meant - 1e-8);
      }),
    );
  });
});
