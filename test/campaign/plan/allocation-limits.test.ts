import { describe, expect, it } from "vitest";
import type { Brief, Limits } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { impressionsFor, stretchesOf } from "../../../src/campaign/plan/response.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { brief, context, exactly, exchange, offer } from "../rank/arbitraries.ts";

function planFor(offers: readonly Offer[], values: Partial<Brief> = {}): Promise<Plan> {
  const one = brief(values);
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  return allocate({ brief: one, offers, ranking: rankUnder(one), exchange, rankUnder, planId: "plan-1" });
}

const limits = (values: Partial<Limits>) => ({ limits: { excludedSellers: [], ...values } });
const deep = { impressions: exactly(500_000_000) };
const display = offer({ ...deep });
const video = offer({
  ...deep,
  sellerId: "birch.example",
  channels: ["olv"],
  deliveryType: "non_guaranteed",
});
const television = offer({ ...deep, sellerId: "cedar.example", channels: ["ctv"], cpm: exactly(6000) });
const all = [display, video, television];

const spentOn = (plan: Plan, has: (line: Plan["lines"][number]) => boolean) =>
  plan.lines.filter(has).reduce((total, { amount }) => total + amount.minor, 0);

describe("the shares of a brief", () => {
  it("give a channel its least, to the cent, and say that they did", async () => {
    const plan = await planFor(all, limits({ channelShares: { ctv: { min: 0.4 } } }));
    expect(spentOn(plan, ({ channels }) => channels.includes("ctv"))).toBe(2_000_000);
    expect(plan.binding).toContain(
      "CTV is at its least of EUR 20,000.00: 40 % of the budget, the brief's least",
    );
  });

  it("give a channel its most at most, with all that may run on it", async () => {
    const both = offer({ ...deep, productId: "both", channels: ["ctv", "olv"], sellerId: "delta.example" });
    const plan = await planFor([...all, both], limits({ channelShares: { olv: { max: 0.1 } } }));
    expect(spentOn(plan, ({ channels }) => channels.includes("olv"))).toBe(500_000);
  });

  it("give a country its least in what runs there alone, and its most in all that may run there", async () => {
    const dutch = offer({ ...deep, countries: ["NL"], cpm: exactly(900) });
    const belgian = offer({ ...deep, sellerId: "birch.example", countries: ["BE"] });
    const both = offer({ ...deep, sellerId: "cedar.example", countries: ["NL", "BE"], cpm: exactly(300) });
    const market = [dutch, belgian, both];
    const of =
      (...sellers: string[]) =>
      (plan: Plan) =>
        spentOn(plan, ({ sellerId }) => sellers.includes(sellerId));
    const benelux = { countries: ["NL", "BE"] };
    const least = await planFor(market, { ...benelux, ...limits({ countryShares: { NL: { min: 0.4 } } }) });
    expect(of("apex.example")(least)).toBeGreaterThanOrEqual(2_000_000);
    const most = await planFor(market, { ...benelux, ...limits({ countryShares: { BE: { max: 0.1 } } }) });
    expect(of("birch.example", "cedar.example")(most)).toBeLessThanOrEqual(500_000);
    const none = await planFor([both], { ...benelux, ...limits({ countryShares: { NL: { min: 0.4 } } }) });
    expect(none.lines).toEqual([]);
    expect(none.conflict?.wishes.map(({ text }) => text)).toContain("at least 40 % of the budget in NL");
  });

  it("give guaranteed delivery its least", async () => {
    const plan = await planFor(all, limits({ minGuaranteedShare: 0.9 }));
    expect(spentOn(plan, ({ sellerId }) => sellerId !== "birch.example")).toBeGreaterThanOrEqual(4_500_000);
    expect(plan.unallocated.minor).toBe(0);
  });

  it("keep to the number of packages and of sellers", async () => {
    expect((await planFor(all, limits({ maxPackages: 2 }))).lines).toHaveLength(2);
    const few = await planFor(all, limits({ maxSellers: 1 }));
    expect(few.lines).toHaveLength(1);
    expect(few.binding).toContain("the plan has its 1 seller, the most that the brief allows");
    const many = await planFor(all, limits({ minSellers: 3 }));
    expect(new Set(many.lines.map(({ sellerId }) => sellerId)).size).toBe(3);
  });
});

