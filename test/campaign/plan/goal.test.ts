import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Brief, Kpi } from "../../../src/brief/brief.ts";
import { kpiMetrics } from "../../../src/brief/kpi.ts";
import type { ProductResult, TrackRecord } from "../../../src/campaign/model/learned/track-record.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { termsOf } from "../../../src/campaign/model/people/targeting.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { goalOf, unitsFor } from "../../../src/campaign/plan/goal.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { withMeasuredRates } from "../../../src/campaign/plan/plan-request.ts";
import { lineReach } from "../../../src/campaign/plan/reach/line-reach.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { isObject } from "../../../src/lib/json-object.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer } from "../rank/arbitraries.ts";

function planFor(one: Brief, offers: readonly Offer[], allocator = exactAllocator()): Promise<Plan> {
  return makePlan({
    allocator,
    planId: "plan",
    brief: one,
    offers,
    signals: [],
    ranking: rank(offers, context({ brief: one })),
    exchange,
  });
}

/** Of the Netherlands, as the table has them. */
const people = 17_333_000;
const budget = 10_000_000;

type Metric = "reach" | "impressions" | "clicks" | "completed_views" | "viewable_impressions" | "conversions";

/** What amounts bring of a metric: reach as independent draws from the people of the country. */
function kpiOf(metric: Metric, amounts: readonly (readonly [Offer, number])[]): number {
  const units = amounts.map(([one, amount]) => (amount > 0 ? (unitsFor(one, metric, amount) ?? 0) : 0));
  if (metric !== "reach") return units.reduce((sum, unit) => sum + unit, 0);
  return people * (1 - units.reduce((missed, unit) => missed * (1 - unit / people), 1));
}

/** The best split in steps of a twentieth of the budget, each seller within its share: every one is tried. */
function exhaustive(metric: Metric, offers: readonly Offer[], share: number): number {
  const step = budget / 20;
  const brought = offers.map((one) => {
    const inventory = ((one.impressions?.mid ?? 0) * (one.cpm?.mid ?? 0)) / 1000;
    const most = Math.floor(Math.min(budget * share, inventory) / step);
    return Array.from({ length: most + 1 }, (_, i) => kpiOf(metric, [[one, i * step]]));
  });
  const together = (sum: number, more: number) =>
    metric === "reach" ? people - ((people - sum) * (people - more)) / people : sum + more;
  const best = (place: number, left: number, sum: number): number =>
    (brought[place] ?? [])
      .slice(0, left + 1)
      .reduce((most, more, steps) => Math.max(most, best(place + 1, left - steps, together(sum, more))), sum);
  return best(0, 20, 0);
}

/** One offer for each thing that a brief may be for, each at a seller of its own: none is best for two of them. */
const market: readonly Offer[] = [
  sells("wide", { cpm: 700, impressions: 40_000_000, reach: 9_000_000 }),
  sells("cheap", { cpm: 300, impressions: 60_000_000, reach: 900_000 }),
  sells("clicked", { cpm: 900, impressions: 20_000_000, reach: 700_000, clicks: 0.02 }),
  sells("watched", { cpm: 1100, impressions: 20_000_000, reach: 800_000, completed_views: 0.95 }),
  sells("seen", { cpm: 420, impressions: 30_000_000, reach: 600_000, viewable_impressions: 0.97 }),
  sells("bought", { cpm: 1500, impressions: 20_000_000, reach: 500_000, conversions: 0.004 }),
];

function sells(
  productId: string,
  {
    cpm,
    impressions,
    reach,
    ...rates
  }: { cpm: number; impressions: number; reach: number } & Partial<Record<Metric, number>>,
): Offer {
  const usual = { clicks: 0.002, completed_views: 0.2, viewable_impressions: 0.4, conversions: 0.0002 };
  return offer({
    productId,
    sellerId: `${productId}.example`,
    cpm: exactly(cpm),
    impressions: exactly(impressions),
    reach: exactly(reach),
    rates: Object.fromEntries(
      Object.entries({ ...usual, ...rates }).map(([metric, rate]) => [metric, exactly(rate)]),
    ),
  });
}

const sellers = market.map(({ sellerId }) => ({
  id: sellerId,
  domain: sellerId,
  agentUrl: `https://${sellerId}/mcp`,
  channels: [],
  tasks: [],
  eligible: true,
  reasons: [],
}));

