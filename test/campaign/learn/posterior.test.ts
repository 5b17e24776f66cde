import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeIndex,
  dispersionOf,
  isNarrow,
  posterior,
} from "../../../src/campaign/learn/performance-index/compute-index.ts";
import { expectedOf } from "../../../src/campaign/model/learned/feedback.ts";

const count = fc.integer({ min: 0, max: 10_000_000 });
const expected = fc.double({ min: 0, max: 1e7, noNaN: true });
const dispersion = fc.double({ min: 1, max: 1000, noNaN: true });

const days = fc.array(
  fc.record({
    date: fc.constant("2027-03-01"),
    outcomes: fc.integer({ min: 0, max: 100_000 }),
    spendMinor: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 7 },
);

describe("the index of a package", () => {
  it("is 1 where nothing is known, and that is not narrow enough to be sent", () => {
    const unknown = posterior({ outcomes: 0, expected: 0, dispersion: 1 });
    expect(unknown.mean).toBe(1);
    expect(isNarrow(unknown)).toBe(false);
  });

  it("lies between 1 and the bare ratio, nearer to 1 the less is known", () => {
    fc.assert(
      fc.property(count, expected, dispersion, (outcomes, planned, spread) => {
        fc.pre(planned > 0);
        const { mean } = posterior({ outcomes, expected: planned, dispersion: spread });
        const less = posterior({ outcomes, expected: planned, dispersion: spread * 2 }).mean;
        const ratio = outcomes / planned;
        expect(mean).toBeGreaterThanOrEqual(Math.min(1, ratio) - 1e-9);
        expect(mean).toBeLessThanOrEqual(Math.max(1, ratio) * (1 + 1e-9));
        expect(Math.abs(less - 1)).toBeLessThanOrEqual(Math.abs(mean - 1) + 1e-9);
      }),
    );
  });

  it("rises with what was measured and falls with what was expected", () => {
    fc.assert(
      fc.property(
        count,
        fc.integer({ min: 1, max: 1000 }),
        expected,
        dispersion,
        (few, more, planned, spread) => {
          const of = (outcomes: number, plan: number) =>
            posterior({ outcomes, expected: plan, dispersion: spread }).mean;
          expect(of(few + more, planned)).toBeGreaterThan(of(few, planned));
          expect(of(few, planned + more)).toBeLessThan(of(few, planned));
        },
      ),
    );
  });

  it("lies within its interval", () => {
    fc.assert(
      fc.property(count, expected, dispersion, (outcomes, planned, spread) => {
        const { mean, low, high } = posterior({ outcomes, expected: planned, dispersion: spread });
        expect(low).toBeGreaterThan(0);
        expect(low).toBeLessThan(mean);
        expect(high).toBeGreaterThan(mean);
      }),
    );
  });

  it("holds 90 % of the Gamma distribution in its interval, by numbers", () => {
    for (const shape of [20, 25, 60, 400]) {
      const { low, high } = posterior({ outcomes: shape - 20, expected: 0, dispersion: 1 });
      expect(gammaBelow(low * 20, shape)).toBeCloseTo(0.05, 3);
      expect(gammaBelow(high * 20, shape)).toBeCloseTo(0.95, 3);
    }
  });

  it("does not depend on the currency's scale", () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 10 ** 7 }),
        (some, factor, spendMinor) => {
          const expectation = { outcomes: 1000, basis: "the brief's target" } as const;
          const measure = { source: "buyer", metric: "purchase" } as const;
          const one = computeIndex({
            measure,
            currency: "EUR",
            days: some,
            expectation: { ...expectation, spendMinor },
          });
          const other = computeIndex({
            measure,
            currency: "JPY",
            days: some.map((day) => ({ ...day, spendMinor: day.spendMinor * factor })),
            expectation: { ...expectation, spendMinor: spendMinor * factor },
          });
          expect(other.performanceIndex).toBeCloseTo(one.performanceIndex, 6);
          expect(other.narrow).toBe(one.narrow);
        },
      ),
    );
  });
});

describe("days that differ", () => {
  const expectation = { outcomes: 100, spendMinor: 1000, basis: "the plan's forecast" } as const;
  const daysOf = (...outcomes: readonly number[]) =>
    outcomes.map((one, i) => ({ date: `2027-03-0${i + 1}`, outcomes: one, spendMinor: 1000 }));

  it("say less the more they do", () => {
    expect(dispersionOf(daysOf(100, 100, 100, 100), expectation)).toBe(1);
    expect(dispersionOf(daysOf(100, 108, 92, 100), expectation)).toBe(1);
    const wild = dispersionOf(daysOf(20, 250, 40, 90), expectation);
    expect(wild).toBeCloseTo(108.667, 3);
    const spread = (dispersion: number) => {
      const { low, high } = posterior({ outcomes: 400, expected: 400, dispersion });
      return high - low;
    };
    expect(spread(wild)).toBeGreaterThan(spread(1));
  });

  it("are not assessed by fewer than three of them", () => {
    expect(dispersionOf(daysOf(1, 500), expectation)).toBe(1);
    expect(expectedOf(expectation, 500)).toBe(50);
  });
});

/** The Gamma distribution's share below `x`, by Simpson's rule; `shape` is whole. */
function gammaBelow(x: number, shape: number): number {
  const steps = 20_000;
  let logGamma = 0;
  for (let i = 2; i < shape; i++) logGamma += Math.log(i);
  const density = (t: number) => (t <= 0 ? 0 : Math.exp((shape - 1) * Math.log(t) - t - logGamma));
  let total = density(0) + density(x);
  for (let i = 1; i < steps; i++) total += density((x * i) / steps) * (i % 2 === 0 ? 2 : 4);
  return (total * x) / steps / 3;
}
