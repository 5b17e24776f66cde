import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan, PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { brief, context, euros, exactly, exchange, seller, sells } from "../rank/arbitraries.ts";

type Limits = Partial<Brief["limits"]>;

function planFor(limits: Limits, offers: readonly Offer[], kept?: readonly PlanLine[]) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    limits: { excludedSellers: [], maxSharePerSeller: 1, leastPerLine: euros(0.01), ...limits },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const ranking = rank(offers, context({ brief: one, sellers }));
  return makePlan({
    planId: "plan",
    signals: [],
    brief: one,
    offers,
    ranking,
    exchange,
    ...(kept && { kept }),
  });
}

const reasons = ({ leftOut }: Plan) =>
  Object.fromEntries(leftOut.map(({ offerId, reason }) => [offerId.split(".")[0], reason]));
const brought = ({ goal }: Plan) => goal?.expected.mid ?? 0;

describe("why an offer is left out", () => {
  it("is its price, beside what is bought", async () => {
    const plan = await planFor({}, [sells("a", 7, 90_000), sells("b", 9, 90_000)]);
    expect(reasons(plan)).toEqual({
      b: "EUR 100.00 on it bring 11,111 impressions, 22.2 % less than the last of it on a.example/a/cpm",
    });
  });

  it("is its price too where the plan has all its packages", async () => {
    const plan = await planFor({ maxPackages: 1 }, [sells("a", 7, 90_000), sells("b", 9, 90_000)]);
    expect(reasons(plan)["b"]).toContain("22.2 % less than the last of it on a.example/a/cpm");
  });

  it("is the number of packages where one more would take money", async () => {
    const plan = await planFor({ maxPackages: 1 }, [sells("a", 7, 90_000), sells("b", 5, 4_000)]);
    expect(reasons(plan)["b"]).toContain("the plan has its 1 package");
  });

  it("is its minimum where nothing can give that up", async () => {
    const large = sells("b", 5, 90_000, { minimumSpend: euros(8_000) });
    const plan = await planFor({}, [sells("a", 0.5, 3_000), large]);
    expect(reasons(plan)["b"]).toContain(
      "its smallest package of EUR 8,000.00 is over the EUR 7,000.00 that is left",
    );
    const { minimumSpend: _, ...small } = large;
    expect((await planFor({}, [sells("a", 0.5, 3_000), small])).lines).toHaveLength(2);
  });

  const anyOne = fc.record({
    cpm: fc.integer({ min: 2, max: 20 }),
    worth: fc.integer({ min: 500, max: 12_000 }),
    least: fc.option(fc.integer({ min: 500, max: 4_000 }), { nil: undefined }),
  });

  it("decided: without it the plan is another, and an offer that is dearer brings no more where it is forced in", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOne, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (all, maxPackages) => {
          const offers = all.map(({ cpm, worth, least }, i) =>
            sells(`o${i}`, cpm, worth, least === undefined ? {} : { minimumSpend: euros(least) }),
          );
          const plan = await planFor({ maxPackages }, offers);
          for (const { offerId, reason } of plan.leftOut) {
            const own = offers.find(({ id }) => id === offerId);
            if (own === undefined) continue;
            if (reason.includes("the plan has its")) {
              seen.add("packages");
              const more = await planFor({ maxPackages: maxPackages + 1 }, offers);
              expect(brought(more), reason).toBeGreaterThan(brought(plan));
            }
            if (reason.includes("than the last of it")) {
              seen.add("price");
              const amount = own.minimumSpend ?? euros(100);
              const { sellerId, productId, pricingOptionId, channels } = own;
              const line = {
                lineId: `${sellerId}/${productId}`,
                offerId,
                sellerId,
                productId,
                pricingOptionId,
                channels,
              };
              const forced = await planFor({ maxPackages: 99 }, offers, [
                { ...line, amount, budget: amount, reason: "" },
              ]);
              const free = await planFor({ maxPackages: 99 }, offers);
              expect(brought(forced), reason).toBeLessThanOrEqual(brought(free) * 1.002 + 1);
              const cheap = { price: euros(1), cpm: exactly(100), impressions: exactly(12_000_000) };
              const cheaper = offers.map((one) => (one === own ? { ...one, ...cheap } : one));
              const bought = (await planFor({ maxPackages }, cheaper)).lines.map((one) => one.offerId);
              expect(bought, reason).toContain(offerId);
            }
            if (/; its smallest package of|can give up its smallest package/.test(reason)) {
              seen.add("minimum");
              const { minimumSpend: _, ...without } = own;
              const free = await planFor(
                { maxPackages: 99 },
                offers.map((one) => (one === own ? without : one)),
              );
              expect(brought(free), reason).toBeGreaterThan(brought(plan));
            }
          }
        },
      ),
      { numRuns: times(40, 500) },
    );
    expect([...seen]).toEqual(expect.arrayContaining(["packages", "price"]));
  }, 240_000);
});