function planHere(values: Partial<Brief>, offers: readonly Offer[] = market): Promise<Plan> {
  const one = brief({
    budget: { minor: budget, currency: "EUR" },
    limits: { excludedSellers: [], maxSharePerSeller: 0.5 },
    ...values,
  });
  return makePlan({
    planId: "plan",
    brief: one,
    offers,
    signals: [],
    ranking: rank(offers, context({ brief: one, sellers })),
    exchange,
  });
}

function kpiIn(metric: Metric, { lines }: Plan, offers: readonly Offer[] = market): number {
  const byId = new Map(offers.map((one) => [one.id, one]));
  return kpiOf(
    metric,
    lines.map(({ offerId, amount }) => [byId.get(offerId) ?? offer(), amount.minor] as const),
  );
}

describe("the split goes by what the brief is for", () => {
  const goals: readonly [Partial<Brief> & { readonly kpi?: Kpi }, Metric, string][] = [
    [{ kpi: { metric: "impressions", target: 30_000_000 } }, "impressions", "cheap.example"],
    [{ kpi: { metric: "cpm", target: 4 } }, "impressions", "cheap.example"],
    [{ kpi: { metric: "reach", target: 8_000_000 } }, "reach", "wide.example"],
    [{ kpi: { metric: "reach_n", n: 4, target: 2_000_000 } }, "reach", "wide.example"],
    [{ spend: "all", kpi: { metric: "cpc", target: 0.5 } }, "clicks", "clicked.example"],
    [{ spend: "all", kpi: { metric: "ctr", target: 0.01 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "cpcv", target: 0.02 } }, "completed_views", "watched.example"],
    [{ spend: "all", kpi: { metric: "completion_rate", target: 0.8 } }, "completed_views", "watched.example"],
    [{ kpi: { metric: "cpa", target: 8 } }, "conversions", "bought.example"],
    [{ spend: "all", kpi: { metric: "viewability", target: 0.9 } }, "viewable_impressions", "seen.example"],
    [{ kpi: { metric: "clicks", target: 100_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "engagements", target: 100_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "completed_views", target: 1_000_000 } }, "completed_views", "watched.example"],
    [{ kpi: { metric: "viewable_impressions", target: 1_000_000 } }, "viewable_impressions", "seen.example"],
    [{ kpi: { metric: "conversions", target: 10_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "leads", target: 5_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "cpl", target: 20 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "store_visits", target: 5_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "purchases", target: 5_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "subscriptions", target: 5_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "installs", target: 5_000 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "cpi", target: 8 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "registrations", target: 5_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "trials", target: 5_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "follows", target: 5_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "downloads", target: 5_000 } }, "impressions", "cheap.example"],
    [{ kpi: { metric: "saves", target: 5_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "profile_visits", target: 5_000 } }, "clicks", "clicked.example"],
    [{ kpi: { metric: "views", target: 1_000_000 } }, "completed_views", "watched.example"],
    [{ kpi: { metric: "grp", target: 100 } }, "reach", "wide.example"],
    [{ kpi: { metric: "trp", target: 100 } }, "reach", "wide.example"],
    [{ kpi: { metric: "roas", target: 4 } }, "conversions", "bought.example"],
    [{ kpi: { metric: "lift", target: 0.02 } }, "reach", "wide.example"],
    [{ objective: "awareness" }, "reach", "wide.example"],
    [{ objective: "consideration" }, "clicks", "clicked.example"],
    [{ objective: "conversion" }, "conversions", "bought.example"],
  ];

  it.each(goals)(
    "%o: %s, most of it at %s, no worse than 97 percent of the best of all splits",
    async (values, metric, seller) => {
      const plan = await planHere(values);
      expect(plan.goal?.metric).toBe(metric);
      const most = Math.max(...plan.lines.map(({ amount }) => amount.minor));
      const largest = plan.lines.filter(({ amount }) => amount.minor === most);
      expect(largest.map(({ sellerId }) => sellerId)).toContain(seller);
      expect(kpiIn(metric, plan)).toBeGreaterThanOrEqual(0.97 * exhaustive(metric, market, 0.5));
      expect(plan.proof).toMatchObject({ outcome: "optimal", objective: metric.replaceAll("_", " ") });
    },
  );

  it("with a market for every KPI that a brief may name", () => {
    expect(goals.flatMap(([{ kpi }]) => kpi?.metric ?? []).sort()).toEqual([...kpiMetrics].sort());
  });

  it("for viewable impressions too, by what offers charge for", async () => {
    const one = brief({ kpi: { metric: "cpm", target: 1 } });
    expect(goalOf(one, market).metric).toBe("impressions");
    expect(unitsFor(market[4] ?? offer(), "viewable_impressions", 420_000)).toBeCloseTo(970_000);
  });
});

