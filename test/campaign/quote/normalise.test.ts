import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import type { ExchangeTable } from "../../../src/lib/exchange.ts";
import { type PricingOption, type Product, productSchema } from "../../../src/protocol/records/product.ts";
import { brief, seller } from "../rank/arbitraries.ts";

/** 1 EUR = 1.25 USD = 160 JPY. */
const exchange: ExchangeTable = {
  date: "2027-01-15",
  source: "test rates",
  base: "EUR",
  rates: { USD: 1.25, JPY: 160 },
};
const usd = "1 USD is 0.8 EUR (test rates, 2027-01-15)";
const jpy = "1 JPY is 0.00625 EUR (test rates, 2027-01-15)";
const middle = "expected impressions are the middle of the seller's forecast";

function product(values: Record<string, unknown> = {}): Product {
  return productSchema.parse({
    product_id: "homepage",
    name: "Homepage",
    description: "The first page",
    channels: ["display"],
    format_ids: [{ agent_url: "https://formats.example", id: "display_300x250" }],
    delivery_type: "guaranteed",
    forecast: { impressions: { min: 800_000, max: 1_200_000 } },
    ...values,
  });
}

function option(values: Record<string, unknown>): PricingOption {
  return { pricing_option_id: "only", pricing_model: "cpm", currency: "EUR", ...values };
}

function offerFor(
  pricing: Record<string, unknown>,
  { maxCpm, ...values }: Record<string, unknown> & { maxCpm?: number } = {},
): Offer {
  const { offers } = normaliseProducts({
    seller: seller("apex.example"),
    products: [product({ pricing_options: [option(pricing)], ...values })],
    brief: brief(
      maxCpm === undefined
        ? {}
        : { limits: { excludedSellers: [], maxCpm: { minor: maxCpm, currency: "EUR" } } },
    ),
    exchange,
  });
  const [offer] = offers;
  if (offer === undefined) throw new Error("there is no offer");
  return offer;
}

/** Model, its option, channels, expected price in cents of a euro for 1,000 impressions, and what was assumed. */
const models: [string, Record<string, unknown>, string[], [number, number, number], string[]][] = [
  ["cpm in euros", { fixed_price: 8.5 }, ["display"], [850, 850, 850], []],
  // 10 USD / 1.25 = 8.00 EUR
  ["cpm in dollars", { fixed_price: 10, currency: "USD" }, ["display"], [800, 800, 800], [usd]],
  // 1200 JPY / 160 = 7.50 EUR
  ["cpm in yen, under its other name", { price: 1200, currency: "JPY" }, ["display"], [750, 750, 750], [jpy]],
  // 10 USD x 50 %, 70 %, 85 % viewable = 5.00, 7.00, 8.50 USD = 4.00, 5.60, 6.80 EUR
  [
    "vcpm in dollars",
    { pricing_model: "vcpm", fixed_price: 10, currency: "USD" },
    ["display"],
    [400, 560, 680],
    ["70 % of impressions are viewable (between 50 % and 85 %), a planning figure for the channel", usd],
  ],
  // 0.50 EUR x 1000 x 2 %, 4 %, 8 % = 10.00, 20.00, 40.00 EUR
  [
    "cpc in euros",
    { pricing_model: "cpc", fixed_price: 0.5 },
    ["search"],
    [1000, 2000, 4000],
    ["4 % of impressions are clicked (between 2 % and 8 %), a planning figure for the channel"],
  ],
  // 4 JPY x 1000 x 90 %, 95 %, 98 % = 3600, 3800, 3920 JPY = 22.50, 23.75, 24.50 EUR
  [
    "cpcv in yen",
    { pricing_model: "cpcv", fixed_price: 4, currency: "JPY" },
    ["ctv"],
    [2250, 2375, 2450],
    ["95 % of impressions are completed (between 90 % and 98 %), a planning figure for the channel", jpy],
  ],
  // 0.02 USD x 1000 x 15 %, 30 %, 50 % = 3, 6, 10 USD = 2.40, 4.80, 8.00 EUR
  [
    "cpv in dollars",
    { pricing_model: "cpv", fixed_price: 0.02, currency: "USD" },
    ["olv"],
    [240, 480, 800],
    ["30 % of impressions are viewed (between 15 % and 50 %), a planning figure for the channel", usd],
  ],
  // 6000 EUR over 1,200,000, 1,000,000 and 800,000 impressions
  [
    "flat-fee in euros",
    { pricing_model: "flat-fee", fixed_price: 6000 },
    ["display"],
    [500, 600, 750],
    ["its CPM is the whole price over the forecast"],
  ],
  // 960,000 JPY = 6000 EUR
  [
    "flat_rate in yen",
    { pricing_model: "flat_rate", fixed_price: 960_000, currency: "JPY" },
    ["display"],
    [500, 600, 750],
    ["its CPM is the whole price over the forecast", jpy],
  ],
  // 14 days at 750 USD = 10,500 USD = 8,400 EUR over the forecast
  [
    "time by the day, in dollars",
    { pricing_model: "time", fixed_price: 750, currency: "USD", parameters: { time_unit: "day" } },
    ["display"],
    [700, 840, 1050],
    [
      "the price of the whole flight is USD 10,500.00",
      "its CPM is the whole price over the forecast",
      "the flight counts as 14 whole days",
      usd,
    ],
  ],
  // 8.00 EUR floor, 15 % over it
  [
    "cpm-auction with a floor",
    { pricing_model: "cpm-auction", floor: 8 },
    ["display"],
    [800, 920, 920],
    ["bids EUR 9.20, 15 % over the floor, as the seller gives no median"],
  ],
  // floor 8 USD = 6.40 EUR, median 10 USD = 8.00 EUR
  [
    "a cpm with a floor and no fixed price, in dollars",
    { floor: 8, price_guidance: { p25: 9, p50: 10 }, currency: "USD" },
    ["display"],
    [640, 800, 800],
    ["bids USD 10.00, the median of the seller's price guidance", usd],
  ],
];

