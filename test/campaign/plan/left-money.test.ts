import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { brief, context, euros, exchange, seller, sells } from "../rank/arbitraries.ts";

/** Why money stays, and the sentence of what limits the split about it. */
async function leftOf(
  limits: Partial<Brief["limits"]>,
  offers: readonly Offer[],
  isAsked = true,
  others: Partial<Brief> = {},
) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...limits },
    ...others,
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  const market = { brief: one, offers, ranking: rankUnder(one), exchange };
  const plan = await makePlan({ planId: "plan", signals: [], ...market, ...(isAsked && { rankUnder }) });
  const said = plan.binding.filter((words) => words.includes("stay unallocated"));
  const left = plan.whyLeft === undefined ? [] : [expect.stringContaining(`: ${plan.whyLeft}`)];
  expect(said).toEqual(left);
  expect(plan.whyLeft === undefined).toBe(plan.unallocated.minor === 0);
  return plan.whyLeft;
}

describe("money that is left", () => {
  it("has no other reason than full offers only where each is full", async () => {
    expect(await leftOf({}, [sells("a", 4, 3_000), sells("b", 5, 4_000)])).toBe(
      "no other offer has room for them",
    );
  });

  it("names the limit without which it would be placed, and how much of it", async () => {
    const offers = [sells("a", 4, 30_000), sells("b", 5, 2_000)];
    expect(await leftOf({ maxSharePerSeller: 0.6 }, offers)).toBe(
      'without "at most 60 % of the budget at one seller" it would be placed',
    );
    expect(await leftOf({ maxCpm: euros(4.5) }, [sells("a", 4, 3_000), sells("b", 5, 4_000)])).toBe(
      'without "no more than EUR 4.50 CPM" EUR 4,000.00 of it would be placed',
    );
  });

  it("says why most of it stays before the limit that keeps a small part of it", async () => {
    const why = await leftOf({ maxCpm: euros(4.5) }, [sells("a", 4, 3_000), sells("b", 5, 600)]);
    expect(why).toMatch(
      /^no other offer that may be bought has room for them; .*; without "no more than EUR 4.50 CPM" EUR 600.00 of it would be placed$/,
    );
  });

  it("names the limit that is reached in the brief's places before these, as there is always more elsewhere", async () => {
    const circle = { latitude: 53.55, longitude: 10, kilometres: 20 };
    const places = { include: { cities: [{ name: "Hamburg", country: "DE", circle }] } };
    const kept = { targetable: { circles: true, countries: true } };
    const offers = [sells("a", 4, 30_000, kept), sells("b", 5, 2_000, kept), sells("c", 5, 30_000)];
    const why = await leftOf({ maxSharePerSeller: 0.6 }, offers, true, { places });
    expect(why).toMatch(/^seller a\.example may have no more than EUR 6,000\.00.*; without "only in Hamburg/);
  });

  it("is none, and has no reason, where all of the budget is spent", async () => {
    expect(await leftOf({ maxSharePerSeller: 0.6 }, [sells("a", 4, 30_000), sells("b", 5, 9_000)])).toBe(
      undefined,
    );
  });

  it("names what stands in the way where no limit is tried", async () => {
    const offers = [sells("a", 4, 30_000), sells("b", 5, 2_000)];
    expect(await leftOf({ maxSharePerSeller: 0.6 }, offers, false)).toBe(
      "seller a.example may have no more than EUR 6,000.00: 60 % of the budget, the brief's limit",
    );
    expect(await leftOf({ maxPackages: 1 }, [sells("a", 4, 3_000), sells("b", 5, 2_000)], false)).toBe(
      "the plan has its 1 package",
    );
    const large = sells("b", 5, 90_000, { minimumSpend: euros(8_000) });
    expect(await leftOf({}, [sells("a", 0.5, 3_000), large], false)).toBe(
      "the smallest package of b.example/b/cpm, EUR 8,000.00, is more than is left",
    );
    expect(await leftOf({ maxCpm: euros(4.5) }, [sells("a", 4, 3_000), sells("b", 5, 4_000)], false)).toBe(
      "no other offer that may be bought has room for them; not to be bought are b.example/b/cpm: EUR 5.00 CPM is over the limit of EUR 4.50",
    );
  });
});
