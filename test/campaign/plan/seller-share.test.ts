import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import type { Policy } from "../../../src/campaign/model/policy/policy.ts";
import { allocate, limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: amount * 100, currency: "EUR" });

/** An offer whose seller has as much as `worth` euros buy. */
function sells(
  name: string,
  worth: number,
  values: Partial<Offer> & { readonly price?: Offer["price"] } = {},
): Offer {
  const cpm = values.price?.minor ?? 400;
  return offer({
    productId: name,
    sellerId: `${name}.example`,
    cpm: exactly(cpm),
    impressions: exactly((worth * 100 * 1000) / cpm),
    ...values,
  });
}

const marketOf = (limits: Partial<Brief["limits"]>, budget: number, offers: readonly Offer[]) => {
  const one = brief({ budget: euros(budget), limits: { excludedSellers: [], ...limits } });
  const rankUnder = (other: Brief) =>
    rank(offers, context({ brief: other, sellers: offers.map(({ sellerId }) => seller(sellerId)) }));
  return { brief: one, offers, ranking: rankUnder(one), exchange, rankUnder };
};

function planFor(
  offers: readonly Offer[],
  {
    budget = 9_000,
    policies = [],
    ...limits
  }: Partial<Brief["limits"]> & { budget?: number; policies?: readonly Policy[] } = {},
): Promise<Plan> {
  return allocate({ planId: "plan", policies, ...marketOf(limits, budget, offers) });
}