describe("how often people are to see it", () => {
  const reached = offer({ ...deep, reach: exactly(100_000) });
  const frequency = { times: 3, per: "week" } as const;

  it("ends what is useful of an offer that tells its reach", async () => {
    const plan = await planFor([reached], { frequency });
    // 100,000 people, 3 contacts in each of 2 weeks, at EUR 4.00 for 1,000.
    expect(plan.lines[0]?.amount.minor).toBe(240_000);
    expect(plan.binding[0]).toBe(
      "apex.example/product/cpm is at all that is useful at a frequency of 3 per week, EUR 2,400.00",
    );
  });

  it("says nothing about an offer that does not", async () => {
    expect((await planFor([display], { frequency })).unallocated.minor).toBe(0);
  });

  it("leaves an offer out that is sold for more than is useful", async () => {
    const minimumSpend = { minor: 300_000, currency: "EUR" };
    const plan = await planFor([{ ...reached, minimumSpend }], { frequency });
    expect(plan.leftOut[0]?.reason).toBe(
      "all that can be bought of it at a frequency of 3 per week, EUR 2,400.00, is under its smallest package of EUR 3,000.00",
    );
    expect(plan.conflict?.wishes.map(({ text }) => text)).toEqual([
      "no more contacts with a person than 3 per week",
    ]);
  });
});

describe("a seller's forecast of what more money brings", () => {
  const response = [
    { amount: 1_000_000, impressions: 3_000_000 },
    { amount: 2_000_000, impressions: 3_500_000 },
  ];

  it("is what money goes by", async () => {
    const forecast = offer({ ...deep, response });
    const other = offer({ ...deep, sellerId: "birch.example", impressions: exactly(12_500_000) });
    const plan = await planFor([forecast, other], limits({ maxSharePerSeller: 1 }));
    const line = plan.lines.find(({ sellerId }) => sellerId === "apex.example");
    expect(line?.amount.minor).toBe(1_000_000);
    expect(line?.expectedImpressions).toBe(3_000_000);
  });

  it("ends where the forecast ends", async () => {
    const plan = await planFor([offer({ ...deep, response })]);
    expect(plan.total.minor).toBe(2_000_000);
    expect(plan.lines[0]?.expectedImpressions).toBe(3_500_000);
    expect(plan.lines[0]?.reason).toContain(
      "EUR 20,000.00 buys 3,500,000 of 500,000,000 expected impressions by the seller's forecast",
    );
  });

  it("is a curve that falls, through the points that are worth it", () => {
    const points = [
      { amount: 100, impressions: 1000 },
      { amount: 200, impressions: 1100 },
      { amount: 300, impressions: 2000 },
    ];
    expect(stretchesOf(points)).toEqual([
      { end: 100, rate: 1 },
      { end: 300, rate: 0.5 },
    ]);
    expect(stretchesOf([])).toBeUndefined();
    const forecast = offer({ response: points });
    expect([50, 100, 150, 300, 900].map((amount) => impressionsFor(forecast, amount))).toEqual([
      500, 1000, 1050, 2000, 2000,
    ]);
  });
});

describe("a plan's proof", () => {
  it("says who found it, how far off it may be, and what 1,000 more would buy", async () => {
    const { proof } = await planFor(all, {
      ...limits({ maxSharePerSeller: 0.6 }),
      kpi: { metric: "impressions", target: 1 },
    });
    expect(proof).toMatchObject({ objective: "impressions", outcome: "optimal" });
    // The quick split may already be the best, to the last minor unit.
    expect(["highs", "greedy"]).toContain(proof?.solver);
    expect(proof?.gap).toBeLessThan(0.001);
    expect(proof?.nextThousand).toMatch(
      /^EUR 1,000\.00 on \w+\.example\/product\/cpm for [\d,]+ impressions$/,
    );
  });

  it("says what 1,000 more would buy in the KPI's own unit", async () => {
    const clicked = all.map((one) => ({ ...one, rates: { clicks: exactly(0.002) } }));
    const { proof } = await planFor(clicked, {
      ...limits({ maxSharePerSeller: 0.6 }),
      kpi: { metric: "clicks", target: 1 },
    });
    expect(proof?.nextThousand).toMatch(/^EUR 1,000\.00 on \w+\.example\/product\/cpm for [\d,]+ clicks$/);
  });

  it("says that more money would buy nothing where money is left, or where nothing has room", async () => {
    const little = offer({ impressions: exactly(1_000_000) });
    expect((await planFor([little])).proof?.nextThousand).toBe(
      "nothing: EUR 46,000.00 of the budget is left over as it is",
    );
    const exact = offer({ impressions: exactly(12_500_000) });
    expect((await planFor([exact])).proof?.nextThousand).toBe(
      "nothing: every package is at a limit of its own",
    );
  });
});
