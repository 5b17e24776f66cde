import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });

function marketOf(values: Partial<Brief>, offers: readonly Offer[]) {
  const one = brief({ limits: { excludedSellers: [], maxSharePerSeller: 1 }, ...values });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  return { brief: one, offers, ranking: rankUnder(one), exchange, rankUnder };
}

function planFor(values: Partial<Brief>, offers: readonly Offer[]): Promise<Plan> {
  return makePlan({ planId: "plan", signals: [], ...marketOf(values, offers) });
}

/** An offer at a price for 1,000, with as much as `worth` euros buy. */
function sells(name: string, cpm: number, worth: number, values: Partial<Offer> = {}): Offer {
  return offer({
    productId: name,
    sellerId: `${name}.example`,
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth * 1000) / cpm),
    ...values,
  });
}

/** What each line has, in euros, by what it is of. */
const amounts = ({ lines }: Plan) =>
  Object.fromEntries(
    lines.map(({ lineId, amount }) => [lineId.replace(/^\w+\.example\//, ""), amount.minor / 100]),
  );

const month = (days: string, share: number) => {
  const [start = "", end = ""] = days.split(" ");
  return { start, end, share };
};
const quarter = { start: "2027-01-01", end: "2027-03-31" };
const months = ["2027-01-01 2027-01-31", "2027-02-01 2027-02-28", "2027-03-01 2027-03-31"];
const equal = months.map((days) => month(days, 1 / 3));

describe("one short month", () => {
  const budget = euros(9_000);

  it("is the only one that is short, by what its days lack", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [sells("x", 4, 9_000)]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 2_800, "x/2027-03-01": 3_000 });
    expect(plan.unallocated).toEqual(euros(200));
    expect(plan.lines.map(({ expectedImpressions }) => expectedImpressions)).toEqual([
      750_000, 700_000, 750_000,
    ]);
    expect(plan.binding).toContain(
      "the burst 2027-02-01 to 2027-02-28 gets EUR 2,800.00 of its EUR 3,000.00, and what is over goes to no other burst",
    );
    expect(plan.binding).toContain(
      "x.example/x/cpm, 2027-02-01 to 2027-02-28 is at its expected inventory, EUR 2,800.00",
    );
  });

  it("is so from a seller's own forecast", async () => {
    const one = { flight: quarter, flights: equal, budget };
    const { products } = readProducts([
      {
        product_id: "x",
        name: "Run of site",
        channels: ["display"],
        format_ids: [],
        forecast: { impressions: { min: 2_250_000, max: 2_250_000 } },
        pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
      },
    ]);
    const { offers } = normaliseProducts({
      seller: seller("x.example"),
      products,
      brief: brief(one),
      exchange,
    });
    expect((await planFor(one, offers)).total).toEqual(euros(8_800));
  });

  it("is filled by a dearer offer that has room in it, and by nothing else", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [
      sells("x", 4, 9_000),
      sells("y", 8, 9_000),
    ]);
    expect(amounts(plan)).toEqual({
      "x/2027-01-01": 3_000,
      "x/2027-02-01": 2_800,
      "x/2027-03-01": 3_000,
      "y/2027-02-01": 200,
    });
    expect(plan.unallocated.minor).toBe(0);
  });

  it("is not short where there is a little more", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [sells("x", 4, 9_643)]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 3_000, "x/2027-03-01": 3_000 });
  });

  it("takes no money from months by their days, which fill together", async () => {
    const flights = [31, 28, 31].map((days, i) => month(months[i] ?? "", days / 90));
    const plan = await planFor({ flight: quarter, flights, budget }, [sells("x", 4, 9_000)]);
    expect(plan.unallocated.minor).toBe(0);
  });

  it("by curves that fade, gets no more than its days bring", async () => {
    const response = [
      { amount: 450_000, impressions: 1_500_000 },
      { amount: 900_000, impressions: 2_250_000 },
    ];
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [
      sells("x", 4, 9_000, { response }),
    ]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 2_800, "x/2027-03-01": 3_000 });
    expect(plan.lines[1]?.expectedImpressions).toBe(700_000);
  });

  it("with two weeks apart, each has what its own days have", async () => {
    const flight = { start: "2027-03-01", end: "2027-04-11" };
    const flights = [month("2027-03-01 2027-03-14", 0.6), month("2027-03-29 2027-04-11", 0.4)];
    // Of the six weeks' 900,000, each two have 300,000: the second has room for its 4,000, the first not for 6,000.
    const { products } = readProducts([
      {
        product_id: "x",
        name: "Run of site",
        channels: ["display"],
        format_ids: [],
        forecast: { impressions: { min: 3_750_000, max: 3_750_000 } },
        pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
      },
    ]);
    const one = { flight, flights, budget: euros(10_000) };
    const { offers } = normaliseProducts({
      seller: seller("x.example"),
      products,
      brief: brief(one),
      exchange,
    });
    expect(amounts(await planFor(one, offers))).toEqual({ "x/2027-03-01": 5_000, "x/2027-03-29": 4_000 });
  });
});

