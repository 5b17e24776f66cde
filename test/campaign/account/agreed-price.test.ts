import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AgreedPrice,
  agreedWords,
  comparePrice,
  readPrice,
  statedPrice,
  statedWords,
} from "../../../src/campaign/account/agreed-price.ts";

const cpm: AgreedPrice = { currency: "EUR", model: "cpm", most: 15, isBid: false };
const bid: AgreedPrice = { currency: "EUR", model: "cpm", most: 12, isBid: true };
const click: AgreedPrice = { currency: "EUR", model: "cpc", most: 0.45, isBid: false };
const view: AgreedPrice = { currency: "EUR", model: "cpcv", most: 0.0125, isBid: false };
const flat: AgreedPrice = { currency: "EUR", model: "flat-fee", most: 9500, isBid: false };
const dinar: AgreedPrice = { currency: "KWD", model: "cpm", most: 4.25, isBid: false };
const yen: AgreedPrice = { currency: "JPY", model: "cpm", most: 1500, isBid: false };

const first = ([words]: readonly [string, ...string[]]) => words;

describe("a price that is stated", () => {
  it.each([
    ["twice as much", { rate: 30 }, cpm],
    ["a cent more", { rate: 15.01 }, cpm],
    ["over the bid", { rate: 12.4 }, bid],
    ["another model", { rate: 15, pricingModel: "cpc" }, cpm],
    ["impressions in view", { rate: 15, pricingModel: "vcpm" }, cpm],
    ["another currency", { rate: 15, currency: "USD" }, cpm],
    ["another currency alone", { currency: "GBP" }, flat],
    ["a tenth more of a click", { rate: 0.5 }, click],
    ["a part of a cent more", { rate: 0.0145 }, view],
    ["a higher fee", { rate: 19_000, pricingModel: "flat_rate" }, flat],
    ["a yen more", { rate: 1501 }, yen],
    ["three yen for a click of one and a half", { rate: 3 }, { ...yen, model: "cpc", most: 1.5 }],
    ["a thousandth more of a dinar", { rate: 4.251 }, dinar],
    ["a cent where a part of it was agreed", { rate: 0.01 }, { ...view, most: 0.004 }],
    ["a twentieth more of a part of a cent", { rate: 0.0042 }, { ...view, most: 0.004 }],
    ["a hundred times as much in minor units", { rate: 1500 }, cpm],
    ["less than nothing", { rate: -15 }, cpm],
    ["a price by the thousand for clicks", { rate: 4, pricingModel: "cpm" }, click],
  ])("is other than agreed: %s", (_name, told, agreed) => {
    expect(comparePrice(told, agreed)).toBe("other");
  });

  it.each([
    ["nothing", {}, cpm],
    ["the same", { rate: 15, pricingModel: "cpm", currency: "EUR" }, cpm],
    ["its model in capitals, among blanks", { rate: 15, pricingModel: " CPM " }, cpm],
    ["its currency in small letters", { rate: 15, currency: "eur" }, cpm],
    ["rounded up to the cent", { rate: 12.35 }, { ...cpm, most: 12.341 }],
    ["rounded to the cent", { rate: 0.01 }, view],
    ["rounded to the yen", { rate: 2 }, { ...yen, model: "cpc", most: 1.5 }],
    ["rounded to the thousandth", { rate: 0.013 }, { ...dinar, model: "cpcv", most: 0.0125 }],
    ["rounded to nothing", { rate: 0 }, { ...view, most: 0.004 }],
    ["binary dust", { rate: 0.1 + 0.2 }, { ...cpm, most: 0.3 }],
    ["cleared below the bid", { rate: 7.13, pricingModel: "cpm" }, bid],
    ["cleared at the bid", { rate: 12 }, bid],
    ["its model as the contract spells it", { rate: 9, pricingModel: "cpm-auction" }, bid],
    ["its model as the public standard spells it", { rate: 9500, pricingModel: "flat_rate" }, flat],
    ["a fee whose amount nobody knows", { rate: 3 }, { currency: "EUR", model: "cpm", isBid: false }],
  ])("is as agreed: %s", (_name, told, agreed) => {
    expect(comparePrice(told, agreed)).toBe("as agreed");
  });

  it("is never asked about where it is the agreed one, rounded to minor units in any way", () => {
    fc.assert(
      fc.property(
        // As far as prices are written: ten-thousandths.
        fc.integer({ min: 10_000, max: 5_000_000 }).map((price) => price / 10_000),
        fc.constantFrom(Math.floor, Math.ceil, Math.round),
        (most, round) => {
          const comparison = comparePrice({ rate: round(most * 100) / 100 }, { ...cpm, most });
          expect(comparison).not.toBe("other");
        },
      ),
    );
  });

  it.each([
    ["cents", "EUR", 100],
    ["no minor unit", "JPY", 1],
    ["thousandths", "KWD", 1000],
  ])(
    "is as agreed where it is rounded to %s, and other where it is a unit more than that",
    (_, currency, per) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 5_000_000 }),
          fc.double({ min: -0.499, max: 0.499, noNaN: true }),
          (units, part) => {
            const most = (units + part) / per;
            const agreed = { currency, model: "cpc", most, isBid: false };
            expect(comparePrice({ rate: units / per }, agreed)).toBe("as agreed");
            expect(comparePrice({ rate: (units + 1 + Math.max(0, part)) / per }, agreed)).toBe("other");
          },
        ),
      );
    },
  );

  it("is lower: said, and not asked about", () => {
    expect(comparePrice({ rate: 14 }, cpm)).toBe("less");
  });

  it("is read however a seller spells it, and what a package costs in all is no price of it", () => {
    const found = { rate: 30 };
    for (const booked of [
      { fixed_price: 30 },
      { rate: 30 },
      { price: 30 },
      { pricing: { cpm: 30 } },
      { pricing_option: { fixed_price: 30 } },
    ])
      expect(statedPrice({ package_id: "p", budget: 9500, ...booked })).toEqual(found);
    expect(statedPrice({ budget: 9500, price: 9500 })).toEqual({});
    expect(
      statedPrice({ budget: 9500, pricing: { fixed_price: 30, currency: "USD", pricing_model: "cpc" } }),
    ).toEqual({
      rate: 30,
      currency: "USD",
      pricingModel: "cpc",
    });
  });

  it("is no price where a report has none in numbers", () => {
    expect(readPrice({ rate: "12", pricing_model: "", currency: 7 })).toEqual({});
    expect(readPrice({ rate: 0, pricing_model: "cpm", currency: "EUR" })).toEqual({
      rate: 0,
      pricingModel: "cpm",
      currency: "EUR",
    });
  });

  it("is shown with what it buys", () => {
    expect(agreedWords(cpm, 45_000)).toBe("EUR 15.00 CPM (3,000,000 impressions)");
    expect(first(statedWords({ rate: 30 }, cpm, 45_000))).toBe("EUR 30.00 CPM (1,500,000 impressions)");
    expect(first(statedWords({ rate: 15, currency: "USD" }, cpm, 45_000))).toBe("USD 15.00 CPM");
    expect(first(statedWords({ pricingModel: "flat_rate" }, cpm))).toBe("EUR flat fee");
    expect([
      agreedWords(bid),
      first(statedWords({ rate: 13 }, bid)),
      first(statedWords({ rate: 19 }, bid)),
      first(statedWords({ rate: 6.99, currency: "USD" }, bid)),
      first(statedWords({ rate: 0.31, pricingModel: "cpc" }, bid)),
      first(statedWords({ rate: 10, currency: "USD" }, bid)),
      first(statedWords({ rate: -3 }, bid)),
      first(statedWords({ rate: 0.015, currency: "USD" }, bid)),
    ]).toEqual([
      "EUR 12.00 CPM or less",
      "over EUR 12.00 CPM",
      "EUR 18.00 CPM or more",
      "USD 10.00 CPM or less",
      "EUR 0.50 CPC or less",
      "USD 10.00 CPM or less",
      "EUR -3.00 CPM",
      "USD 0.02 CPM or less",
    ]);
    expect(agreedWords(view)).toBe("EUR 0.0125 CPCV");
    expect(agreedWords({ currency: "EUR", model: "cpm", isBid: true }, 45_000)).toBe("EUR CPM");
    // What clicks and views it buys is not known of their price alone, nor what is bought for nothing.
    expect(agreedWords(click, 45_000)).toBe("EUR 0.45 CPC");
    expect(agreedWords({ ...cpm, most: 0 }, 45_000)).toBe("EUR 0.00 CPM");
    expect(agreedWords(cpm)).toBe("EUR 15.00 CPM");
    expect(agreedWords({ ...cpm, model: "time" })).toBe("EUR 15.00 time");
  });
});