describe("on the brief's scale", () => {
  test.each(models)("%s", (_, pricing, channels, [low, mid, high], assumptions) => {
    const offer = offerFor(pricing, { channels });
    expect(offer.cpm?.low).toBeCloseTo(low, 9);
    expect(offer.cpm?.mid).toBeCloseTo(mid, 9);
    expect(offer.cpm?.high).toBeCloseTo(high, 9);
    expect(offer.assumptions).toEqual([middle, ...assumptions]);
    expect(offer.missing).toEqual([]);
    expect(offer.impressions).toEqual({ low: 800_000, mid: 1_000_000, high: 1_200_000 });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ["no price", {}, {}, "price"],
    ["no exchange rate", { fixed_price: 5, currency: "SEK" }, {}, "exchange rate from SEK to EUR"],
    ["a currency that is none", { fixed_price: 5, currency: "QQQ" }, {}, 'price: "QQQ" is not a currency'],
    ["a price beyond counting", { fixed_price: 1e300 }, {}, "price that can be counted"],
    [
      "cpp",
      { pricing_model: "cpp", fixed_price: 900 },
      {},
      "size of the audience that one rating point is a hundredth of",
    ],
    [
      "cpa",
      { pricing_model: "cpa", fixed_price: 30 },
      {},
      "share of impressions that lead to the action paid for",
    ],
    ["a model nobody knows", { pricing_model: "barter", fixed_price: 1 }, {}, "meaning of its pricing model"],
    [
      "clicks where nobody clicks",
      { pricing_model: "cpc", fixed_price: 1 },
      { channels: ["cinema"] },
      "share of impressions that are clicked on cinema",
    ],
    [
      "a fee without a forecast",
      { pricing_model: "flat_rate", fixed_price: 100 },
      { forecast: undefined },
      "lowest number of impressions that the price is for",
    ],
    [
      "a fee for what may be nothing",
      { pricing_model: "flat_rate", fixed_price: 100 },
      { forecast: { impressions: { min: 0, max: 100 } } },
      "lowest number of impressions that the price is for",
    ],
    [
      "time without a unit",
      { pricing_model: "time", fixed_price: 1 },
      {},
      "unit of time that its price is for",
    ],
    [
      "a flight shorter than the seller's shortest",
      { pricing_model: "time", fixed_price: 1, parameters: { time_unit: "week", min_duration: 4 } },
      {},
      "price for a flight of 2 weeks",
    ],
    ["an auction with nothing to bid from", { floor: 0 }, {}, "floor or median price to bid from"],
    [
      "a bid for a whole flight",
      { pricing_model: "flat_rate", floor: 100 },
      {},
      "fixed price: a bid for the whole flight has no known outcome",
    ],
  ])("%s leaves the price open and says what is missing", (_, pricing, values, missing) => {
    const offer = offerFor(pricing, values);
    expect(offer.cpm).toBeUndefined();
    expect(offer.missing).toContain(missing);
  });
});

