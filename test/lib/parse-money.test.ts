import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, money } from "../../src/lib/money.ts";
import { parseMoney } from "../../src/lib/parse-money.ts";

describe("an amount in words", () => {
  it.each([
    ["250,000.00 EUR", 25_000_000, "EUR"],
    ["250000 EUR", 25_000_000, "EUR"],
    ["EUR 0.1", 10, "EUR"],
    ["1,000 JPY", 1000, "JPY"],
  ])("%s is read to the minor unit", (text, minor, currency) => {
    expect(parseMoney(text)).toEqual(money(minor, currency));
  });

  it.each([
    "250.000,00 EUR",
    "25,00 EUR",
    "1.5 JPY",
    "0.001 EUR",
    "5 XYZ",
    "5",
    "-5 EUR",
    "1e3 EUR",
    "EUR 5 EUR",
    "",
  ])("%j is not one", (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it("is what was written", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), fc.constantFrom("EUR", "JPY", "KWD"), (minor, currency) => {
        expect(parseMoney(formatMoney(money(minor, currency)))).toEqual(money(minor, currency));
      }),
    );
  });
});
