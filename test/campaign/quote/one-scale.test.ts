import { expect, test } from "vitest";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { productSchema } from "../../../src/protocol/records/product.ts";
import { brief, seller } from "../rank/arbitraries.ts";

/** 1 EUR = 1.25 USD = 160 JPY. */
const exchange = {
  date: "2027-01-15",
  source: "test rates",
  base: "EUR",
  rates: { USD: 1.25, JPY: 160 },
};

interface Row {
  readonly model: string;
  readonly currency: "EUR" | "USD" | "JPY";
  readonly channel: string;
  readonly option: Record<string, unknown>;
  /** Cents of a euro for 1,000 impressions. */
  readonly cpm: readonly [number, number, number];
  /** Part of an assumption that must be said. */
  readonly says?: string;
}

/** 14 days; 800,000 to 1,200,000 impressions of each product. */
const rows: readonly Row[] = [
  { model: "cpm", currency: "EUR", channel: "display", option: { fixed_price: 8.5 }, cpm: [850, 850, 850] },
  // 1,200 / 160
  {
    model: "cpm",
    currency: "JPY",
    channel: "display",
    option: { fixed_price: 1200 },
    cpm: [750, 750, 750],
    says: "1 JPY is 0.00625 EUR (test rates, 2027-01-15)",
  },
  // 10 USD at 50, 70 and 85 % viewable: 5.00, 7.00, 8.50 USD
  {
    model: "vcpm",
    currency: "USD",
    channel: "display",
    option: { fixed_price: 10 },
    cpm: [400, 560, 680],
    says: "70 % of impressions are viewable (between 50 % and 85 %)",
  },
  // 20, 40 and 80 clicks at 0.50
  {
    model: "cpc",
    currency: "EUR",
    channel: "search",
    option: { fixed_price: 0.5 },
    cpm: [1000, 2000, 4000],
    says: "4 % of impressions are clicked",
  },
  // 900, 950 and 980 whole views at 4 JPY: 3,600, 3,800, 3,920 JPY
  {
    model: "cpcv",
    currency: "JPY",
    channel: "ctv",
    option: { fixed_price: 4 },
    cpm: [2250, 2375, 2450],
    says: "95 % of impressions are completed",
  },
  // 150, 300 and 500 views at 0.02 USD: 3, 6, 10 USD
  {
    model: "cpv",
    currency: "USD",
    channel: "olv",
    option: { fixed_price: 0.02 },
    cpm: [240, 480, 800],
    says: "30 % of impressions are viewed",
  },
  // One point is 480,000, 400,000 or 320,000 impressions: 1,000, 1,200, 1,500 JPY for 1,000
  {
    model: "cpp",
    currency: "JPY",
    channel: "linear_tv",
    option: {
      fixed_price: 480_000,
      parameters: { demographic: "A25-54", population: { low: 32_000_000, high: 48_000_000 } },
    },
    cpm: [625, 750, 937.5],
    says: "one rating point is a hundredth of 40,000,000 people (A25-54), between 32,000,000 and 48,000,000, as the seller states",
  },
  // 0.2, 0.4 and 0.8 actions at 25 USD: 5, 10, 20 USD
  {
    model: "cpa",
    currency: "USD",
    channel: "affiliate",
    option: {
      fixed_price: 25,
      parameters: { conversion_rate: { low: 0.0002, mid: 0.0004, high: 0.0008 } },
    },
    cpm: [400, 800, 1600],
    says: "0.04 % of impressions lead to the action paid for (between 0.02 % and 0.08 %), as the seller states",
  },
  // 6,000 EUR over 1,200,000, 1,000,000 and 800,000
  {
    model: "flat-fee",
    currency: "EUR",
    channel: "ctv",
    option: { fixed_price: 6000 },
    cpm: [500, 600, 750],
    says: "the whole price over the forecast",
  },
  // 960,000 JPY are 6,000 EUR
  {
    model: "flat_rate",
    currency: "JPY",
    channel: "dooh",
    option: { fixed_price: 960_000 },
    cpm: [500, 600, 750],
  },
  // 14 days at 750 USD are 8,400 EUR
  {
    model: "time",
    currency: "USD",
    channel: "dooh",
    option: { fixed_price: 750, parameters: { time_unit: "day" } },
    cpm: [700, 840, 1050],
    says: "the flight counts as 14 whole days",
  },
  {
    model: "cpm-auction",
    currency: "EUR",
    channel: "display",
    option: { floor: 8 },
    cpm: [800, 920, 920],
    says: "bids EUR 9.20, 15 % over the floor",
  },
  // floor 800 JPY, median 1,000 JPY
  {
    model: "cpm",
    currency: "JPY",
    channel: "display",
    option: { floor_price: 800, price_guidance: { p50: 1000 } },
    cpm: [500, 625, 625],
    says: "bids JPY 1,000, the median of the seller's price guidance",
  },
  // midway between 6 and 9 USD, over a floor of 5 USD
  {
    model: "cpm-auction",
    currency: "USD",
    channel: "display",
    option: { floor: 5, price_guidance: { p25: 6, p75: 9 } },
    cpm: [400, 600, 600],
    says: "midway between p25 and p75",
  },
  // 10 EUR and 5 %, and 0.40 EUR of data
  {
    model: "cpm",
    currency: "EUR",
    channel: "olv",
    option: {
      fixed_price: 10,
      fees: [
        { name: "platform", percent: 5 },
        { name: "data", per_thousand: 0.4 },
      ],
    },
    cpm: [1090, 1090, 1090],
    says: "its fees are part of its CPM",
  },
];

