import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { makePlan, type PlanRequest } from "../../../src/campaign/plan/make-plan.ts";
import { applyChange, type Change } from "../../../src/campaign/plan/scenario-change.ts";
import { defaultScenarios, scenarios } from "../../../src/campaign/plan/scenarios.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { money } from "../../../src/lib/money.ts";
import { brief as anyBrief, anyMarket, context, exactly, exchange, offer } from "../rank/arbitraries.ts";

/** Without a solver, so that a thousand plans are quick. */
const quick = exactAllocator(() => Promise.reject(new Error("there is no solver")));

function requestFor(brief: Brief, offers: readonly Offer[]): PlanRequest {
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  return {
    planId: "plan-1",
    brief,
    offers,
    signals: [],
    ranking: rankUnder(brief),
    exchange,
    rankUnder,
  };
}

const sold = ["a", "b", "c", "d"].map(
  (name, i): Offer => ({
    ...offer(),
    id: `${name}/product/cpm`,
    sellerId: "apex.example",
    productId: name,
    name: `Product ${name}`,
    currency: "EUR",
    price: money(1000 + 100 * i, "EUR"),
    cpm: exactly(1000 + 100 * i),
    impressions: { low: 3_000_000, mid: 4_000_000, high: 5_000_000 },
    reach: exactly(1_000_000),
  }),
);

async function told(changes: readonly Change[], brief: Brief, offers: readonly Offer[] = sold) {
  const request = requestFor(brief, offers);
  const plan = await makePlan(request);
  const [scenario] = await scenarios([{ name: "other", changes }], { plan, request });
  if (scenario === undefined) throw new Error("no scenario was made");
  return { plan, scenario };
}

const brief: Brief = { ...anyBrief(), budget: money(5_000_000, "EUR") };

test("every scenario over random markets is a plan that keeps every limit of the changed brief", async () => {
  const anyChange: fc.Arbitrary<Change> = fc.oneof(
    fc.record({
      type: fc.constant("budget-by" as const),
      share: fc.double({ min: -0.9, max: 2, noNaN: true }),
    }),
    fc.record({
      type: fc.constant("max-share" as const),
      share: fc.double({ min: 0.1, max: 1, noNaN: true }),
    }),
    fc.record({
      type: fc.constant("without-channel" as const),
      channel: fc.constantFrom("ctv", "olv", "display"),
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyMarket, fc.array(anyChange, { maxLength: 3 }), async ({ brief, offers }, changes) => {
      const request = { ...requestFor(brief, offers), allocator: quick };
      const plan = await makePlan(request);
      const [scenario] = await scenarios([{ name: "other", changes }], { plan, request });
      const asked = changes.reduce<Pick<PlanRequest, "brief" | "offers">>(
        (before, change) => applyChange(change, before),
        request,
      );
      const made = await makePlan({ ...requestFor(asked.brief, asked.offers), allocator: quick });
      expect(limitBrokenBy(made, requestFor(asked.brief, asked.offers))).toBeUndefined();
      expect(scenario?.total).toEqual(made.total);
      expect(scenario?.total.minor).toBeLessThanOrEqual(asked.brief.budget.minor);
      const { low, mid, high } = scenario?.expectedImpressions ?? exactly(-1);
      expect(low).toBeLessThanOrEqual(mid);
      expect(mid).toBeLessThanOrEqual(high);
    }),
    { numRuns: 100 },
  );
});

describe("a scenario", () => {
  it("tells what is otherwise, in words and line by line", async () => {
    const { plan, scenario } = await told([{ type: "budget-by", share: -0.2 }], brief);
    expect(plan.total.minor).toBe(5_000_000);
    expect(scenario).toMatchObject({
      change: "the budget 20 % lower, EUR 40,000.00",
      total: money(4_000_000, "EUR"),
      sellers: 1,
    });
    expect(scenario.differences.length).toBeGreaterThan(0);
    expect(scenario.reach?.low).toBeLessThanOrEqual(scenario.reach?.high ?? 0);
  });

  it("says so where nothing is otherwise", async () => {
    const { scenario } = await told([{ type: "max-share", share: 1 }], brief);
    expect(scenario.differences).toEqual(["the same packages for the same amounts"]);
  });

  it("buys nothing that it is to do without", async () => {
    const offers = sold.map((one) => (one.productId === "a" ? { ...one, sellerId: "birch.example" } : one));
    const { plan, scenario } = await told(
      [{ type: "without-seller", sellerId: "birch.example" }],
      brief,
      offers,
    );
    expect(plan.lines.map(({ sellerId }) => sellerId)).toContain("birch.example");
    expect(scenario.sellers).toBe(1);
    expect(scenario.differences.filter((text) => text.startsWith("gone: "))).toHaveLength(1);
  });

  it("explains which terms cannot hold together", async () => {
    const { scenario } = await told([{ type: "channel-share", channel: "cinema", min: 0.3, max: 0.5 }], {
      ...brief,
      channels: [],
    });
    expect(scenario.lines).toBe(0);
    expect(scenario.conflict?.wishes.map(({ text }) => text)).toContain(
      "at least 30 % of the budget on cinema",
    );
  });

  it("does not touch the plan or its request", async () => {
    const request = requestFor(brief, sold);
    const plan = await makePlan(request);
    const before = JSON.stringify({ plan, request });
    await scenarios(defaultScenarios(plan), { plan, request });
    expect(JSON.stringify({ plan, request })).toBe(before);
  });
});

it("by default is less money, more money, without the largest seller, without the limit on one", async () => {
  const plan = await makePlan(requestFor(brief, sold));
  expect(defaultScenarios(plan).map(({ name }) => name)).toEqual([
    "20 % less",
    "20 % more",
    "without apex.example",
    "any share",
  ]);
  expect(defaultScenarios({ ...plan, lines: [] })).toHaveLength(3);
});

test("more money brings no less where a hair of it could have been given for quality", async () => {
  const plain = offer({ cpm: exactly(1000), impressions: { low: 1, mid: 90_000_000, high: 200_000_000 } });
  const sure = offer({
    sellerId: "birch.example",
    cpm: exactly(1000.05),
    minimumSpend: money(5_000_001, "EUR"),
    impressions: exactly(90_000_000),
  });
  const { deliveryType: _, ...cheap } = plain;
  const one: Brief = {
    ...brief,
    kpi: { metric: "impressions", target: 5_000_000 },
    limits: { ...brief.limits, maxSharePerSeller: 1 },
  };
  const { plan, scenario } = await told([{ type: "budget", amount: money(5_000_002, "EUR") }], one, [
    cheap,
    sure,
  ]);
  expect(plan.goal?.expected.mid).toBe(5_000_000);
  expect(scenario).toMatchObject({ goal: { expected: { mid: 5_000_000 } }, lines: 1 });
  expect(scenario.differences).toEqual(["the same packages for the same amounts"]);
});