test("a cap that each of several sellers keeps by itself is reported with how many people meet more", async () => {
  const frequencyCap = { times: 3, per: "week" } as const;
  const { goal, lines } = await planHere({ kpi: { metric: "impressions", target: 1 }, frequencyCap });
  expect(lines.length).toBeGreaterThan(1);
  const { times, people: over } = goal?.overCap ?? {};
  // Two weeks of three.
  expect(times).toBe(6);
  expect(over?.mid).toBeGreaterThan(0);
  expect(over?.high).toBeLessThan(goal?.effectiveReach?.people.high ?? 0);
  const limits = { excludedSellers: [], maxSellers: 1 };
  const single = await planHere({ kpi: { metric: "impressions", target: 1 }, frequencyCap, limits });
  expect(single.goal?.overCap).toBeUndefined();
});

test("a cap is divided among packages by how many of them meet the same person, and no package has less than one", async () => {
  const offers = market.map((one) => ({
    ...one,
    targetable: { frequencyCap: true },
    reach: exactly(10_000_000),
    impressions: exactly(20_000_000),
  }));
  const capsOf = async (times: number, sold: readonly Offer[] = offers) => {
    const frequencyCap = { times, per: "week" } as const;
    const plan = await planHere({ kpi: { metric: "reach", target: 1 }, frequencyCap }, sold);
    const own = plan.lines.map(({ constraints }) =>
      constraints?.find(({ field }) => field === "frequency_cap"),
    );
    const caps = own.map((one) => termsOf(one && [one]).targeting_overlay?.["frequency_cap"]);
    return { plan, words: own.map((one) => one?.reason), caps };
  };
  const { plan, words, caps } = await capsOf(10);
  const told = plan.lines.reduce((sum, line) => {
    const one = offers.find(({ id }) => id === line.offerId);
    return sum + ((one && lineReach(line, one)) ?? 0);
  }, 0);
  const meeting = told / (plan.reach?.expected ?? 0);
  const times = caps.map((one) => (isObject(one) ? Number(one["max_impressions"]) : 0));
  expect(meeting).toBeGreaterThan(1.2);
  expect(times.reduce((a, b) => a + b, 0)).toBe(Math.round((plan.lines.length * 10) / meeting));
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1);
  expect(words[0]).toMatch(
    /^at most \d times a week to each person, by the order; the brief's 10 times a week, divided as 1\.\d of 2 packages meet each person reached$/,
  );
  expect((await capsOf(1)).caps).toEqual(
    plan.lines.map(() => expect.objectContaining({ max_impressions: 1 })),
  );
  const silent = offers.map(({ reach: _reach, ...one }) => one);
  expect((await capsOf(10, silent)).caps[0]).toMatchObject({ max_impressions: 10 });
});

