import { expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });
const sells = (name: string, cpm: number, values: Partial<Offer> = {}) =>
  offer({
    productId: name,
    sellerId: `${name}.example`,
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly(90_000_000),
    ...values,
  });

async function planFor(offers: readonly Offer[], tried: readonly string[], testShare = 0.1) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    limits: { excludedSellers: [], maxSharePerSeller: 1, testShare },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  const market = {
    brief: one,
    offers,
    ranking: rankUnder(one),
    rankUnder,
    exchange,
    tried: new Set(tried.map((name) => `${name}.example`)),
  };
  const plan = await makePlan({ planId: "plan", signals: [], ...market });
  expect(limitBrokenBy(plan, market)).toBeUndefined();
  const amounts = plan.lines.map(({ productId, amount }) => [productId, amount.minor / 100]);
  return { plan, amounts: Object.fromEntries(amounts) as Record<string, number> };
}

it("gives sellers without a record their part, dearer or cheaper", async () => {
  const dearer = await planFor([sells("a", 2), sells("new", 4)], ["a"]);
  expect(dearer.amounts).toEqual({ a: 9_000, new: 1_000 });
  expect(dearer.plan.binding).toContain(
    "the test share, 10 % of the budget, goes to sellers that were never bought from: EUR 1,000.00",
  );
  const cheaper = await planFor([sells("a", 2), sells("new", 1), sells("newer", 3)], ["a"]);
  expect(cheaper.amounts).toEqual({ a: 9_000, new: 1_000 });
});

it("has no effect where no seller is new, or each is, and says so", async () => {
  const none = await planFor([sells("a", 2), sells("b", 4)], ["a", "b"]);
  expect(none.amounts).toEqual({ a: 10_000 });
  expect(none.plan.binding).toContain(
    "the test share has no effect: every seller with offers has been bought from before",
  );
  const all = await planFor([sells("a", 2), sells("b", 4)], []);
  expect(all.amounts).toEqual({ a: 10_000 });
  expect(all.plan.binding).toContain(
    "the test share has no effect: no seller with offers has been bought from before",
  );
});

it("is a conflict that is named where a new seller takes no less than more", async () => {
  const { plan } = await planFor([sells("a", 2), sells("new", 4, { minimumSpend: euros(2_000) })], ["a"]);
  expect(plan.lines).toEqual([]);
  expect(plan.conflict?.wishes.map(({ text }) => text)).toContain(
    "10 % of the budget for sellers without a record",
  );
});
