import fc from "fast-check";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer, Range } from "../../../src/campaign/model/offers/offer.ts";
import type { Seller } from "../../../src/campaign/model/sellers/seller.ts";
import type { RankContext } from "../../../src/campaign/rank/criterion.ts";
import { type ExchangeTable, exchangeRate } from "../../../src/lib/exchange.ts";
import { currencyDigits } from "../../../src/lib/money.ts";

export const exchange: ExchangeTable = {
  date: "2027-01-15",
  source: "test rates",
  base: "EUR",
  rates: { USD: 1.25, GBP: 0.8, JPY: 160, SEK: 11.37, KWD: 0.333 },
};

const channelNames = ["display", "olv", "ctv", "social", "podcast"];
const sellerNames = ["apex.example", "birch.example", "cedar.example", "delta.example"];

export function seller(id: string): Seller {
  return {
    id,
    domain: id,
    agentUrl: `https://${id}/mcp`,
    channels: [],
    tasks: [],
    eligible: true,
    reasons: [],
  };
}
export const sellers = sellerNames.map(seller);

export function brief(values: Partial<Brief> = {}): Brief {
  return {
    name: "Launch",
    brand: { domain: "acme.example" },
    objective: "awareness",
    budget: { minor: 5_000_000, currency: "EUR" },
    flight: { start: "2027-03-01", end: "2027-03-14" },
    countries: ["NL"],
    channels: [],
    limits: { excludedSellers: [] },
    creatives: [],
    questions: [],
    ...values,
  };
}

export function offer(values: Partial<Offer> = {}): Offer {
  const productId = values.productId ?? "product";
  const pricingOptionId = values.pricingOptionId ?? "cpm";
  const sellerId = values.sellerId ?? "apex.example";
  return {
    id: `${sellerId}/${productId}/${pricingOptionId}`,
    sellerId,
    productId,
    pricingOptionId,
    name: "Run of site",
    description: "Display in the Netherlands",
    channels: ["display"],
    deliveryType: "guaranteed",
    formats: [{ agent_url: "https://formats.example", id: "display_300x250" }],
    pricingModel: "cpm",
    currency: "EUR",
    auction: false,
    price: { minor: 400, currency: "EUR" },
    cpm: exactly(400),
    impressions: exactly(10_000_000),
    assumptions: [],
    missing: [],
    ...values,
  };
}

export function exactly(value: number): Range {
  return { low: value, mid: value, high: value };
}

export function context(values: Partial<RankContext> = {}): RankContext {
  return { brief: brief(), sellers, exchange, ...values };
}

export const anyBrief: fc.Arbitrary<Brief> = fc
  .record({
    budget: fc.record({
      minor: fc.oneof({ weight: 19, arbitrary: fc.integer({ min: 100_000, max: 20_000_000 }) }, fc.nat(100)),
      currency: fc.constantFrom("EUR", "USD", "JPY", "KWD"),
    }),
    channels: fc.uniqueArray(fc.constantFrom(...channelNames), { maxLength: 3 }),
    maxCpm: fc.option(fc.integer({ min: 500, max: 60_000 }), { nil: undefined, freq: 1 }),
    share: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined, freq: 1 }),
    audience: fc.option(fc.constantFrom("electric vehicles", "young parents"), { nil: undefined }),
    excluded: fc.subarray(sellerNames, { maxLength: 1 }),
  })
  .map(({ budget, channels, maxCpm, share, audience, excluded }) =>
    brief({
      budget,
      channels,
      ...(audience !== undefined && { audience }),
      limits: {
        excludedSellers: excluded,
        ...(maxCpm !== undefined && { maxCpm: { minor: maxCpm, currency: budget.currency } }),
        ...(share !== undefined && { maxSharePerSeller: share / 100 }),
      },
    }),
  );

const anyRange = (max: number): fc.Arbitrary<Range> =>
  fc.tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: 50 })).map(([mid, percent]) => ({
    low: mid * (1 - percent / 100),
    mid,
    high: mid * (1 + percent / 100),
  }));

/** Offers as a catalogue would hold them, on the scale of `budgetCurrency`; ids are made unique by `catalogue`. */
function anyOffer(budgetCurrency: string): fc.Arbitrary<Offer> {
  return fc
    .record({
      sellerId: fc.constantFrom(...sellerNames),
      product: fc.integer({ min: 1, max: 4 }),
      option: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom("fixed", "fixed", "fixed", "auction", "auction", "whole", "whole", "unpriced"),
      currency: fc.constantFrom("EUR", "USD", "JPY", "SEK", "KWD", "EUR", "XAF"),
      channels: fc.oneof(
        { weight: 9, arbitrary: fc.subarray(channelNames, { minLength: 1, maxLength: 4 }) },
        fc.constant([]),
      ),
      description: fc.constantFrom("", "Electric vehicles", "Parents in the Netherlands"),
      deliveryType: fc.constantFrom("guaranteed", "non_guaranteed", undefined),
      price: fc.integer({ min: 1, max: 6000 }),
      fee: fc.integer({ min: 1, max: 2_000_000 }),
      over: fc.integer({ min: 0, max: 500 }),
      minimum: fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined, freq: 1 }),
      impressions: fc.option(anyRange(20_000_000), { nil: undefined }),
    })
    .map(({ kind, fee, over, minimum, deliveryType, impressions, ...values }) => {
      const { currency } = values;
      const rate = exchangeRate(exchange, currency, budgetCurrency);
      const scale = rate && rate * 10 ** (currencyDigits(budgetCurrency) - currencyDigits(currency));
      const isWhole = kind === "whole";
      const price = isWhole ? fee : values.price;
      const perThousand =
        kind === "auction" ? price + over : isWhole ? impressions && (fee * 1000) / impressions.mid : price;
      const priced = kind !== "unpriced" && scale !== undefined && perThousand !== undefined;
      const { deliveryType: _, impressions: __, cpm: ___, price: ____, ...base } = offer();
      return {
        ...base,
        id: `${values.sellerId}/product ${values.product}/${values.option}`,
        sellerId: values.sellerId,
        productId: `product ${values.product}`,
        pricingOptionId: `${values.option}`,
        channels: values.channels,
        description: values.description,
        currency,
        pricingModel: isWhole ? "flat-fee" : kind === "auction" ? "cpm-auction" : "cpm",
        auction: kind === "auction",
        ...(isWhole && { whole: true as const }),
        ...(kind !== "unpriced" && { price: { minor: price, currency } }),
        ...(kind === "auction" && { bid: { minor: price + over, currency } }),
        ...(minimum !== undefined && { minimumSpend: { minor: minimum, currency } }),
        ...(deliveryType !== undefined && { deliveryType }),
        ...(impressions && { impressions }),
        ...(priced && { cpm: exactly(perThousand * scale) }),
      };
    });
}

/** A catalogue of offers with ids of their own. */
export function catalogue(budgetCurrency: string, maxLength = 14): fc.Arbitrary<Offer[]> {
  return fc.uniqueArray(anyOffer(budgetCurrency), { maxLength, size: "max", selector: ({ id }) => id });
}

/** A brief and a catalogue on its scale. */
export const anyMarket = anyBrief.chain((one) =>
  fc.record({ brief: fc.constant(one), offers: catalogue(one.budget.currency) }),
);

export const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });

/** Sells impressions worth so many euros at one price of 1,000. */
export const sells = (name: string, cpm: number, worth: number, values: Partial<Offer> = {}) =>
  offer({
    productId: name,
    sellerId: `${name}.example`,
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth / cpm) * 1000),
    ...values,
  });