describe("what offers do not tell", () => {
  const silent = market.map(({ rates, ...one }, i) => ({ ...one, ...(rates && i < 2 && { rates }) }));

  it("is not planned for where nobody could tell it, and the plan says so in words", async () => {
    const none = silent.map(({ rates: _rates, ...one }) => one);
    const plan = await planHere({ kpi: { metric: "cpcv", target: 0.02 } }, none);
    expect(plan.goal).toMatchObject({
      metric: "impressions",
      basis:
        "the brief's KPI is CPCV; planned for impressions, each counted by what its channel usually costs: no offer runs where there are completed views",
    });
    expect(plan.proof?.objective).toBe("impressions counted by what their channel usually costs");
    const two = await planHere({ kpi: { metric: "cpcv", target: 0.02 } }, silent);
    expect(two.goal?.basis).toBe(
      "the brief's KPI is CPCV; planned for completed views: 2 of 2 offers forecast completed views",
    );
  });

  it("leaves the target itself open, and says what is planned for instead", async () => {
    const plan = await planHere({ kpi: { metric: "leads", target: 5_000 } });
    expect(plan.goal).toMatchObject({
      basis:
        "the brief's KPI is leads; planned for conversions: 0 of 6 offers forecast leads, 6 of 6 offers forecast conversions, 6 of 6 offers forecast clicks",
      missing: ["forecasts of leads: no package gives any"],
    });
    expect(plan.goal?.share).toBeUndefined();
  });

  it("is how many of whom the brief asks for: ratings are of everybody until the brief says", async () => {
    const demographics = { age: { from: 25, to: 44 } };
    const { goal } = await planHere({ kpi: { metric: "reach", target: 1 }, demographics });
    expect(goal?.universe?.where).toBe("the Netherlands, of every age and gender");
    expect(goal?.missing.at(-1)).toBe(
      "how much of what sellers forecast is of people aged 25 to 44: their figures count for the people that they name",
    );
    expect(goal?.group?.where).toBe("the Netherlands, people aged 25 to 44");
    expect((goal?.group?.people ?? 0) / people).toBeCloseTo(0.25, 1);
    const universe = { people: { NL: 4_000_000 }, source: "our panel, 2026" };
    const counted = await planHere({ kpi: { metric: "reach", target: 1 }, demographics, universe });
    expect(counted.goal?.universe).toEqual({
      people: 4_000_000,
      where: "the Netherlands, people aged 25 to 44",
      source: "our panel, 2026",
    });
    expect(counted.goal?.missing.at(-1)).toContain("what sellers forecast");
    expect(counted.reach?.high).toBeLessThanOrEqual(4_000_000);
  });

  it("gets what is left over where others tell it", async () => {
    const four = market.map(({ rates, ...one }, i) => ({
      ...one,
      ...(rates && i !== 1 && { rates }),
      ...(i === 1 && { channels: ["ooh"] }),
    }));
    const plan = await planHere({ spend: "all", kpi: { metric: "cpc", target: 0.5 } }, four);
    expect(plan.goal?.metric).toBe("clicks");
    expect(plan.lines.map(({ sellerId }) => sellerId)).not.toContain("cheap.example");
    const small = four.map((one) => (one.rates ? { ...one, impressions: exactly(1_500_000) } : one));
    const rest = await planHere({ spend: "all", kpi: { metric: "cpc", target: 0.5 } }, small);
    expect(rest.lines.map(({ sellerId }) => sellerId)).toContain("cheap.example");
    expect(rest.goal?.missing).toEqual([expect.stringMatching(/^EUR [\d,.]+ bring no clicks$/)]);
  });
});

describe("what this desk has seen", () => {
  const seen = (sellerId: string, productId: string, results: Partial<ProductResult>): TrackRecord => ({
    sellerId,
    agentUrl: "",
    campaigns: 1,
    buys: 1,
    answers: { asked: 0, answered: 0, late: 0, failed: 0 },
    price: { packages: 0 },
    delivery: { packages: 0, mean: 1, low: 0, high: 2 },
    reports: { buys: 0, faulty: 0, faults: [] },
    approvals: { asked: 0, agreed: 0, refused: 0 },
    stops: { asked: 0, obeyed: 0 },
    standing: 0,
    results: [
      { productId, metric: "store_visits", impressions: 400_000, units: 100, count: 100, ...results },
    ],
  });
  const of = (one: Offer | undefined, results: Partial<ProductResult> = {}) =>
    seen(one?.sellerId ?? "", one?.productId ?? "", results);
  const known = (trackRecords: readonly TrackRecord[]) =>
    withMeasuredRates(market, { trackRecords, brief: brief(), exchange });

  it("stands where sellers tell nothing, and the plan says what it rests on", async () => {
    const offers = known(market.map((one, i) => of(one, { units: i === 3 ? 400 : 40, count: 40 })));
    const plan = await planHere({ kpi: { metric: "store_visits", target: 20_000 } }, offers);
    expect(plan.goal).toMatchObject({
      metric: "store_visits",
      basis:
        "the brief's KPI is store visits; planned for store visits: 0 of 6 offers forecast store visits and this desk has seen those of 6 more, 6 of 6 offers forecast conversions, 6 of 6 offers forecast reach",
      missing: [],
    });
    const best = plan.lines.find(({ sellerId }) => sellerId === "watched.example");
    expect(best?.amount.minor).toBe(budget / 2);
    expect(best?.reason).toContain(
      "1,000 impressions bring 1 store visits, as this desk has seen over 400,000 of its impressions",
    );
    expect(kpiOfSeen(plan, offers)).toBeCloseTo(plan.goal?.expected.mid ?? 0, -2);
  });

  it("counts sales by their worth in the brief's currency", async () => {
    const sales = { metric: "sales_value", units: 50_000, currency: "USD" } as const;
    const offers = known(market.map((one) => of(one, sales)));
    expect(offers[0]?.rates?.sales_value?.mid).toBeCloseTo(0.1);
    const { goal } = await planHere({ kpi: { metric: "roas", target: 4 } }, offers);
    expect(goal?.metric).toBe("sales_value");
    expect(goal?.reached?.mid).toBeCloseTo((goal?.expected.mid ?? 0) / (budget / 100), 3);
  });

  it("never stands in a seller's own figure's place, nor on little", () => {
    const [first] = market;
    const clicks = { metric: "clicks" } as const;
    expect(known([of(first, clicks)])[0]).toEqual(first);
    expect(known([of(first, { count: 24 })])).toEqual(market);
    expect(known([of(first, { impressions: 9_999 })])).toEqual(market);
    expect(known([of(first, { metric: "sales_value", currency: "XAU" })])).toEqual(market);
    const silent = known([of(first, { metric: "store_visits" })])[0];
    expect(silent?.rates?.clicks).toEqual(first?.rates?.clicks);
    expect(silent?.rates?.store_visits?.mid).toBeCloseTo(100 / 400_000);
  });
});

