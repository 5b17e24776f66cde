import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeDown, exchangeRate } from "../../src/lib/exchange.ts";
import {
  add,
  formatMoney,
  fromDecimal,
  money,
  split,
  subtract,
  sum,
  toDecimal,
} from "../../src/lib/money.ts";

const minor = fc.integer({ min: -1e12, max: 1e12 });
const currency = fc.constantFrom("EUR", "USD", "JPY", "KWD");

describe("money", () => {
  it("survives the way to a decimal and back", () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(fromDecimal(toDecimal(money(amount, code)), code).minor).toBe(amount);
      }),
    );
  });

  it("adds and subtracts exactly", () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        expect(subtract(add(money(a, "EUR"), money(b, "EUR")), money(b, "EUR")).minor).toBe(a);
      }),
    );
  });

  it("splits into whole parts that add up exactly and are off by less than one unit", () => {
    const weights = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e10 }), weights, (total, shares) => {
        fc.pre(shares.some((share) => share > 1e-6));
        const parts = split(money(total, "EUR"), shares);
        expect(sum(parts, "EUR").minor).toBe(total);
        const all = shares.reduce((a, b) => a + b, 0);
        parts.forEach((part, i) => {
          expect(Math.abs(part.minor - (total * (shares[i] ?? 0)) / all)).toBeLessThanOrEqual(1 + 1e-3);
        });
      }),
      { numRuns: 500 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 53])("refuses %s minor units", (amount) => {
    expect(() => money(amount, "EUR")).toThrow(/not a whole number/);
  });

  it("does not put two currencies together", () => {
    expect(() => add(money(1, "EUR"), money(1, "USD"))).toThrow(/EUR and USD/);
  });

  it("knows how many digits a currency has", () => {
    expect(formatMoney(money(123_456, "EUR"))).toBe("EUR 1,234.56");
    expect(formatMoney(money(123_456, "JPY"))).toBe("JPY 123,456");
    expect(() => fromDecimal(1, "ABC")).toThrow(/not an ISO 4217/);
  });

  it("rounds a decimal half away from zero", () => {
    expect(fromDecimal(1.005, "EUR").minor).toBe(101);
    expect(fromDecimal(-2.5, "JPY").minor).toBe(-3);
  });
});

describe("exchange", () => {
  const table = { date: "2027-01-04", source: "test", base: "EUR", rates: { USD: 1.25, JPY: 160.5 } };

  it("gives no rate that the table does not hold", () => {
    expect(exchangeRate(table, "USD", "JPY")).toBeCloseTo(128.4);
    expect(exchangeRate(table, "USD", "GBP")).toBeUndefined();
    expect(exchangeRate(undefined, "EUR", "EUR")).toBe(1);
    expect(exchangeDown(money(1, "EUR"), "GBP", table)).toBeUndefined();
  });

  it("is exact where the product is", () => {
    expect(exchangeDown(money(5_000_000, "EUR"), "USD", table)).toEqual(money(6_250_000, "USD"));
  });

  it("never gives more than the amount is worth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.constantFrom("USD", "JPY"), (amount, to) => {
        const given = exchangeDown(money(amount, "EUR"), to, table);
        const rate = exchangeRate(table, to, "EUR") ?? 0;
        const scale = to === "JPY" ? 100 : 1;
        expect((given?.minor ?? 0) * rate * scale).toBeLessThanOrEqual(amount * (1 + 1e-12));
      }),
    );
  });
});
