import fc from "fast-check";
import { expect, it } from "vitest";
import { partOnDays } from "../../../src/campaign/model/offers/flights.ts";
import { allocate, limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { inBursts } from "../../../src/campaign/plan/cells.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { anyMarket, brief, context, exchange, offer, sellers } from "../rank/arbitraries.ts";

const flight = { start: "2027-03-01", end: "2027-04-11" };
const flights = [
  { start: "2027-03-01", end: "2027-03-14", share: 0.6 },
  { start: "2027-03-29", end: "2027-04-11", share: 0.4 },
];
/** Which split it is makes no difference to bursts: the one without a search is quicker. */
const allocator = exactAllocator(() => Promise.reject(new Error("not asked")));

it("gives each burst its share of every line where its limits let it, and no line any day between them", async () => {
  await fc.assert(
    fc.asyncProperty(anyMarket, async ({ brief: own, offers }) => {
      const one = { ...own, flight, flights };
      const market = { brief: one, offers, ranking: rank(offers, context({ brief: one })), exchange };
      const whole = await allocate({ planId: "plan", allocator, ...market });
      const plan = inBursts(whole, one);
      expect(limitBrokenBy(plan, market)).toBeUndefined();
      expect(plan.total).toEqual(whole.total);
      for (const line of whole.lines) {
        const parts = plan.lines.filter(({ offerId }) => offerId === line.offerId);
        const bursts = flights.filter(
          ({ start }) => line.inBursts?.some((part) => part.start === start) ?? true,
        );
        expect(parts.map((part) => part.flight)).toEqual(bursts.map(({ start, end }) => ({ start, end })));
        for (const field of ["amount", "budget"] as const)
          expect(parts.reduce((sum, part) => sum + part[field].minor, 0)).toBe(line[field].minor);
        parts.forEach((part, i) => {
          if (line.inBursts === undefined)
            expect(Math.abs(part.amount.minor - line.amount.minor * (flights[i]?.share ?? 0))).toBeLessThan(
              1,
            );
          const least = offers.find(({ id }) => id === line.offerId)?.minimumSpend?.minor ?? 1;
          expect(part.budget.minor).toBeGreaterThanOrEqual(least);
        });
      }
      expect(new Set(plan.lines.map(({ lineId }) => lineId)).size).toBe(plan.lines.length);
    }),
  );
});

it("takes of a forecast what it has on the days of the bursts", () => {
  expect(partOnDays([], { flight, flights })).toBeCloseTo(28 / 42);
  const { products } = readProducts([
    {
      product_id: "p",
      name: "Run of site",
      channels: ["display"],
      format_ids: [],
      forecast: { impressions: { min: 900, max: 900 } },
      pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
    },
  ]);
  const [seller = sellers[0]] = sellers;
  if (seller === undefined) throw new Error("no seller");
  const one = brief({ flight, flights });
  const [read] = normaliseProducts({ seller, products, brief: one, exchange }).offers;
  expect(read?.impressions?.mid).toBeCloseTo(600);
});

it("leaves out what is sold for the whole flight, and says why", async () => {
  const offers = [offer(), offer({ productId: "takeover", whole: true })];
  const one = brief({ flight, flights });
  const ranking = rank(offers, context({ brief: one }));
  const plan = await allocate({ planId: "plan", allocator, brief: one, offers, ranking, exchange });
  expect(plan.lines.map(({ productId }) => productId)).toEqual(["product"]);
  expect(plan.leftOut).toContainEqual({
    offerId: "apex.example/takeover/cpm",
    reason: "it is sold for the whole flight, and the brief runs in bursts",
  });
});