function offersOf(products: readonly Record<string, unknown>[], maxCpm?: number): Offer[] {
  return normaliseProducts({
    seller: seller("apex.example"),
    products: products.map((values, i) =>
      productSchema.parse({ product_id: `${i}`, name: `${i}`, channels: ["display"], ...values }),
    ),
    brief: brief(
      maxCpm === undefined
        ? {}
        : { limits: { excludedSellers: [], maxCpm: { minor: maxCpm, currency: "EUR" } } },
    ),
    exchange,
  }).offers;
}

const inEuros = (option: Record<string, unknown>) => ({
  pricing_options: [{ pricing_option_id: "only", pricing_model: "cpm", currency: "EUR", ...option }],
});

function only(values: Record<string, unknown>, maxCpm?: number): Offer {
  const [offer] = offersOf([{ ...inEuros({ fixed_price: 10 }), ...values }], maxCpm);
  if (offer === undefined) throw new Error("there is no offer");
  return offer;
}

test("every pricing model in three currencies stands in one comparison", () => {
  const offers = offersOf(
    rows.map(({ model, currency, channel, option }) => ({
      channels: [channel],
      forecast: { impressions: { min: 800_000, max: 1_200_000 } },
      pricing_options: [{ pricing_option_id: "only", pricing_model: model, currency, ...option }],
    })),
  );
  expect(offers).toHaveLength(rows.length);
  rows.forEach((row, i) => {
    const { cpm, assumptions, missing, whole } = offers[i] ?? {};
    const what = `${row.model} in ${row.currency}`;
    expect(cpm?.low, what).toBeCloseTo(row.cpm[0], 9);
    expect(cpm?.mid, what).toBeCloseTo(row.cpm[1], 9);
    expect(cpm?.high, what).toBeCloseTo(row.cpm[2], 9);
    expect(assumptions?.join("; "), what).toContain(row.says ?? "");
    expect(missing, what).not.toContain("price");
    expect(whole, what).toBe(/flat|time/.test(row.model) ? true : undefined);
  });
  expect(offers.at(-1)?.fees).toEqual(["platform: 5 % of the price", "data: 0.4 EUR CPM"]);
});

test("the price of a package of points is its smallest spend", () => {
  const offer = only(
    inEuros({
      pricing_model: "cpp",
      fixed_price: 900,
      parameters: { demographic: "A25-54", min_points: 20 },
    }),
  );
  expect(offer.minimumSpend).toEqual({ minor: 1_800_000, currency: "EUR" });
  expect(offer.cpm).toBeUndefined();
  expect(offer.missing).toContain("size of its audience A25-54, that one rating point is a hundredth of");
});

test("a rating point is turned by the seller's own forecast of the same people, and of no others", () => {
  const values = (demographic: string) => ({
    ...inEuros({ pricing_model: "cpp", fixed_price: 900, parameters: { demographic: "A25-54" } }),
    forecast: { demographic, points: [{ metrics: { grps: 50, impressions: 20_000_000 } }] },
  });
  // 50 points are 20,000,000 impressions: one is 400,000, and 1,000 cost 2.25 EUR
  expect(only(values("A25-54")).cpm?.mid).toBeCloseTo(225, 9);
  expect(only(values("P2+")).cpm).toBeUndefined();
});

test("a share that the seller forecasts stands before the channel's usual one", () => {
  const offer = only({
    ...inEuros({ pricing_model: "cpc", fixed_price: 0.5 }),
    channels: ["cinema"],
    forecast: { points: [{ metrics: { clicks: 2000, impressions: 1_000_000 } }] },
  });
  expect(offer.cpm).toEqual({ low: 100, mid: 100, high: 100 });
  expect(offer.assumptions).toContain("0.2 % of impressions are clicked, the seller's forecast");
});

