import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Offer } from "../../../src/campaign/quote/offer.ts";
import { criteria } from "../../../src/campaign/rank/criteria/index.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import type { RankingRow } from "../../../src/campaign/rank/ranking.ts";
import { anyMarket, brief, context, exactly, exchange, offer, sellers } from "./arbitraries.ts";

const thousand = { numRuns: 1000 };

/** A market with at least one offer, and which of them to look at. */
const marketWithOne = fc
  .record({ market: anyMarket, pick: fc.nat() })
  .filter(({ market }) => market.offers.length > 0)
  .map(({ market, pick }) => {
    const one = market.offers[pick % market.offers.length] ?? offer();
    return { ...market, one, others: market.offers.filter((other) => other !== one) };
  });

const ids = (rows: readonly RankingRow[]) => rows.map(({ offerId }) => offerId);

describe("whatever the market", () => {
  test("taking an offer away leaves all others as they were", () => {
    fc.assert(
      fc.property(marketWithOne, ({ brief: one, offers, one: gone, others }) => {
        const before = rank(offers, context({ brief: one })).rows.filter(
          ({ offerId }) => offerId !== gone.id,
        );
        expect(rank(others, context({ brief: one })).rows).toEqual(before);
      }),
      thousand,
    );
  });

  test("the order in which offers come in changes nothing", () => {
    const shuffled = anyMarket.chain((market) =>
      fc.record({
        market: fc.constant(market),
        other: fc.shuffledSubarray(market.offers, { minLength: market.offers.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ market, other }) => {
        const where = context({ brief: market.brief });
        expect(rank(other, where)).toEqual(rank(market.offers, where));
      }),
      thousand,
    );
  });

  test.each<[string, (offer: Offer, percent: number) => Offer]>([
    ["cheaper", cheaper],
    ["larger", larger],
    ["surer", surer],
  ])("a %s offer never scores or stands lower", (_, change) => {
    fc.assert(
      fc.property(
        marketWithOne,
        fc.integer({ min: 1, max: 99 }),
        ({ brief: one, others, one: offered }, percent) => {
          const where = context({ brief: one });
          const before = rank([...others, offered], where).rows;
          const after = rank([...others, change(offered, percent)], where).rows;
          const row = (rows: readonly RankingRow[]) => rows.find(({ offerId }) => offerId === offered.id);
          expect(row(after)?.score).toBeGreaterThanOrEqual(row(before)?.score ?? Number.NaN);
          expect(ids(after).indexOf(offered.id)).toBeLessThanOrEqual(ids(before).indexOf(offered.id));
        },
      ),
      thousand,
    );
  });

  test("counting the budget in another currency changes no score and no place", () => {
    // Powers of two change no digit of a binary number, so equal really means equal.
    const factor = fc.constantFrom(0.25, 0.5, 2, 4, 64);
    fc.assert(
      fc.property(anyMarket, factor, ({ brief: one, offers }, times) => {
        const { currency } = one.budget;
        const perEuro = currency === exchange.base ? 1 : (exchange.rates[currency] ?? Number.NaN);
        const digits = currency === "JPY" ? 1 : currency === "KWD" ? 1000 : 100;
        const other = {
          ...exchange,
          rates: { ...exchange.rates, CHF: (perEuro * times * digits) / 100 },
        };
        const inFrancs = (minor: number) => ({ minor: minor * times, currency: "CHF" });
        const { maxCpm, ...limits } = one.limits;
        const translated = {
          ...one,
          budget: inFrancs(one.budget.minor),
          limits: { ...limits, ...(maxCpm && { maxCpm: inFrancs(maxCpm.minor) }) },
        };
        const scaled = offers.map((each) => ({
          ...each,
          ...(each.cpm && { cpm: exactly(each.cpm.mid * times) }),
        }));
        const short = (rows: readonly RankingRow[]) => rows.map(({ offerId, gate }) => ({ offerId, gate }));
        const before = rank(offers, context({ brief: one })).rows;
        const after = rank(scaled, context({ brief: translated, exchange: other })).rows;
        const scores = new Map(before.map(({ offerId, score }) => [offerId, score]));
        for (const { offerId, score } of after)
          expect(score).toBeCloseTo(scores.get(offerId) ?? Number.NaN, 1);
        // Two offers may change places only where rounding of the score's last digit decides.
        const apart = before.every(({ score }, i) => Math.abs(score - (before[i + 1]?.score ?? -1)) > 0.02);
        if (apart) expect(short(after)).toEqual(short(before));
      }),
      thousand,
    );
  });

  test("each score is the sum of its parts, from 0 to 100, and each part gives its reason", () => {
    fc.assert(
      fc.property(anyMarket, ({ brief: one, offers }) => {
        for (const { score, parts } of rank(offers, context({ brief: one })).rows) {
          expect(parts.reduce((total, part) => total + part.value * part.weight, 0)).toBeCloseTo(score, 1);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          for (const part of parts) {
            expect(part.value).toBeGreaterThanOrEqual(0);
            expect(part.value).toBeLessThanOrEqual(1);
            expect(part.reason).not.toBe("");
          }
        }
      }),
      thousand,
    );
  });
});

function cheaper(offered: Offer, percent: number): Offer {
  const by = 1 - percent / 100;
  const { cpm } = offered;
  return {
    ...offered,
    ...(cpm && { cpm: { low: cpm.low * by, mid: cpm.mid * by, high: cpm.high * by } }),
  };
}

function larger(offered: Offer, percent: number): Offer {
  const by = 1 + percent / 10;
  const { low, mid, high } = offered.impressions ?? exactly(0);
  return { ...offered, impressions: { low: low * by, mid: mid * by, high: high * by } };
}

function surer(offered: Offer, percent: number): Offer {
  const by = 1 - percent / 100;
  const { impressions } = offered;
  const narrower = impressions && {
    low: impressions.mid - (impressions.mid - impressions.low) * by,
    mid: impressions.mid,
    high: impressions.mid + (impressions.high - impressions.mid) * by,
  };
  return { ...offered, deliveryType: "guaranteed", ...(narrower && { impressions: narrower }) };
}

test("the weights of all criteria add up to 100", () => {
  expect(criteria.reduce((total, { weight }) => total + weight, 0)).toBe(100);
});

test("what may be bought stands first, then the higher score, then the id", () => {
  const offers = [
    offer({ productId: "b", sellerId: "birch.example" }),
    offer({ productId: "dear", cpm: exactly(4000) }),
    offer({ productId: "cheap but excluded", sellerId: "cedar.example", cpm: exactly(1) }),
    offer({ productId: "a", sellerId: "birch.example" }),
  ];
  const where = context({ brief: brief({ limits: { excludedSellers: ["cedar.example"] } }) });
  expect(ids(rank(offers, where).rows)).toEqual([
    "birch.example/a/cpm",
    "birch.example/b/cpm",
    "apex.example/dear/cpm",
    "cedar.example/cheap but excluded/cpm",
  ]);
});

test("each part explains itself with its figures", () => {
  const where = context({
    brief: brief({
      channels: ["display"],
      audience: "parents with cars",
      budget: { minor: 5_000_000, currency: "EUR" },
    }),
    sellers,
  });
  const [row] = rank([offer({ description: "Reaches parents in the Netherlands" })], where).rows;
  // Usual for display: 4 USD at 1.25 is 3.20 EUR, so 50,000 EUR should buy 15,625,000 impressions.
  expect(row?.parts).toEqual([
    {
      criterion: "price",
      value: 0.4444,
      weight: 35,
      reason: "EUR 4.00 for 1,000 impressions against EUR 3.20, usual for display",
    },
    {
      criterion: "fit",
      value: 0.85,
      weight: 25,
      reason: "1 of its 1 channels are wanted; names 1 of 1 countries; 1 of 2 words of the audience (parent)",
    },
    {
      criterion: "scale",
      value: 0.64,
      weight: 15,
      reason:
        "10,000,000 of 15,625,000 impressions needed (what the budget buys at the price usual for display)",
    },
    {
      criterion: "certainty",
      value: 1,
      weight: 15,
      reason: "delivery is guaranteed; forecast within 0 % of its middle",
    },
    { criterion: "completeness", value: 1, weight: 10, reason: "tells 6 of 6" },
  ]);
  expect(row?.score).toBe(71.4);
});

test("the brief's own target is the anchor of the price where it names one", () => {
  const where = context({ brief: brief({ kpi: { metric: "cpm", target: 4 } }) });
  const [row] = rank([offer()], where).rows;
  expect(row?.parts[0]).toMatchObject({ value: 0.5, reason: expect.stringContaining("the brief's target") });
});

test("without an exchange rate the usual price is taken at par, and says so", () => {
  const [row] = rank([offer()], { brief: brief(), sellers }).rows;
  expect(row?.parts[0]?.reason).toContain("USD taken at par");
});

test("a channel that the brief does not ask for lends no higher anchor", () => {
  const where = context({ brief: brief({ channels: ["display"] }) });
  const priceOf = (channels: string[]) => rank([offer({ channels })], where).rows[0]?.parts[0];
  expect(priceOf(["display", "cinema"])).toEqual(priceOf(["display"]));
});
