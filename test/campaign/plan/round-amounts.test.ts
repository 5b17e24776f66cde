import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { withDeskLimits } from "../../../src/brief/desk-limits.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });

function marketOf(
  { limits, ...values }: Partial<Omit<Brief, "limits">> & { limits?: Partial<Brief["limits"]> },
  offers: readonly Offer[],
) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    ...values,
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...limits },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  return { brief: one, offers, ranking: rankUnder(one), rankUnder, exchange };
}

const planFor = (...market: Parameters<typeof marketOf>) =>
  makePlan({ planId: "plan", signals: [], ...marketOf(...market) });

/** Sells impressions worth so many euros at one price. */
const sells = (name: string, cpm: number, worth: number, values: Partial<Offer> = {}) =>
  offer({
    productId: name,
    sellerId: `${name}.example`,
    channels: ["display"],
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth / cpm) * 1000),
    ...values,
  });

describe("amounts in whole steps", () => {
  const roundTo = euros(100);

  it("are rounded down, and what that frees goes where it brings most", async () => {
    const offers = [sells("a", 2, 3_333.33), sells("b", 4, 2_222.22), sells("c", 8, 9_000)];
    const plan = await planFor({ limits: { roundTo } }, offers);
    expect(
      Object.fromEntries(plan.lines.map(({ productId, amount }) => [productId, amount.minor / 100])),
    ).toEqual({ a: 3_300, b: 2_200, c: 4_500 });
    expect(plan.unallocated.minor).toBe(0);
  });

  it("are the nearest ones by largest remainder, and add up to the budget", async () => {
    const budget = euros(100_000);
    // Up to its own amount each brings more than any other beyond it.
    const until = { a: 33_412.9, b: 41_265.3, c: 25_321.8 };
    const offers = Object.entries(until).map(([name, amount], i) =>
      sells(name, 2, 200_000, {
        impressions: exactly(1e9),
        response: [
          { amount: Math.round(amount * 100), impressions: amount * 500 },
          { amount: 20_000_000, impressions: amount * 500 + (200_000 - amount) * (300 - i) },
        ],
      }),
    );
    const inSteps = async (limits: Partial<Brief["limits"]>) => {
      const plan = await planFor({ budget, limits }, offers);
      return Object.fromEntries(plan.lines.map(({ productId, amount }) => [productId, amount.minor / 100]));
    };
    expect(await inSteps({})).toEqual(until);
    expect(await inSteps({ roundTo: euros(500) })).toEqual({ a: 33_500, b: 41_000, c: 25_500 });
  });

  it("leave what is no whole step, and the plan says why", async () => {
    const plan = await planFor({ budget: euros(10_050), limits: { roundTo } }, [sells("a", 2, 20_000)]);
    expect(plan.lines.map(({ amount }) => amount.minor)).toEqual([1_000_000]);
    expect(plan.binding.join("; ")).toContain(
      "EUR 50.00 stay unallocated: amounts are whole steps of EUR 100.00",
    );
    expect(plan.binding.join("; ")).not.toContain("the default");
  });

  it("give way to a seller's minimum, for its line alone", async () => {
    const plan = await planFor({ limits: { roundTo: euros(500) } }, [
      sells("a", 2, 4_300, { minimumSpend: euros(4_200) }),
      sells("b", 4, 20_000),
    ]);
    expect(
      Object.fromEntries(plan.lines.map(({ productId, amount }) => [productId, amount.minor / 100])),
    ).toEqual({ a: 4_300, b: 5_500 });
  });

  it("choose offers by what can be bought in them, and are kept by all where leasts lie between two", async () => {
    const one = { sellerId: "one.example", minimumSpend: euros(1_633) };
    const offers = [
      sells("a", 2, 20_000, one),
      sells("b", 3, 20_000, { ...one, channels: ["ctv"] }),
      sells("c", 9, 20_000),
    ];
    const channelShares = { display: { max: 0.17 }, ctv: { max: 0.17 } };
    for (const limits of [{ maxSharePerSeller: 0.35 }, { maxSharePerSeller: 0.35, channelShares }]) {
      const plan = await planFor({ limits: { ...limits, roundTo: euros(500) } }, offers);
      for (const { amount } of plan.lines) expect(amount.minor % 50_000).toBe(0);
      expect(plan.lines.length).toBeGreaterThan(0);
    }
  });

  it("are none of a price for all at once", async () => {
    const whole = sells("whole", 2, 1_234.56, { whole: true, price: euros(1_234.56) });
    const plan = await planFor({ limits: { roundTo } }, [whole, sells("a", 4, 20_000)]);
    const [own, rest] = ["whole", "a"].map(
      (id) => plan.lines.find(({ productId }) => productId === id)?.amount,
    );
    expect([own, rest]).toEqual([euros(1_234.56), euros(8_700)]);
  });

  it("are rounded in each burst", async () => {
    const plan = await planFor(
      {
        flight: { start: "2027-01-01", end: "2027-01-30" },
        flights: [
          { start: "2027-01-01", end: "2027-01-10", share: 1 / 3 },
          { start: "2027-01-21", end: "2027-01-30", share: 2 / 3 },
        ],
        limits: { roundTo },
      },
      [sells("a", 2, 7_777), sells("b", 4, 20_000)],
    );
    expect(plan.lines.length).toBeGreaterThan(2);
    expect(plan.lines.map(({ amount, budget }) => [amount.minor % 10_000, budget.minor % 10_000])).toEqual(
      plan.lines.map(() => [0, 0]),
    );
    // A third of 10,000 is no whole step.
    expect(plan.unallocated.minor).toBeLessThan(20_000);
  });

  it("keep every limit, whatever the steps and shares", async () => {
    const any = fc.record({
      cpm: fc.integer({ min: 2, max: 20 }),
      worth: fc.integer({ min: 150, max: 12_000 }),
      least: fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined }),
      channels: fc.constantFrom(["display"], ["ctv"], ["olv"]),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(any, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(1, 10, 50, 100, 500),
        fc.integer({ min: 5, max: 10 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        async (all, step, share, least) => {
          const offers = all.map(({ cpm, worth, least: own, channels }, i) =>
            sells(`o${i}`, cpm, worth, { channels, ...(own !== undefined && { minimumSpend: euros(own) }) }),
          );
          const values = {
            limits: {
              roundTo: euros(step),
              channelShares: {
                display: { max: share / 10 },
                ...(least !== undefined && { olv: { min: least / 10 } }),
              },
            },
          };
          const plan = await planFor(values, offers);
          expect(limitBrokenBy(plan, marketOf(values, offers))).toBeUndefined();
          expect(plan.total.minor + plan.unallocated.minor).toBe(1_000_000);
          const { limits: _, ...free } = values;
          const exact = await planFor(
            { ...free, limits: { channelShares: values.limits.channelShares } },
            offers,
          );
          // What steps cost is told from a hundredth on.
          const told = plan.costs?.find(({ limit }) => limit.startsWith("amounts in steps"))?.more ?? 0.01;
          const brought = ({ goal }: typeof plan) => goal?.expected.mid ?? 0;
          expect(brought(exact)).toBeLessThanOrEqual(brought(plan) * (1 + told) + 1);
          // What steps leave is at most one of each line.
          expect(plan.total.minor).toBeGreaterThanOrEqual(
            exact.total.minor - step * 100 * Math.max(exact.lines.length, plan.lines.length),
          );
        },
      ),
      { numRuns: times(25, 500) },
    );
  }, 240_000);
});

describe("the least for a line", () => {
  it("leaves out what has room for less, with the brief's word", async () => {
    const offers = [sells("tiny", 1, 77.85), sells("a", 4, 20_000)];
    const plan = await planFor({ limits: { leastPerLine: euros(500) } }, offers);
    expect(plan.lines.map(({ productId }) => productId)).toEqual(["a"]);
    expect(plan.leftOut).toEqual([
      {
        offerId: offers[0]?.id,
        reason: "all that can be bought of it, EUR 77.85, is under EUR 500.00, the brief's least for a line",
      },
    ]);
  });

  it("holds for what is sold whole", async () => {
    const whole = sells("whole", 1, 400, { whole: true, price: euros(400) });
    const plan = await planFor({ limits: { leastPerLine: euros(600) } }, [whole, sells("a", 4, 20_000)]);
    expect(plan.leftOut.find(({ offerId }) => offerId === whole.id)?.reason).toBe(
      "its price of EUR 400.00 is under EUR 600.00, the brief's least for a line",
    );
  });

  it("holds for each burst", async () => {
    const bursts = {
      flight: { start: "2027-01-01", end: "2027-01-30" },
      flights: [
        { start: "2027-01-01", end: "2027-01-10", share: 0.2 },
        { start: "2027-01-21", end: "2027-01-30", share: 0.8 },
      ],
    };
    const offers = ["a", "b", "c", "d"].map((name) => sells(name, 2, 2_400));
    const plan = await planFor({ ...bursts, limits: { leastPerLine: euros(600) } }, offers);
    expect(plan.lines.length).toBeGreaterThan(0);
    for (const { amount } of plan.lines) expect(amount.minor).toBeGreaterThanOrEqual(60_000);
  });

  it("that leaves nothing is a conflict that is named", async () => {
    const { conflict, lines } = await planFor({ limits: { leastPerLine: euros(5_000) } }, [
      sells("a", 4, 900),
    ]);
    expect(lines).toEqual([]);
    expect(JSON.stringify(conflict ?? {})).toContain("at least EUR 5,000.00 for a line");
  });
});

describe("steps, leasts and floors that a desk sets for all of its briefs", () => {
  it("hold in each line, keep every limit, and leave less than a step of each line", async () => {
    const any = fc.record({
      cpm: fc.integer({ min: 2, max: 20 }),
      worth: fc.integer({ min: 50, max: 12_000 }),
      channels: fc.constantFrom(["display"], ["ctv"], ["olv"]),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(any, { minLength: 1, maxLength: 7 }),
        fc.constantFrom(10, 50, 100, 500),
        fc.constantFrom(100, 250, 500),
        async (all, step, least) => {
          const offers = all.map(({ cpm, worth, channels }, i) => sells(`o${i}`, cpm, worth, { channels }));
          const { brief: plain } = marketOf({ channels: ["ctv", "display", "olv"] }, offers);
          const settings = {
            floor_per_channel: 0.05,
            least_per_line: [euros(least)],
            round_to: [euros(step)],
          };
          const own = withDeskLimits(plain, settings);
          const { ofDesk: _, ...limits } = own.limits;
          const plan = await planFor(own, offers);
          const spent = plan.lines.reduce((sum, { amount }) => sum + amount.minor, 0);
          expect(plan.total.minor).toBe(spent);
          expect(spent + plan.unallocated.minor).toBe(1_000_000);
          if (plan.binding[0]?.startsWith("this desk's own limits cannot hold") === true) return;
          for (const { amount } of plan.lines) expect(amount.minor).toBeGreaterThanOrEqual(least * 100);
          // As if the brief had said it.
          expect(limitBrokenBy(plan, marketOf({ ...own, limits }, offers))).toBeUndefined();
          const exact = await planFor({ ...own, limits: { ...limits, roundTo: undefined } }, offers);
          expect(exact.total.minor - spent).toBeLessThanOrEqual(
            step * 100 * Math.max(1, exact.lines.length, plan.lines.length),
          );
        },
      ),
      { numRuns: times(30, 2_000) },
    );
  }, 240_000);
});

describe("the least for a line where the brief names none", () => {
  const budget = euros(60_000);
  const amounts = async (...market: Parameters<typeof planFor>) => {
    const plan = await planFor(...market);
    const own = plan.lines.map(({ lineId, amount }) => [lineId.replace(/^.*?\//, ""), amount.minor / 100]);
    return { plan, euros: Object.fromEntries(own) as Record<string, number> };
  };
  const said =
    /^no package is under EUR 600\.00, the default(, at 0\.\d % less of what the plan brings)?; least_per_line/;

  it("leaves out a line that nobody would sign, and says so", async () => {
    const { plan, euros } = await amounts({ budget }, [sells("tiny", 3, 312), sells("a", 4, 90_000)]);
    expect(euros).toEqual({ a: 60_000 });
    expect(plan.binding[0]).toMatch(said);
    expect(plan.leftOut[0]?.reason).toBe(
      "all that can be bought of it, EUR 312.00, is under EUR 600.00, this desk's least for a line",
    );
  });

  it("raises a line that has room for more", async () => {
    const { euros } = await amounts({ budget }, [sells("a", 4, 59_700), sells("b", 5, 90_000)]);
    expect(euros).toEqual({ a: 59_400, b: 600 });
  });

  it("keeps a small line that brings much", async () => {
    const { plan, euros } = await amounts({ budget }, [sells("tiny", 0.1, 312), sells("a", 4, 90_000)]);
    expect(euros).toEqual({ tiny: 312, a: 59_688 });
    expect(plan.binding.join()).not.toContain("the default");
  });

  it("gives way to a share, a whole price and the money of a plan that has no other room", async () => {
    const share = { channelShares: { ctv: { min: 0.005, max: 0.005 } } };
    const ctv = { channels: ["ctv"] };
    const shared = await amounts({ budget, limits: share }, [
      sells("c", 9, 9_000, ctv),
      sells("a", 4, 90_000),
    ]);
    expect(shared.euros).toEqual({ c: 300, a: 59_700 });
    const whole = sells("whole", 1, 400, { whole: true, price: euros(400) });
    expect((await amounts({ budget }, [whole, sells("a", 4, 90_000)])).euros).toEqual({
      whole: 400,
      a: 59_600,
    });
    const all = Array.from({ length: 10 }, (_, i) => sells(`s${i}`, 4, 312));
    expect(Object.keys((await amounts({ budget }, all)).euros)).toHaveLength(10);
  });

  it("is no large part of a small budget, and of its own currency", async () => {
    const { euros } = await amounts({ budget: { minor: 400_000, currency: "EUR" } }, [
      sells("tiny", 3.9, 199),
      sells("small", 3.9, 200),
      sells("a", 4, 90_000),
    ]);
    expect(euros).toEqual({ small: 200, a: 3_800 });
  });

  it("holds for each burst", async () => {
    const bursts = {
      budget,
      flight: { start: "2027-01-01", end: "2027-01-30" },
      flights: [
        { start: "2027-01-01", end: "2027-01-10", share: 0.2 },
        { start: "2027-01-21", end: "2027-01-30", share: 0.8 },
      ],
    };
    const { plan } = await amounts(bursts, [sells("tiny", 3, 800), sells("a", 4, 400_000)]);
    expect(plan.lines.map(({ productId }) => productId)).not.toContain("tiny");
    for (const { amount } of plan.lines) expect(amount.minor).toBeGreaterThanOrEqual(60_000);
  });

  it("costs less than half a hundredth, and keeps every limit", async () => {
    const any = fc.record({
      cpm: fc.integer({ min: 2, max: 9 }),
      worth: fc.integer({ min: 100, max: 30_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 8 }), async (all) => {
        const offers = all.map(({ cpm, worth }, i) => sells(`o${i}`, cpm, worth));
        const plan = await planFor({ budget }, offers);
        const free = await planFor({ budget, limits: { leastPerLine: euros(0.01) } }, offers);
        const brought = ({ goal }: typeof plan) => goal?.expected.mid ?? 0;
        expect(brought(plan)).toBeGreaterThanOrEqual(brought(free) * 0.995 - 1);
        expect(limitBrokenBy(plan, marketOf({ budget }, offers))).toBeUndefined();
      }),
      { numRuns: times(20, 300) },
    );
  }, 240_000);
});
