import fc from "fast-check";
import { expect, it } from "vitest";
import { keptOf } from "../../../src/campaign/account/still-bound.ts";
import { money, proportionUp } from "../../../src/lib/money.ts";

const amount = fc.integer({ min: 1, max: 10 ** 12 });
const bindings = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts.map(([minor, planMinor], i) => ({
    stepId: `step-${i}`,
    amount: money(minor, "USD"),
    planAmount: money(planMinor, "EUR"),
  })),
);

it("keeps exactly what the buy may still cost, gives back the last increase first, and lets nothing grow", () => {
  fc.assert(
    fc.property(bindings, fc.integer({ min: 0, max: 10 ** 13 }), (bound, total) => {
      const kept = keptOf(bound, money(total, "USD"));
      const after = bound.map((one) => kept.find(({ stepId }) => stepId === one.stepId) ?? one);
      const sum = (parts: typeof bound) => parts.reduce((all, { amount: { minor } }) => all + minor, 0);
      expect(sum(after)).toBe(Math.min(total, sum(bound)));
      after.forEach(({ amount, planAmount }, i) => {
        const before = bound[i] ?? { amount, planAmount };
        expect(amount.minor).toBeLessThanOrEqual(before.amount.minor);
        expect(planAmount.minor).toBeLessThanOrEqual(before.planAmount.minor);
        // Never less than its share: what is still bound must not look cheaper than it is.
        expect(BigInt(planAmount.minor) * BigInt(before.amount.minor)).toBeGreaterThanOrEqual(
          BigInt(before.planAmount.minor) * BigInt(amount.minor),
        );
      });
      const firstSmaller = after.findIndex((one, i) => one.amount.minor < (bound[i]?.amount.minor ?? 0));
      if (firstSmaller >= 0)
        expect(after.slice(firstSmaller + 1).every(({ amount: { minor } }) => minor === 0)).toBe(true);
    }),
  );
});

it("takes a part of an amount exactly, however large, and no part of nothing", () => {
  expect(proportionUp(9_007_199_254_740_991, 9_007_199_254_740_990, 9_007_199_254_740_991)).toBe(
    9_007_199_254_740_990,
  );
  expect(proportionUp(100, 1, 3)).toBe(34);
  expect(() => proportionUp(1, 1, 0)).toThrow(RangeError);
});