function kpiOfSeen({ lines }: Plan, offers: readonly Offer[]): number {
  return lines.reduce((sum, { offerId, amount }) => {
    const one = offers.find(({ id }) => id === offerId);
    return sum + ((one && unitsFor(one, "store_visits", amount.minor)) ?? 0);
  }, 0);
}

const anyOffer = fc.record({
  sellerId: fc.constantFrom("apex.example", "birch.example", "cedar.example", "delta.example"),
  cpm: fc.integer({ min: 100, max: 4000 }),
  impressions: fc.integer({ min: 500_000, max: 40_000_000 }),
  reachShare: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
  clicks: fc.double({ min: 0.0005, max: 0.05, noNaN: true }),
  channel: fc.constantFrom("display", "olv", "ctv"),
  least: fc.option(fc.integer({ min: 1, max: 2_000_000 })),
});

const anyGoal = fc.constantFrom<Kpi["metric"]>("reach", "impressions", "cpc");

const anyGoals = anyGoalsOf(anyOffer);

function anyGoalsOf(any: typeof anyOffer) {
  return fc
    .record({
      offers: fc.array(any, { minLength: 1, maxLength: 10 }),
      kpi: anyGoal,
      share: fc.option(fc.double({ min: 0.25, max: 1, noNaN: true })),
      packages: fc.option(fc.integer({ min: 1, max: 6 })),
    })
    .map(({ offers, kpi, share, packages }) => ({
      one: brief({
        budget: { minor: budget, currency: "EUR" },
        kpi: { metric: kpi, target: 1_000_000 },
        limits: {
          excludedSellers: [],
          ...(share !== null && { maxSharePerSeller: share }),
          ...(packages !== null && { maxPackages: packages }),
        },
      }),
      offers: offers.map((values, i) =>
        offer({
          productId: `p${i}`,
          sellerId: values.sellerId,
          channels: [values.channel],
          cpm: exactly(values.cpm),
          price: { minor: values.cpm, currency: "EUR" },
          impressions: exactly(values.impressions),
          reach: exactly(Math.min(8_000_000, Math.round(values.impressions * values.reachShare))),
          rates: { clicks: exactly(values.clicks) },
          ...(values.least !== null && { minimumSpend: { minor: values.least, currency: "EUR" } }),
        }),
      ),
    }));
}

const metricOf = { reach: "reach", impressions: "impressions", cpc: "clicks" } as const;

function goalKpi({ kpi }: Brief): Metric {
  return metricOf[(kpi?.metric ?? "impressions") as keyof typeof metricOf];
}

/** Without a solver, so that thousands of plans are quick. */
const greedy = exactAllocator(() => Promise.reject(new Error("there is no solver")));

