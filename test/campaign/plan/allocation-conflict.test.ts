import { describe, expect, it, test } from "vitest";
import type { Brief, Limits } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { type Relaxation, relaxationsOf } from "../../../src/campaign/plan/relaxations.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { brief, context, exactly, exchange, offer } from "../rank/arbitraries.ts";

const euro = (amount: number) => ({ minor: amount * 100, currency: "EUR" });

/** EUR 40,000 of display, 60,000 of online video, 10,000 and 90,000 of television. */
const market: readonly Offer[] = [
  { channels: ["display"], cpm: exactly(400), impressions: exactly(10_000_000) },
  { channels: ["olv"], cpm: exactly(1200), impressions: exactly(5_000_000), deliveryType: "non_guaranteed" },
  { channels: ["ctv"], cpm: exactly(2500), impressions: exactly(400_000) },
  { channels: ["ctv"], cpm: exactly(4500), impressions: exactly(2_000_000) },
].map((values, i) =>
  offer({
    ...values,
    sellerId: ["apex.example", "birch.example", "cedar.example", "delta.example"][i] ?? "",
    minimumSpend: euro(500),
  }),
);

function planFor(one: Brief, offers = market): Promise<Plan> {
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  return allocate({ brief: one, offers, ranking: rankUnder(one), exchange, rankUnder, planId: "plan-1" });
}

const limits = (values: Partial<Limits>) => ({ limits: { excludedSellers: [], ...values } });

const briefs: readonly { asks: string; one: Brief; wishes: readonly string[] }[] = [
  {
    asks: "more television than there is at its price",
    one: brief(limits({ maxCpm: euro(30), channelShares: { ctv: { min: 0.3 } } })),
    wishes: ["no more than EUR 30.00 CPM", "at least 30 % of the budget on CTV"],
  },
  {
    asks: "nearly all of one channel, where one seller gets half at most",
    one: brief(limits({ maxSharePerSeller: 0.5, channelShares: { ctv: { min: 0.95 } } })),
    wishes: ["at most 50 % of the budget at one seller", "at least 95 % of the budget on CTV"],
  },
  {
    asks: "more sellers than it leaves",
    one: brief(limits({ minSellers: 3, excludedSellers: ["apex.example", "birch.example"] })),
    wishes: ["nothing from apex.example", "nothing from birch.example", "at least 3 sellers"],
  },
  {
    asks: "guarantees on a channel that has none",
    one: brief({ channels: ["olv"], ...limits({ minGuaranteedShare: 0.8, maxSharePerSeller: 1 }) }),
    wishes: ["only on online video", "at least 80 % of the budget with guaranteed delivery"],
  },
  {
    asks: "a price at which nothing is sold",
    one: brief(limits({ maxCpm: euro(2) })),
    wishes: ["no more than EUR 2.00 CPM"],
  },
  {
    asks: "for less than the smallest package",
    one: brief({ budget: euro(100) }),
    wishes: ["a budget of no more than EUR 100.00"],
  },
  {
    asks: "for a channel that nobody sells",
    one: brief({ channels: ["radio"] }),
    wishes: ["only on radio"],
  },
  {
    asks: "for guarantees and little of what gives them",
    one: brief({
      channels: ["display", "olv"],
      ...limits({ minGuaranteedShare: 0.5, channelShares: { display: { max: 0.1 } } }),
    }),
    wishes: [
      "at most 10 % of the budget on display",
      "only on display and online video",
      "at least 50 % of the budget with guaranteed delivery",
    ],
  },
  {
    asks: "for two channels in one package",
    one: brief(limits({ maxPackages: 1, channelShares: { ctv: { min: 0.3 }, olv: { min: 0.3 } } })),
    wishes: [
      "at most 1 package",
      "at least 30 % of the budget on CTV",
      "at least 30 % of the budget on online video",
    ],
  },
  {
    asks: "for more of one seller than that one may get",
    one: brief(limits({ maxSellers: 1, maxSharePerSeller: 0.3, minGuaranteedShare: 0.5 })),
    wishes: [
      "at most 30 % of the budget at one seller",
      "at most 1 seller",
      "at least 50 % of the budget with guaranteed delivery",
    ],
  },
];

describe("a brief that cannot be kept", () => {
  it.each(briefs)("is not bought for where it asks $asks, and its plan says why", async ({ one, wishes }) => {
    const plan = await planFor(one);
    expect(plan.lines).toEqual([]);
    expect(plan.unallocated).toEqual(one.budget);
    expect(plan.leftOut).toHaveLength(market.length);
    expect(plan.conflict?.wishes.map(({ text }) => text)).toEqual(wishes);
    for (const { dropping } of plan.conflict?.wishes ?? [])
      expect(dropping).toMatch(/EUR [\d,.]+ would go to \d+ packages? with [\d,]+ expected impressions$/);
  });

  it.each(briefs)("needs each of the terms for that: $asks", async ({ one, wishes }) => {
    const all = relaxationsOf(one);
    const inConflict = all.filter(({ text }) => wishes.includes(text));
    const others = all.filter(({ text }) => !wishes.includes(text));
    expect(await anyPlan(one, others)).toBe(false);
    for (const wish of inConflict) expect(await anyPlan(one, [...others, wish])).toBe(true);
  });
});