test.each([
  ["without an amount", [{ name: "data" }], 'amount of its fee "data"'],
  ["with two amounts", [{ name: "data", percent: 1, per_thousand: 1 }], 'amount of its fee "data"'],
  ["that gives money back", [{ name: "data", percent: -5 }], 'amount of its fee "data"'],
  ["that is a word", "ask us", "amounts of its fees"],
])("a fee %s leaves the price open", (_, fees, missing) => {
  const offer = only(inEuros({ fixed_price: 10, fees }));
  expect(offer.cpm).toBeUndefined();
  expect(offer.missing).toContain(missing);
});

test("a bid leaves room for the fees under the brief's limit", () => {
  // (10.90 - 0.40) / 1.05 = 10.00
  const fees = [
    { name: "platform", percent: 5 },
    { name: "data", per_thousand: 0.4 },
  ];
  const offer = only(inEuros({ floor: 9.5, fees }), 1090);
  expect(offer.bid).toEqual({ minor: 1000, currency: "EUR" });
  expect(offer.cpm?.high).toBeCloseTo(1090, 9);
});

test("a curve of budgets becomes the response, in the brief's currency, and its largest budget what can be had", () => {
  const metrics = (impressions: number, reach: number) => ({
    impressions: { low: impressions * 0.9, mid: impressions, high: impressions * 1.2 },
    reach,
  });
  const offer = only({
    forecast: {
      currency: "JPY",
      points: [
        { budget: 3_200_000, metrics: metrics(1_500_000, 700_000) },
        { budget: 1_600_000, metrics: metrics(1_000_000, 500_000) },
        // More money that brings nothing more ends the curve.
        { budget: 4_800_000, metrics: metrics(1_500_000, 700_000) },
      ],
    },
  });
  expect(offer.response).toEqual([
    { amount: 1_000_000, impressions: 1_000_000, reach: 500_000 },
    { amount: 2_000_000, impressions: 1_500_000, reach: 700_000 },
  ]);
  expect(offer.impressions).toEqual({ low: 1_350_000, mid: 1_500_000, high: 1_800_000 });
  expect(offer.reach?.mid).toBe(700_000);
  expect(offer.assumptions).toContain(
    "what can be had is what the largest budget of the seller's forecast brings",
  );
});

test.each<[string, Record<string, unknown>]>([
  [
    "brings less for more",
    {
      points: [
        { budget: 10, metrics: { impressions: 100 } },
        { budget: 20, metrics: { impressions: 50 } },
      ],
    },
  ],
  [
    "is in a currency without a rate",
    { currency: "SEK", points: [{ budget: 10, metrics: { impressions: 1 } }] },
  ],
  ["names no budgets", { points: [{ metrics: { impressions: 100 } }] }],
  [
    "is in a unit that nobody knows",
    { forecast_range_unit: "lunar", points: [{ budget: 1, metrics: { impressions: 1 } }] },
  ],
])("a curve that %s is none", (_, forecast) => {
  expect(only({ forecast }).response).toBeUndefined();
});

test("several forecasts are never added up", () => {
  const offer = only({
    forecast: {
      forecast_range_unit: "availability",
      points: [
        { metrics: { impressions: 400_000 } },
        { metrics: { impressions: { low: 500_000, mid: 600_000, high: 900_000 } } },
      ],
    },
  });
  expect(offer.impressions).toEqual({ low: 500_000, mid: 600_000, high: 900_000 });
  expect(offer.assumptions).toContain(
    "the largest of the seller's 2 forecasts stands for all: they may overlap",
  );
});

test("a forecast for a week counts for the flight's weeks, and whom it reaches does not", () => {
  const offer = only({
    forecast: {
      forecast_range_unit: "weekly",
      points: [{ metrics: { impressions: 100_000, reach: 60_000 } }],
    },
  });
  expect(offer.impressions?.mid).toBe(200_000);
  expect(offer.reach).toBeUndefined();
  expect(offer.assumptions).toContain("the forecast for a week is taken 2 times");
});

test("households are not taken for people", () => {
  const offer = only({
    forecast: { reach_unit: "households", points: [{ metrics: { impressions: 100_000, reach: 60_000 } }] },
  });
  expect(offer.reach).toBeUndefined();
  expect(offer.missing).toContain("reach in people: its forecast counts others");
});

test("where a product delivers is kept, and what is no country's code is not", () => {
  expect(only({ countries: ["DE", "AT", "Mars"] }).countries).toEqual(["DE", "AT"]);
  expect(only({ countries: "everywhere" }).countries).toBeUndefined();
});