test.each([
  ["by exact search", exactAllocator(), times(25, 1000)],
  ["without it", greedy, times(300, 10_000)],
])(
  "any plan keeps every limit, and comes to the same bytes again in any order of offers, %s",
  async (_, allocator, numRuns) => {
    await fc.assert(
      fc.asyncProperty(anyGoals, async ({ one, offers }) => {
        const plan = await planFor(one, offers, allocator);
        const market = { brief: one, offers, ranking: rank(offers, context({ brief: one })), exchange };
        expect(limitBrokenBy(plan, market)).toBeUndefined();
        const again = await planFor(one, [...offers].reverse(), allocator);
        expect(JSON.stringify(again)).toBe(JSON.stringify(plan));
      }),
      { numRuns },
    );
  },
  240_000,
);

test("many plans at once on a busy machine are the same bytes as one alone", async () => {
  const cases = fc.sample(anyGoals, { numRuns: 6, seed: 5 });
  const alone: string[] = [];
  for (const { one, offers } of cases) alone.push(JSON.stringify(await planFor(one, offers)));
  const busy = [0, 1, 2].map(() => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }));
  try {
    const together = await Promise.all(cases.map(({ one, offers }) => planFor(one, offers)));
    expect(together.map((plan) => JSON.stringify(plan))).toEqual(alone);
  } finally {
    for (const worker of busy) await worker.terminate();
  }
}, 240_000);

test("more money never lowers what is planned for", async () => {
  const more = fc.oneof(
    fc.double({ min: 1.0001, max: 1.05, noNaN: true }),
    fc.double({ min: 1.05, max: 60, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(anyGoals, more, async ({ one, offers }, by) => {
      const raised = { ...one, budget: { minor: Math.round(budget * by), currency: "EUR" } };
      const [less, plan] = [await planFor(one, offers), await planFor(raised, offers)];
      const metric = goalKpi(one);
      expect(kpiIn(metric, plan, offers)).toBeGreaterThanOrEqual(kpiIn(metric, less, offers));
    }),
    { numRuns: times(20, 300), endOnFailure: true },
  );
}, 240_000);

/** Few figures, so that many offers are alike in some of them or in all. */
const alikeOffer = fc.record({
  sellerId: fc.constantFrom("apex.example", "birch.example", "cedar.example", "delta.example"),
  cpm: fc.constantFrom(500, 900),
  impressions: fc.constantFrom(6_000_000, 20_000_000),
  reachShare: fc.constantFrom(0.2, 0.4),
  clicks: fc.constant(0.004),
  channel: fc.constantFrom("display", "olv"),
  least: fc.constantFrom(null, 400_000),
});

test.each([
  ["by exact search", exactAllocator(), times(8, 200)],
  ["without it", greedy, times(150, 5_000)],
])(
  "what sellers and products are called, and their order, leaves the plan as it is, %s",
  async (_, allocator, numRuns) => {
    const names = ["apex.example", "birch.example", "cedar.example", "delta.example"];
    const places = [...Array(10).keys()];
    const renamed = fc.record({
      market: fc.oneof(anyGoals, anyGoalsOf(alikeOffer)),
      calls: fc.shuffledSubarray(names, { minLength: names.length }),
      products: fc.shuffledSubarray(places, { minLength: places.length }),
      order: fc.shuffledSubarray(places, { minLength: places.length }),
    });
    await fc.assert(
      fc.asyncProperty(renamed, async ({ market: { one, offers }, calls, products, order }) => {
        const others = offers.map((each, i) => {
          const sellerId = calls[names.indexOf(each.sellerId)] ?? "";
          const productId = `p${products[i]}`;
          return { ...each, sellerId, productId, id: `${sellerId}/${productId}/cpm` };
        });
        const shuffled = order.flatMap((place) => others[place] ?? []);
        const [plan, other] = [
          await planFor(one, offers, allocator),
          await planFor(one, shuffled, allocator),
        ];
        expect(withoutNames(other, others)).toEqual(withoutNames(plan, offers));
      }),
      { numRuns, endOnFailure: true },
    );
  },
  240_000,
);

/** What is bought for how much and what it comes to; of offers, what they are. */
function withoutNames({ lines, total, goal, reach }: Plan, offers: readonly Offer[]) {
  const byId = new Map(offers.map((one) => [one.id, one]));
  return {
    bought: lines.map(({ offerId, amount, expectedImpressions }) => {
      const { channels, cpm, impressions, reach, rates, minimumSpend } = byId.get(offerId) ?? offer();
      return { amount, expectedImpressions, channels, cpm, impressions, reach, rates, minimumSpend };
    }),
    total,
    goal,
    expected: reach?.expected,
  };
}
