import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import { lineReach } from "../../../src/campaign/plan/reach/line-reach.ts";
import { estimateReach } from "../../../src/campaign/plan/reach/reach.ts";
import { money } from "../../../src/lib/money.ts";
import { offer as anyOffer, exactly } from "../rank/arbitraries.ts";

interface Told {
  readonly reach?: number;
  readonly impressions?: number;
  readonly bought?: number;
}

function offerOf({ reach, impressions }: Told, place: number): Offer {
  const { reach: _, response: __, impressions: ___, ...bare } = anyOffer();
  return {
    ...bare,
    id: `offer-${place}`,
    ...(reach === undefined ? {} : { reach: exactly(reach) }),
    ...(impressions === undefined ? {} : { impressions: exactly(impressions) }),
  };
}

function lineOf({ bought }: Told, place: number): PlanLine {
  return {
    lineId: `slot-${place}`,
    offerId: `offer-${place}`,
    sellerId: "seller",
    productId: `product-${place}`,
    pricingOptionId: "cpm",
    channels: ["olv"],
    amount: money(10_000, "EUR"),
    budget: money(10_000, "EUR"),
    ...(bought === undefined ? {} : { expectedImpressions: bought }),
    reason: "",
  };
}

function estimate(told: readonly Told[], population?: number, overlap: Brief["overlap"] = "none") {
  const universe =
    population === undefined
      ? undefined
      : { people: population, where: "the brief's countries", source: "a test" };
  return estimateReach({ lines: told.map(lineOf) }, told.map(offerOf), { universe, overlap });
}

const anyTold: fc.Arbitrary<Told> = fc.record({
  reach: fc.integer({ min: 1, max: 90_000_000 }),
  impressions: fc.integer({ min: 1, max: 900_000_000 }),
  bought: fc.integer({ min: 1, max: 900_000_000 }),
});
const anyPopulation = fc.option(fc.integer({ min: 1000, max: 100_000_000 }), { nil: undefined });

describe("the reach of several lines", () => {
  test("is a range with the expected figure between its ends, and no more than there are people", () => {
    fc.assert(
      fc.property(fc.array(anyTold, { minLength: 1, maxLength: 8 }), anyPopulation, (told, population) => {
        const { low, expected, high } = estimate(told, population) ?? { low: 1, expected: 0, high: 0 };
        expect(low).toBeLessThanOrEqual(expected);
        expect(expected).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual((population ?? Number.POSITIVE_INFINITY) * 0.95 + 1);
      }),
    );
  });

  test("never falls with another line", () => {
    fc.assert(
      fc.property(
        fc.array(anyTold, { minLength: 1, maxLength: 8 }),
        anyTold,
        anyPopulation,
        (told, more, population) => {
          const before = estimate(told, population);
          const after = estimate([...told, more], population);
          // A person may be lost to binary error.
          for (const end of ["low", "expected", "high"] as const)
            expect((after?.[end] ?? 0) + 1).toBeGreaterThanOrEqual(before?.[end] ?? 1);
        },
      ),
    );
  });

  it("is one figure for one line", () => {
    expect(estimate([{ reach: 400, impressions: 1000, bought: 1000 }], 1000)).toMatchObject({
      low: 400,
      expected: 400,
      high: 400,
    });
  });

  it("multiplies the shares that are missed where the population is known", () => {
    const half = { reach: 500, impressions: 500, bought: 500 };
    const estimated = estimate([half, half], 1000);
    expect(estimated).toMatchObject({ low: 500, expected: 750, high: 950 });
    expect(estimated?.assumption).toContain("1,000 people of the brief's countries");
    expect(estimate([half, half])?.assumption).toContain("nobody counts");
  });

  it("is less where the brief says that tastes overlap, and never less than the largest line", () => {
    const half = { reach: 500, impressions: 500, bought: 500 };
    expect(estimate([half, half], 1000, "usual")).toMatchObject({ low: 500, expected: 712, high: 950 });
    expect(estimate([half, half], 1000, "strong")).toMatchObject({ expected: 667 });
    expect(estimate([half], 1000, "strong")).toMatchObject({ expected: 500 });
    const given = estimate([half, half], 1000, { lost: 0.2, source: "our panel, 2026" });
    expect(given).toMatchObject({ low: 500, expected: 600, high: 950, overlap: "given" });
    expect(given?.assumption).toContain("less 20 % for overlap (our panel, 2026)");
  });

  it("names the lines that tell none, and is absent where none does", () => {
    expect(estimate([{ reach: 10, bought: 100 }, { bought: 100 }])?.without).toEqual(["slot-1"]);
    expect(estimate([{ bought: 100 }])).toBeUndefined();
  });
});

describe("the reach of one line", () => {
  const reachOf = (told: Told) => lineReach(lineOf(told, 0), offerOf(told, 0));

  it("is all that the seller stated where all of its impressions are bought", () => {
    expect(reachOf({ reach: 2_000_000, impressions: 9_000_000, bought: 9_000_000 })).toBeCloseTo(
      2_000_000,
      0,
    );
  });

  test("rises with what is bought, by less and less", () => {
    fc.assert(
      fc.property(anyTold, ({ reach = 1, impressions = 1 }) => {
        const at = (share: number) => reachOf({ reach, impressions, bought: impressions * share }) ?? 0;
        const [quarter, half, whole] = [at(0.25), at(0.5), at(1)];
        const slack = 1e-6 * reach + 1e-6;
        expect(half + slack).toBeGreaterThanOrEqual(quarter);
        expect(whole + slack).toBeGreaterThanOrEqual(half);
        expect(half - quarter + slack).toBeGreaterThanOrEqual((whole - half) / 2);
        expect(whole).toBeLessThanOrEqual(reach);
      }),
    );
  });

  it("lies on the seller's own curve where it gives one", () => {
    const curved: Offer = {
      ...offerOf({ reach: 900, impressions: 5000 }, 0),
      response: [
        { amount: 5000, impressions: 1000, reach: 400 },
        { amount: 15_000, impressions: 2500, reach: 800 },
      ],
    };
    const line = lineOf({ bought: 1800 }, 0);
    expect(lineReach(line, curved)).toBe(600);
    // Under the first point no straight line: the first contacts meet more new people than the last.
    const half = lineReach({ ...line, amount: money(2500, "EUR") }, curved);
    expect(half).toBeGreaterThan(250);
    expect(half).toBeLessThan(350);
    expect(lineReach({ ...line, amount: money(90_000, "EUR") }, curved)).toBe(800);
  });
});