describe("a bid", () => {
  test.each<[string, Record<string, unknown>, number | undefined, number, string]>([
    [
      "is the median where the seller gives it",
      { price_guidance: { p50: 7.35 } },
      undefined,
      735,
      "the median",
    ],
    ["is never under the floor", { floor: 8, price_guidance: { p50: 7 } }, undefined, 800, "bids the floor"],
    ["is capped by the brief's limit", { floor: 8 }, 900, 900, "capped by the brief's max. CPM"],
    ["is the floor where the limit is under it", { floor: 8 }, 700, 800, "bids the floor"],
    // 9.00 EUR = 11.25 USD
    ["is limited in the seller's currency", { floor: 11, currency: "USD" }, 900, 1125, "capped"],
    [
      "meets a floor finer than a cent",
      { floor: 8.001, price_guidance: { p50: 8.001 } },
      undefined,
      800.1,
      "bids EUR 8.00",
    ],
    // 10.00 EUR for 1,000 holds at 8 % clicked: 10 / 80 = 0.125 EUR a click
    [
      "for clicks holds the limit however many click",
      { pricing_model: "cpc", floor: 0.1, price_guidance: { p50: 0.3 } },
      1000,
      12.5,
      "capped",
    ],
  ])("%s", (_, pricing, maxCpm, minor, assumption) => {
    const channels = pricing["pricing_model"] === "cpc" ? ["search"] : ["display"];
    const offer = offerFor(pricing, { channels, ...(maxCpm !== undefined && { maxCpm }) });
    expect(offer.auction).toBe(true);
    expect(offer.bid?.minor).toBe(minor);
    expect(offer.assumptions.join("; ")).toContain(assumption);
  });
});

test.each([
  ["2027-02-01", "2027-02-28", 1],
  ["2027-01-01", "2027-01-31", 1],
  ["2027-01-15", "2027-02-15", 2],
  ["2027-11-15", "2028-01-14", 2],
])("a flight from %s to %s counts as %i calendar months", (start, end, months) => {
  const { offers } = normaliseProducts({
    seller: seller("apex.example"),
    products: [
      product({
        pricing_options: [
          option({ pricing_model: "time", fixed_price: 100, parameters: { time_unit: "month" } }),
        ],
      }),
    ],
    brief: brief({ flight: { start, end } }),
  });
  expect(offers[0]?.price).toEqual({ minor: months * 10_000, currency: "EUR" });
});

test("a product makes one offer for each pricing option, and products that show no price are counted", () => {
  const result = normaliseProducts({
    seller: seller("apex.example"),
    products: [
      product({
        pricing_options: [
          option({ pricing_option_id: "fixed", fixed_price: 5, min_spend_per_package: 2500 }),
          option({ pricing_option_id: "bid", floor: 3 }),
        ],
      }),
      product({ product_id: "hidden", pricing_options: [option({})] }),
      product({ product_id: "bare" }),
    ],
    brief: brief(),
    exchange,
  });
  expect(result.offers.map(({ id }) => id)).toEqual([
    "apex.example/homepage/fixed",
    "apex.example/homepage/bid",
    "apex.example/hidden/only",
  ]);
  expect(result.offers[0]?.minimumSpend).toEqual({ minor: 250_000, currency: "EUR" });
  expect(result.offers[1]?.minimumSpend).toBeUndefined();
  expect(result.unpriced).toBe(2);
});

