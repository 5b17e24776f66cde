import fc from "fast-check";
import { expect, test } from "vitest";
import { amountFor } from "../../../src/campaign/plan/limits/bounds.ts";
import { exchangeDown } from "../../../src/lib/exchange.ts";
import { money } from "../../../src/lib/money.ts";
import { exchange } from "../rank/arbitraries.ts";

const currencies = fc.constantFrom("EUR", "USD", "JPY", "KWD", "SEK");

test("is the smallest amount that buys the target", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), currencies, currencies, (minor, from, to) => {
      const target = money(minor, from);
      const amount = amountFor(target, to, exchange) ?? money(0, to);
      const bought = (units: number) => exchangeDown(money(units, to), from, exchange)?.minor ?? -1;
      expect(bought(amount.minor)).toBeGreaterThanOrEqual(minor);
      expect(bought(amount.minor - 1)).toBeLessThan(minor);
    }),
    { numRuns: 1000 },
  );
});

test("is not known without a rate", () => {
  expect(amountFor(money(1, "XAF"), "EUR", exchange)).toBeUndefined();
});
