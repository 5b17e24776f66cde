import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { allocate, limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import type { Allocator } from "../../../src/campaign/plan/allocator.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { exchangeRate } from "../../../src/lib/exchange.ts";
import { currencyDigits, formatMoney, type Money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { anyMarket, brief, context, exactly, exchange, offer } from "../rank/arbitraries.ts";

function plan(
  offers: readonly Offer[],
  one: Brief = brief(),
  allocator: Allocator = exactAllocator(),
): Promise<Plan> {
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  const ranking = rankUnder(one);
  return allocate({ brief: one, offers, ranking, exchange, rankUnder, planId: "plan-1", allocator });
}

/** Exact worth in minor units of the budget's currency, not rounded. */
function worth(amount: Money, currency: string): number {
  const rate = exchangeRate(exchange, amount.currency, currency) ?? Number.NaN;
  return amount.minor * rate * 10 ** (currencyDigits(currency) - currencyDigits(amount.currency));
}

const amounts = (made: Plan) =>
  Object.fromEntries(made.lines.map((line) => [line.offerId, line.amount.minor]));

const withoutSearch = exactAllocator(() => Promise.reject(new Error("there is no solver")));

test.each([
  ["by exact search", exactAllocator(), times(40, 100)],
  ["where the search cannot be made", withoutSearch, times(250, 1000)],
])("every plan over random markets keeps every limit, %s", async (_, allocator, numRuns) => {
  await fc.assert(
    fc.asyncProperty(anyMarket, async ({ brief: one, offers }) => {
      const ranking = rank(offers, context({ brief: one }));
      const made = await plan(offers, one, allocator);
      const { minor: budget, currency } = one.budget;
      const byId = new Map(offers.map((each) => [each.id, each]));
      const gates = new Map(ranking.rows.map((row) => [row.offerId, row.gate]));

      const total = made.lines.reduce((all, line) => all + line.amount.minor, 0);
      expect(made.total).toEqual({ minor: total, currency });
      expect(made.unallocated).toEqual({ minor: budget - total, currency });
      expect(made.unallocated.minor).toBeGreaterThanOrEqual(0);

      const perSeller = new Map<string, number>();
      for (const line of made.lines) {
        const bought = byId.get(line.offerId) ?? offer();
        expect(gates.get(line.offerId)).toBe("pass");
        expect(line.amount.currency).toBe(currency);
        expect(line.budget.currency).toBe(bought.currency);
        expect(line.amount.minor).toBeGreaterThan(0);
        expect(worth(line.budget, currency)).toBeLessThanOrEqual(line.amount.minor * (1 + 1e-12));
        expect(line.budget.minor).toBeGreaterThanOrEqual(bought.minimumSpend?.minor ?? 1);
        if (bought.pricingModel === "flat-fee") expect(line.budget).toEqual(bought.price);
        else {
          const all =
            bought.impressions && bought.cpm
              ? (bought.impressions.mid * bought.cpm.mid) / 1000
              : Number.POSITIVE_INFINITY;
          expect(line.amount.minor).toBeLessThanOrEqual(all);
          expect(line.amount.minor).toBeGreaterThanOrEqual(Math.min(budget / 100, Math.floor(all)));
        }
        if (bought.auction) expect(line.bid?.minor).toBeGreaterThanOrEqual(bought.price?.minor ?? 0);
        else expect(line.bid).toBeUndefined();
        expect(line.reason).not.toBe("");
        perSeller.set(line.sellerId, (perSeller.get(line.sellerId) ?? 0) + line.amount.minor);
      }

      const sellers = new Set(
        offers.filter(({ id }) => gates.get(id) === "pass").map(({ sellerId }) => sellerId),
      );
      const share = one.limits.maxSharePerSeller ?? (sellers.size > 1 ? 0.5 : 1);
      const gaveWay = made.binding[0]?.startsWith(
        "50 % of the budget at one seller, the default, would leave",
      );
      if (one.limits.maxSharePerSeller !== undefined || !gaveWay)
        for (const spent of perSeller.values()) expect(spent).toBeLessThanOrEqual(budget * share + 1e-6);

      expect(new Set(made.lines.map(({ lineId }) => lineId)).size).toBe(made.lines.length);
      expect(made.lines.length).toBeLessThanOrEqual(12);
      expect([...made.lines, ...made.leftOut].map(({ offerId }) => offerId).sort()).toEqual(
        [...byId.keys()].sort(),
      );
      for (const { reason } of made.leftOut) expect(reason).not.toBe("");
      expect(made.binding.length).toBeGreaterThan(0);
    }),
    { numRuns },
  );
});

test("the same offers in any order make the same plan", async () => {
  const shuffled = anyMarket.chain((market) =>
    fc.record({
      one: fc.constant(market.brief),
      offers: fc.constant(market.offers),
      other: fc.shuffledSubarray(market.offers, { minLength: market.offers.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ one, offers, other }) => {
      expect(await plan(other, one)).toEqual(await plan(offers, one));
    }),
    { numRuns: times(40, 100) },
  );
});

test("without offers nothing is allocated, and the plan says so", async () => {
  expect(await plan([])).toEqual({
    id: "plan-1",
    total: { minor: 0, currency: "EUR" },
    unallocated: { minor: 5_000_000, currency: "EUR" },
    lines: [],
    leftOut: [],
    binding: ["no seller has offered anything: EUR 50,000.00 stay unallocated"],
  });
});

test("where no offer may be bought, the plan says what keeps most of them out", async () => {
  const dear = offer({ minimumSpend: { minor: 9_000_000, currency: "EUR" } });
  const alike = ["birch.example", "cedar.example"].map((sellerId) => offer({ sellerId, cpm: undefined }));
  expect((await plan([dear, ...alike])).binding).toEqual([
    "no offer may be bought: EUR 50,000.00 stay unallocated",
    expect.stringMatching(/^2 of 3 offers: no CPM/),
    expect.stringMatching(/^[^ ]+: the minimum spend of EUR 90,000.00 is more than the budget/),
  ]);
});

describe("shares of sellers", () => {
  const two = [offer(), offer({ sellerId: "birch.example", cpm: exactly(480) })];

  test("one seller gets at most half where there is a choice", async () => {
    const made = await plan(two);
    expect(amounts(made)).toEqual({
      "apex.example/product/cpm": 2_500_000,
      "birch.example/product/cpm": 2_500_000,
    });
    expect(made.binding[0]).toBe(
      "seller apex.example is at its limit of EUR 25,000.00: 50 % of the budget, the default where 2 sellers are available; max_share_per_seller in the brief says otherwise",
    );
  });

  test("the only seller may get everything", async () => {
    const made = await plan([offer({ impressions: exactly(50_000_000) })]);
    expect(made.unallocated.minor).toBe(0);
    expect(made.binding).toEqual(["the whole budget of EUR 50,000.00 is allocated"]);
  });

  test("the brief's own limit holds even for the only seller", async () => {
    const one = brief({ limits: { excludedSellers: [], maxSharePerSeller: 0.29 } });
    const made = await plan([offer()], one);
    expect(made.total.minor).toBe(1_450_000);
    expect(made.binding).toEqual([
      "seller apex.example is at its limit of EUR 14,500.00: 29 % of the budget, the brief's limit",
      "EUR 35,500.00 stay unallocated: seller apex.example may have no more than EUR 14,500.00: 29 % of the budget, the brief's limit",
    ]);
  });
});

describe("limits of an offer", () => {
  test("no more is bought than the expected inventory", async () => {
    const made = await plan([offer({ impressions: exactly(1_000_000) })]);
    expect(made.total.minor).toBe(400_000);
    expect(made.lines[0]?.expectedImpressions).toBe(1_000_000);
    expect(made.binding[0]).toBe("apex.example/product/cpm is at its expected inventory, EUR 4,000.00");
  });

  test("a whole price is paid exactly, in the seller's currency, or not at all", async () => {
    const whole = {
      pricingModel: "flat_rate",
      whole: true as const,
      currency: "USD",
      price: { minor: 1_000_001, currency: "USD" },
    };
    const made = await plan([offer({ ...whole, cpm: exactly(80) })]);
    // 10,000.01 USD / 1.25 = 8,000.008 EUR
    expect(made.lines[0]?.amount).toEqual({ minor: 800_001, currency: "EUR" });
    expect(made.lines[0]?.budget).toEqual({ minor: 1_000_001, currency: "USD" });

    const dear = await plan([
      offer({ ...whole, price: { minor: 6_250_001, currency: "USD" }, cpm: exactly(80) }),
    ]);
    expect(dear.lines).toEqual([]);
    expect(dear.leftOut[0]?.reason).toContain("its price of EUR 50,000.01 is over EUR 50,000.00");
  });

  test("a minimum spend over the seller's share leaves the offer out", async () => {
    const limits = { excludedSellers: [], maxSharePerSeller: 0.5 };
    const offers = [
      offer({ minimumSpend: { minor: 2_500_001, currency: "EUR" } }),
      offer({ sellerId: "birch.example" }),
    ];
    const made = await plan(offers, brief({ limits }));
    expect(made.leftOut).toEqual([
      {
        offerId: "apex.example/product/cpm",
        reason:
          "its minimum spend of EUR 25,000.01 is over EUR 25,000.00, the most that its seller may get (50 % of the budget, the brief's limit)",
      },
    ]);
  });

  test("under one percent of the budget is bought only where it is all that there is", async () => {
    const small = offer({ impressions: exactly(100_000) });
    const made = await plan([small]);
    expect(made.lines.map(({ amount }) => amount.minor)).toEqual([40_000]);
    const asked = await plan([{ ...small, minimumSpend: { minor: 50_000, currency: "EUR" } }]);
    expect(asked.leftOut[0]?.reason).toBe(
      "all that can be bought of it, EUR 400.00, is under its smallest package of EUR 500.00",
    );
  });

  test("only one pricing option of a product is bought, the better one", async () => {
    const made = await plan([
      offer({ pricingOptionId: "dear", cpm: exactly(900) }),
      offer({ pricingOptionId: "cheap" }),
    ]);
    expect(made.lines.map(({ pricingOptionId }) => pricingOptionId)).toEqual(["cheap"]);
    expect(made.leftOut[0]?.reason).toBe(
      "apex.example/product/cheap is a better pricing option of the same product",
    );
  });

  test("an auction carries its bid and tells its floor", async () => {
    const made = await plan([
      offer({ auction: true, bid: { minor: 460, currency: "EUR" }, cpm: { low: 400, mid: 460, high: 460 } }),
    ]);
    expect(made.lines[0]?.bid).toEqual({ minor: 460, currency: "EUR" });
    expect(made.lines[0]?.reason).toContain("bids EUR 4.60 over a floor of EUR 4.00");
  });

  test("an offer that did not pass the gate keeps the gate's reasons", async () => {
    const made = await plan([offer({ channels: ["radio"] })], brief({ channels: ["ctv"] }));
    expect(made.leftOut[0]?.reason).toBe("radio is not among the channels asked for");
  });
});

test("offers of close score share the budget over the brief's channels", async () => {
  const one = brief({ channels: ["display", "ctv"], limits: { excludedSellers: [], maxSharePerSeller: 1 } });
  const deep = { impressions: exactly(500_000_000) };
  const made = await plan(
    [
      offer({ productId: "display", ...deep }),
      offer({ productId: "ctv", channels: ["ctv"], cpm: exactly(2800), sellerId: "birch.example", ...deep }),
    ],
    one,
  );
  const shares = made.lines.map(({ amount }) => amount.minor / made.total.minor);
  expect(shares).toHaveLength(2);
  expect(Math.min(...shares)).toBeGreaterThan(0.25);
});

describe("a plan has no more packages than a desk can look after", () => {
  const small = Array.from({ length: 20 }, (_, i) =>
    offer({
      productId: `${i}`,
      sellerId: `${i % 2 ? "apex" : "birch"}.example`,
      impressions: exactly(500_000),
    }),
  );
  test("where the brief says how many", async () => {
    const limits = { ...brief().limits, maxPackages: 12 };
    const made = await plan(small, brief({ limits }));
    expect(made.lines).toHaveLength(12);
    expect(made.binding).toContain("the plan has its 12 packages");
    expect(made.leftOut[0]?.reason).toContain("the plan has its 12 packages");
  });

  test("where twelve take the whole budget", async () => {
    const deep = small.map((one) => ({ ...one, impressions: exactly(50_000_000) }));
    expect((await plan(deep)).lines.length).toBeLessThanOrEqual(12);
  });

  test("but where nobody asked for it and money would stay, which it says", async () => {
    const made = await plan(small);
    const limits = { ...brief().limits, maxPackages: 12 };
    const held = await plan(small, brief({ limits }));
    expect(made.lines).toHaveLength(20);
    expect(made.total.minor).toBeGreaterThan(held.total.minor);
    expect(made.binding[0]).toBe(
      `12 packages, the default, would leave ${formatMoney(held.unallocated)} unallocated: the plan has 20`,
    );
    const market = { brief: brief(), offers: small, ranking: rank(small, context()), exchange };
    expect(limitBrokenBy(made, market)).toBeUndefined();
  });
});

test("each line says what it buys, with its figures", async () => {
  const { lines } = await plan([offer({ currency: "USD", impressions: exactly(20_000_000) })]);
  const [line] = lines;
  expect(line?.lineId).toBe("apex.example/product");
  expect(line?.budget.currency).toBe("USD");
  expect(line?.reason).toMatch(
    /^Scores \d+\.\d, place 1 of 1 that may be bought; EUR 50,000\.00 at EUR 4\.00 CPM buys 12,500,000 of 20,000,000 expected impressions\.$/,
  );
});

test("an allocator that breaks a limit is stopped", async () => {
  const beyond: Allocator = async () => ({
    type: "split",
    allocation: new Map([["apex.example/product/cpm", 5_000_001]]),
    quality: { solver: "greedy", outcome: "heuristic" },
  });
  await expect(plan([offer()], brief(), beyond)).rejects.toThrow("more than 4000000, its expected inventory");
});