test("what a seller leaves out stays out, and is named", () => {
  const offer = offerFor(
    { fixed_price: 5 },
    { description: "", channels: [], format_ids: [], delivery_type: undefined, forecast: undefined },
  );
  expect(offer.missing).toEqual([
    "description",
    "channels",
    "formats",
    "delivery type",
    "forecast of impressions",
  ]);
  expect(offer.impressions).toBeUndefined();
  expect(offer.deliveryType).toBeUndefined();
});

test("a forecast that contradicts itself is none", () => {
  const offer = offerFor({ fixed_price: 5 }, { forecast: { impressions: { min: 10, max: 5 } } });
  expect(offer.missing).toContain("forecast of impressions");
});

test("an id that a seller uses twice is shown without a price, so that it cannot be bought", () => {
  const twice = [option({ fixed_price: 5 }), option({ fixed_price: 50 })];
  const { offers } = normaliseProducts({
    seller: seller("apex.example"),
    products: [product({ pricing_options: twice })],
    brief: brief(),
  });
  expect(offers).toHaveLength(1);
  expect(offers[0]?.cpm).toBeUndefined();
  expect(offers[0]?.price).toBeUndefined();
  expect(offers[0]?.missing.join()).toContain("uses this one for several pricing options");
});

test("a seller's words are cut and cannot hide anything", () => {
  const offer = offerFor(
    { fixed_price: 5 },
    { name: `Home\u202e${"x".repeat(500)}`, description: `a\u200b\n${"y".repeat(5000)}` },
  );
  expect(Array.from(offer.name)).toHaveLength(120);
  expect(Array.from(offer.description)).toHaveLength(600);
  expect(`${offer.name}${offer.description}`).not.toMatch(/[\u202e\u200b\n]/);
});

test("whatever amounts a seller sends, nothing throws and every figure is finite and in order", () => {
  const amount = fc.option(
    fc.oneof(fc.double({ min: 1e-9, max: 1e308, noNaN: true }), fc.integer({ min: 1, max: 1000 })),
    {
      nil: undefined,
    },
  );
  const anyOption = fc.record({
    pricing_option_id: fc.constantFrom("a", "b", "c"),
    pricing_model: fc.constantFrom(
      "cpm",
      "cpm-auction",
      "vcpm",
      "cpc",
      "cpcv",
      "cpv",
      "cpp",
      "cpa",
      "flat_rate",
      "time",
      "?",
    ),
    currency: fc.constantFrom("EUR", "USD", "JPY", "KWD", "ZZZ"),
    fixed_price: amount,
    floor: amount,
    min_spend_per_package: amount,
    parameters: fc.constantFrom(undefined, "day", { time_unit: "hour" }),
  });
  const forecast = fc.option(
    fc.record({
      impressions: fc.record({ min: fc.nat(), max: fc.double({ min: 0, max: 1e308, noNaN: true }) }),
    }),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(anyOption, { maxLength: 3 }), forecast, (pricing_options, forecastOf) => {
      const { offers } = normaliseProducts({
        seller: seller("apex.example"),
        products: [
          productSchema.parse(
            JSON.parse(JSON.stringify({ ...product(), pricing_options, forecast: forecastOf })),
          ),
        ],
        brief: brief({ limits: { excludedSellers: [], maxCpm: { minor: 1000, currency: "EUR" } } }),
        exchange,
      });
      for (const { cpm, price, bid } of offers) {
        if (cpm) {
          expect(0 < cpm.low && cpm.low <= cpm.mid * (1 + 1e-12) && cpm.mid <= cpm.high * (1 + 1e-12)).toBe(
            true,
          );
          expect(cpm.high).toBeLessThan(Number.MAX_SAFE_INTEGER);
        }
        if (bid && price) expect(bid.minor).toBeGreaterThanOrEqual(price.minor);
      }
    }),
    { numRuns: 1000 },
  );
});