async function anyPlan(one: Brief, dropped: readonly Relaxation[]): Promise<boolean> {
  const without = dropped.reduce<readonly Brief[]>((all, wish) => all.flatMap(wish.without), [one]);
  for (const other of without) if ((await planFor(other)).lines.length > 0) return true;
  return false;
}

test("dropping a term where others conflict too says so", async () => {
  const one = brief(limits({ channelShares: { radio: { min: 0.2 }, podcast: { min: 0.2 } } }));
  const { conflict } = await planFor(one);
  expect(conflict?.wishes).toEqual([
    { text: "at least 20 % of the budget on radio", dropping: "the other terms would still conflict" },
  ]);
});

test("the most of a least share that can be had is named", async () => {
  const { conflict } = await planFor(
    brief(limits({ maxCpm: euro(30), channelShares: { ctv: { min: 0.3 } } })),
  );
  expect(conflict?.wishes.map(({ text, upTo }) => [text, upTo])).toEqual([
    ["no more than EUR 30.00 CPM", undefined],
    ["at least 30 % of the budget on CTV", "20 %"],
  ]);
});

test("a larger budget is named where it would do", async () => {
  const { conflict } = await planFor(brief({ budget: euro(100) }));
  expect(conflict?.wishes[0]?.dropping).toMatch(/^with a budget of EUR 500\.00, EUR /);
});

test("offers that could be bought under no brief are no conflict", async () => {
  const tooSmall = offer({ impressions: exactly(100), minimumSpend: euro(1) });
  const plan = await planFor(brief(), [tooSmall]);
  expect(plan.lines).toEqual([]);
  expect(plan.conflict).toBeUndefined();
});

test("without a search nothing is called impossible that may be possible", async () => {
  const one = brief(limits({ channelShares: { radio: { min: 0.2 } } }));
  const ranking = rank(market, context({ brief: one }));
  const allocator = exactAllocator(() => Promise.reject(new Error("out of memory")));
  const plan = await allocate({ brief: one, offers: market, ranking, exchange, allocator, planId: "plan-1" });
  expect(plan.conflict).toBeUndefined();
  expect(plan.lines).toEqual([]);
  expect(plan.binding).toEqual([
    "no split that keeps every limit was found (the exact search could not be made: out of memory): EUR 50,000.00 stay unallocated",
  ]);
});

it("tries no budget that nobody may write", () => {
  const huge = brief({ budget: { minor: 999_999_999_999_999, currency: "EUR" } });
  const [budgets] = relaxationsOf(huge).filter(({ isBudget }) => isBudget);
  expect(budgets?.without(huge)).toEqual([]);
});

describe("the desk's own rules", () => {
  const rule = "rules.yaml (no-dear-television)";
  const forbids = ({ cpm }: Offer) =>
    cpm && cpm.mid > 2000 ? `${rule}: When 1,000 impressions cost over EUR 20.00, it is refused.` : undefined;
  const under = (one: Brief) => {
    const rankUnder = (other: Brief) => rank(market, context({ brief: other }));
    return allocate({
      brief: one,
      offers: market,
      forbids,
      ranking: rankUnder(one),
      exchange,
      rankUnder,
      planId: "plan-1",
    });
  };

  it("are named where they, and not the brief, leave no plan", async () => {
    const { conflict } = await under(brief(limits({ channelShares: { ctv: { min: 0.5 } } })));
    expect(conflict?.wishes.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^rules\.yaml \(no-dear-television\), which refuses cedar\.example\/.* and delta\.example\//,
      ),
      "at least 50 % of the budget on CTV",
    ]);
    expect(conflict?.wishes[0]?.dropping).toContain("would go to");
  });

  it("are not named where the brief's terms conflict without them", async () => {
    const { conflict } = await under(brief(limits({ maxCpm: euro(2) })));
    expect(conflict?.wishes.map(({ text }) => text)).toEqual(["no more than EUR 2.00 CPM"]);
  });

  it("are why money stays where they refuse an offer that has room for it", async () => {
    const { binding } = await under(brief({ budget: euro(200_000), ...limits({ maxSharePerSeller: 1 }) }));
    expect(binding.at(-1)).toMatch(
      /no other offer that may be bought has room .*; not to be bought are .*rules\.yaml \(no-dear-television\)/,
    );
  });
});