describe("a least for each package", () => {
  const flights = [
    month("2027-01-01 2027-01-31", 0.1),
    month("2027-02-01 2027-02-28", 0.3),
    month("2027-03-01 2027-03-31", 0.6),
  ];
  const one = { flight: quarter, flights, budget: euros(10_000) };
  const least = { minimumSpend: euros(2_500) };

  it("keeps an offer out of the bursts that are too small for it, and names the line to write", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, least)]);
    expect(amounts(plan)).toEqual({ "x/2027-02-01": 3_000, "x/2027-03-01": 6_000 });
    expect(plan.unallocated).toEqual(euros(1_000));
    expect(plan.binding).toContain(
      "x.example/x/cpm, 2027-01-01 to 2027-01-31 is not bought: its minimum spend of EUR 2,500.00 is over EUR 1,000.00, 10 % of the budget, the share of the burst 2027-01-01 to 2027-01-31; share: 25% of this burst in the brief's flights buys it",
    );
    expect(plan.leftOut).toEqual([]);
  });

  it("leaves the small burst to an offer without one", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, least), sells("y", 8, 90_000)]);
    expect(amounts(plan)).toEqual({ "x/2027-02-01": 3_000, "x/2027-03-01": 6_000, "y/2027-01-01": 1_000 });
  });

  it("holds in the seller's currency", async () => {
    const dollars = { minor: 250_000, currency: "USD" };
    const plan = await planFor(one, [sells("x", 4, 90_000, { minimumSpend: dollars, currency: "USD" })]);
    expect(plan.lines.map(({ budget }) => budget)).toEqual([
      { minor: 375_000, currency: "USD" },
      { minor: 750_000, currency: "USD" },
    ]);
  });

  it("says of an offer that fits no burst why each is too small", async () => {
    const plan = await planFor(one, [
      sells("x", 4, 90_000, { minimumSpend: euros(7_000) }),
      sells("y", 8, 90_000),
    ]);
    const { reason } = plan.leftOut[0] ?? {};
    expect(reason).toContain(
      "2027-03-01 to 2027-03-31: its minimum spend of EUR 7,000.00 is over EUR 6,000.00",
    );
  });

  it("divides no burst among more offers than it has room for", async () => {
    const offers = ["x", "y", "z"].map((name, i) => sells(name, 4 + i, 9_000, least));
    const plan = await planFor(one, offers);
    for (const { amount } of plan.lines) expect(amount.minor).toBeGreaterThanOrEqual(250_000);
    // 2,800 in February, where the rest is too little for another, and two in March.
    expect(plan.total).toEqual(euros(8_800));
  });

  it("buys every burst that it fits", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, { minimumSpend: euros(1_000) })]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 1_000, "x/2027-02-01": 3_000, "x/2027-03-01": 6_000 });
  });
});

const anyShares = fc
  .array(fc.integer({ min: 1, max: 8 }), { minLength: 3, maxLength: 3 })
  .map((parts) => parts.map((part) => part / parts.reduce((a, b) => a + b, 0)));
const anyOffer = fc.record({
  cpm: fc.integer({ min: 2, max: 20 }),
  worth: fc.integer({ min: 300, max: 20_000 }),
  least: fc.option(fc.integer({ min: 100, max: 4_000 }), { nil: undefined }),
});
const anyOffers = fc.array(anyOffer, { minLength: 1, maxLength: 5 });
const offersOf = (all: readonly { cpm: number; worth: number; least?: number | undefined }[]) =>
  all.map(({ cpm, worth, least }, i) =>
    sells(`o${i}`, cpm, worth, least === undefined ? {} : { minimumSpend: euros(least) }),
  );

describe("plans over bursts", () => {
  const kpi = { metric: "impressions", target: 1 } as const;
  const under = (shares: readonly number[], values: Partial<Brief> = {}) => ({
    flight: quarter,
    flights: months.map((days, i) => month(days, shares[i] ?? 0)),
    budget: euros(10_000),
    kpi,
    ...values,
  });
  const brought = ({ goal }: Plan) => goal?.expected.mid ?? 0;

  it("keep every limit of every burst", async () => {
    await fc.assert(
      fc.asyncProperty(anyShares, anyOffers, async (shares, all) => {
        const offers = offersOf(all);
        const one = under(shares);
        const plan = await planFor(one, offers);
        expect(limitBrokenBy(plan, marketOf(one, offers))).toBeUndefined();
        expect(plan.total.minor + plan.unallocated.minor).toBe(1_000_000);
        for (const { lineId, offerId, flight, amount, budget } of plan.lines) {
          const index = all.findIndex((_, i) => offerId.startsWith(`o${i}.`));
          const { least = 0, worth = 0 } = all[index] ?? {};
          const days = [31, 28, 31][months.findIndex((days) => days.startsWith(flight?.start ?? "-"))] ?? 0;
          expect(budget.minor, lineId).toBeGreaterThanOrEqual(least * 100);
          expect(amount.minor, lineId).toBeLessThanOrEqual(Math.ceil((worth * 100 * days) / 90));
        }
      }),
      { numRuns: times(25, 300) },
    );
  }, 240_000);

  it("bring no less with a limit less, with more offers, with more of them, and the same in any order", async () => {
    await fc.assert(
      fc.asyncProperty(anyShares, anyOffers, anyOffer, async (shares, all, more) => {
        const plan = await planFor(under(shares), offersOf(all));
        const least = brought(plan) * 0.995 - 10;
        const looser = all.map((one) => ({ ...one, least: undefined }));
        expect(brought(await planFor(under(shares), offersOf(looser)))).toBeGreaterThanOrEqual(least);
        expect(brought(await planFor(under(shares), offersOf([...all, more])))).toBeGreaterThanOrEqual(least);
        const larger = all.map((one) => ({ ...one, worth: one.worth * 2 }));
        expect(brought(await planFor(under(shares), offersOf(larger)))).toBeGreaterThanOrEqual(least);
        const { flights: _, ...whole } = under(shares);
        expect(brought(await planFor(whole, offersOf(all)))).toBeGreaterThanOrEqual(least);
        const shuffled = await planFor(under(shares), offersOf(all).reverse());
        expect(shuffled.lines).toEqual(plan.lines);
      }),
      { numRuns: times(15, 300) },
    );
  }, 240_000);
});
