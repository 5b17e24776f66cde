import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPrice, priceDown, priceUp, toDecimalPrice } from "../../src/lib/price.ts";

const currencies = fc.constantFrom("EUR", "JPY", "KWD");

describe("a price of one unit", () => {
  it("goes out as the decimal figure that came in, of up to six decimals more than its currency has", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 6 }),
        currencies,
        (whole, places, currency) => {
          const amount = Number((whole / 10 ** places).toFixed(places));
          for (const read of [priceUp, priceDown]) {
            const price = read(amount, currency);
            expect(price && toDecimalPrice(price)).toBe(amount);
          }
        },
      ),
    );
  });

  it("is never under a floor, nor over what is meant to be paid, and off by less than a millionth of a minor unit", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (amount) => {
        const [up, down] = [priceUp(amount, "EUR"), priceDown(amount, "EUR")];
        if (up === undefined || down === undefined) throw new Error(`${amount} is no price`);
        const slack = amount * 1e-15;
        expect(toDecimalPrice(up)).toBeGreaterThanOrEqual(amount - slack);
        expect(toDecimalPrice(down)).toBeLessThanOrEqual(amount + slack);
        expect(up.minor - down.minor).toBeLessThanOrEqual(1.1e-6);
      }),
    );
  });

  it.each([
    [1.5, "EUR", "EUR 0.0150"],
    [0.2, "EUR", "EUR 0.0020"],
    [1.99, "EUR", "EUR 0.0199"],
    [0.0234, "EUR", "EUR 0.000234"],
    [35, "EUR", "EUR 0.35"],
    [498.295, "EUR", "EUR 4.98"],
    [1_250_000, "EUR", "EUR 12,500.00"],
    [1.5, "JPY", "JPY 1.50"],
    [800, "JPY", "JPY 800"],
  ])("of %f minor units of %s is written %s", (minor, currency, text) => {
    expect(formatPrice({ minor, currency })).toBe(text);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])("is not %f", (amount) => {
    expect(priceUp(amount, "EUR")).toBeUndefined();
  });
});