function spread(share: string): Policy {
  const text = `version: 1\nname: House\nrules:\n  - { id: spread, on: [create_media_buy], when: { seller_share: { over: ${share} } }, then: deny }\n`;
  const reading = readPolicyFile(text, "house.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

const spent = ({ lines }: Plan) =>
  Object.fromEntries(lines.map(({ sellerId, amount }) => [sellerId.split(".")[0], amount.minor / 100]));

describe("a share for one seller that nobody asked for", () => {
  const markets: [string, Offer[], Record<string, number>, string][] = [
    ["one has plenty, one 900", [sells("a", 90_000), sells("b", 900)], { a: 8_100, b: 900 }, "90 %"],
    [
      "the one with plenty is dearer",
      [sells("a", 90_000, { price: { minor: 900, currency: "EUR" } }), sells("b", 900)],
      { a: 8_100, b: 900 },
      "90 %",
    ],
    [
      "three sellers, the first step does",
      [sells("a", 90_000), sells("b", 2_000), sells("c", 2_000)],
      { a: 5_000, b: 2_000, c: 2_000 },
      "56 %",
    ],
    [
      "a minimum over half of the budget",
      [sells("a", 90_000, { minimumSpend: euros(6_000) }), sells("b", 3_000)],
      { a: 6_000, b: 3_000 },
      "70 %",
    ],
  ];

  it.each(markets)("gives way before money stays: %s", async (_, offers, amounts, share) => {
    const plan = await planFor(offers);
    expect(spent(plan)).toEqual(amounts);
    expect(plan.unallocated.minor).toBe(0);
    expect(plan.binding[0]).toMatch(
      new RegExp(
        `^50 % of the budget at one seller, the default, would leave EUR [\\d,.]+ unallocated: max_share_per_seller: ${share} places EUR [\\d,.]+ more, and the plan goes by it$`,
      ),
    );
    expect(limitBrokenBy(plan, marketOf({}, 9_000, offers))).toBeUndefined();
  });

  it("says what 50 % would leave, to the cent", async () => {
    const { binding } = await planFor([sells("a", 90_000), sells("b", 900)]);
    expect(binding[0]).toContain(
      "would leave EUR 3,600.00 unallocated: max_share_per_seller: 90 % places EUR 3,600.00 more",
    );
  });

  it("gives way before a brief is refused: all guaranteed, and one seller sells that", async () => {
    const offers = [sells("a", 90_000), sells("b", 90_000, { deliveryType: "non_guaranteed" })];
    const plan = await planFor(offers, { minGuaranteedShare: 1 });
    expect(spent(plan)).toEqual({ a: 9_000 });
    expect(plan.conflict).toBeUndefined();
    const most = await planFor(offers, { minGuaranteedShare: 0.65 });
    expect(most.unallocated.minor).toBe(0);
    expect(spent(most)["a"]).toBeGreaterThanOrEqual(5_850);
    expect(spent(most)["a"]).toBeLessThanOrEqual(6_300);
  });

  it("holds where the whole budget finds room, and is the first sentence where it binds", async () => {
    const plan = await planFor([
      sells("a", 90_000),
      sells("b", 90_000, { price: { minor: 600, currency: "EUR" } }),
    ]);
    expect(spent(plan)).toEqual({ a: 4_500, b: 4_500 });
    expect(plan.binding[0]).toBe(
      "seller a.example is at its limit of EUR 4,500.00: 50 % of the budget, the default where 2 sellers are available; max_share_per_seller in the brief says otherwise",
    );
  });

  it("says nothing where no share of one seller would place more", async () => {
    const plan = await planFor([sells("a", 3_000), sells("b", 900)]);
    expect(spent(plan)).toEqual({ a: 3_000, b: 900 });
    expect(plan.binding.join()).not.toContain("max_share_per_seller");
  });
});

describe("a share that somebody asked for stays", () => {
  const offers = [sells("a", 90_000), sells("b", 900)];

  it("where the brief names it, even as large as the default", async () => {
    expect(spent(await planFor(offers, { maxSharePerSeller: 0.5 }))).toEqual({ a: 4_500, b: 900 });
    const guaranteed = [sells("a", 90_000), sells("b", 90_000, { deliveryType: "non_guaranteed" })];
    const refused = await planFor(guaranteed, { maxSharePerSeller: 0.5, minGuaranteedShare: 1 });
    expect(refused.lines).toEqual([]);
    expect(refused.conflict?.wishes.map(({ text }) => text)).toContain(
      "at most 50 % of the budget at one seller",
    );
  });

  it("where a policy sets it", async () => {
    expect(spent(await planFor(offers, { policies: [spread("60%")] }))).toEqual({ a: 5_400, b: 900 });
  });
});

const anySellers = fc.array(
  fc.record({
    worth: fc.integer({ min: 100, max: 12_000 }),
    price: fc.integer({ min: 100, max: 2_000 }),
    least: fc.option(fc.integer({ min: 1, max: 6_000 })),
  }),
  { minLength: 2, maxLength: 6 },
);

it("never brings less than under 50 %, named as a wish, nor places less than without any", async () => {
  await fc.assert(
    fc.asyncProperty(anySellers, async (sellers) => {
      const offers = sellers.map(({ worth, price, least }, i) =>
        sells(`s${i}`, worth, {
          price: { minor: price, currency: "EUR" },
          ...(least !== null && { minimumSpend: euros(least) }),
        }),
      );
      const plan = await planFor(offers);
      const [half, free] = [
        await planFor(offers, { maxSharePerSeller: 0.5 }),
        await planFor(offers, { maxSharePerSeller: 1 }),
      ];
      expect(plan.total.minor).toBeGreaterThanOrEqual(half.total.minor);
      if (half.unallocated.minor > 0) expect(plan.total.minor).toBeGreaterThanOrEqual(free.total.minor);
      const again = await planFor([...offers].reverse());
      expect(JSON.stringify(again)).toBe(JSON.stringify(plan));
      expect(limitBrokenBy(plan, marketOf({}, 9_000, offers))).toBeUndefined();
    }),
    { numRuns: times(25, 500) },
  );
}, 240_000);

describe("sellers that share a host and nothing else", () => {
  const hosts = (names: readonly string[], worth: number) =>
    names.map((name) => sells(name, worth, { groupId: "one.example" }));
  const hosted = new Set(["one.example"]);
  const planAt = (
    offers: readonly Offer[],
    budget: number,
    values: Partial<Brief["limits"]> = {},
    policies: readonly Policy[] = [],
  ) => allocate({ planId: "plan", policies, hosted, ...marketOf(values, budget, offers) });
  const atHost = ({ lines }: Plan) =>
    lines.reduce((sum, { groupId, amount }) => sum + (groupId === undefined ? 0 : amount.minor / 100), 0);

  it.each([
    ["four, and a fifth elsewhere with 8,000", ["one", "two", "three", "four"], 30_000, 80_000, 8_000],
    ["two", ["one", "two"], 40_000, 40_000, 2_000],
    ["six with little each", ["one", "two", "three", "four", "five", "six"], 9_000, 50_000, 5_000],
  ])("have a share each by default: %s", async (_, names, worth, budget, elsewhere) => {
    const offers = [...hosts(names, worth), sells("other", elsewhere)];
    const plan = await planAt(offers, budget);
    expect(plan.unallocated.minor).toBe(0);
    expect(plan.binding.join()).not.toContain("would leave");
    for (const spent of plan.lines) expect(spent.amount.minor).toBeLessThanOrEqual(budget * 50);
    const market = { ...marketOf({}, budget, offers), hosted };
    expect(limitBrokenBy(plan, market)).toBeUndefined();
  });

  it("have one together where the brief names it, or a policy", async () => {
    const offers = [...hosts(["one", "two", "three", "four"], 30_000), sells("other", 8_000)];
    expect(atHost(await planAt(offers, 80_000, { maxSharePerSeller: 0.4 }))).toBe(32_000);
    expect(atHost(await planAt(offers, 80_000, { maxSharePerSeller: 0.6 }))).toBe(48_000);
    const plan = await planAt(offers, 80_000, {}, [spread("60%")]);
    expect(atHost(plan)).toBe(48_000);
    expect(plan.binding).toContain(
      "the host of one.example and others is at its limit of EUR 48,000.00: EUR 48,000.00, house.yaml (spread)",
    );
    expect(atHost(await planAt(offers, 80_000, {}, [spread("30%")]))).toBe(24_000);
  });
});
