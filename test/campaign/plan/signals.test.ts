import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Signal } from "../../../src/campaign/model/signal.ts";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { chooseSignals, metWords } from "../../../src/campaign/plan/signals/choose.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { exchangeRate } from "../../../src/lib/exchange.ts";
import { currencyDigits, type Money } from "../../../src/lib/money.ts";
import { anyMarket, brief, context, exchange, offer, sellers } from "../rank/arbitraries.ts";

const audience = "people who hike and run outdoors";

function signal(values: Partial<Signal> = {}): Signal {
  const segmentId = values.segmentId ?? "outdoor";
  return {
    id: `data.example/${segmentId}`,
    agentId: "data.example",
    segmentId,
    name: "Outdoor and hiking",
    description: "",
    type: "marketplace",
    coverage: 0.12,
    cpm: 60,
    sellerIds: sellers.map(({ id }) => id),
    ...values,
  };
}

const anySignal = fc
  .record({
    segmentId: fc.stringMatching(/^[a-z]{3,8}$/),
    name: fc.constantFrom("Outdoor and hiking", "Runners", "Coffee lovers", "Hikers who run outdoors"),
    type: fc.constantFrom("marketplace", "custom", "owned"),
    coverage: fc.double({ min: 0, max: 1, noNaN: true }),
    cpm: fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { nil: undefined }),
    sellerIds: fc.subarray(sellers.map(({ id }) => id)),
  })
  .map(({ cpm, ...values }) => (cpm === undefined ? unpriced(values) : signal({ ...values, cpm })));

function unpriced(values: Partial<Signal> = {}): Signal {
  const { cpm: _, ...rest } = signal(values);
  return rest;
}

/** Exact worth in minor units of `currency`, not rounded. */
function worth(amount: Money, currency: string): number {
  const rate = exchangeRate(exchange, amount.currency, currency) ?? Number.NaN;
  return amount.minor * rate * 10 ** (currencyDigits(currency) - currencyDigits(amount.currency));
}

/** Which split it is makes no difference to signals: the one without a search is quicker. */
const allocator = exactAllocator(() => Promise.reject(new Error("not asked")));

const choose = async (
  offers: Parameters<typeof rank>[0],
  signals: readonly Signal[],
  one = brief({ audience }),
) => {
  const ranking = rank(offers, context({ brief: one }));
  const plan = await allocate({ brief: one, offers, ranking, exchange, planId: "plan-1", allocator });
  return { plan, targeted: chooseSignals({ plan, brief: one, offers, signals, exchange }) };
};

describe("an audience signal", () => {
  it("never takes media and data over a line's amount, at whatever price the media clears", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarket,
        fc.array(anySignal, { maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (market, signals, where) => {
          const one = { ...market.brief, audience };
          const { plan, targeted } = await choose(market.offers, signals, one);
          const { currency } = one.budget;
          expect(targeted.total).toEqual(plan.total);
          targeted.lines.forEach((line, i) => {
            expect(line.amount).toEqual(plan.lines[i]?.amount);
            if (line.signal === undefined) {
              expect(line).toEqual(plan.lines[i]);
              return;
            }
            const used = signals.find(({ id }) => id === line.signal?.id);
            const media = market.offers.find(({ id }) => id === line.offerId)?.cpm ?? {
              low: 0,
              mid: 0,
              high: 0,
            };
            const spent = worth(line.budget, currency);
            expect(Number.isSafeInteger(line.signal.cost.minor)).toBe(true);
            expect(spent + line.signal.cost.minor).toBeLessThanOrEqual(line.amount.minor * (1 + 1e-12));
            const price = media.low + (media.high - media.low) * where;
            const data = price > 0 ? (spent / price) * (used?.cpm ?? 0) : 0;
            expect(data).toBeLessThanOrEqual(line.signal.cost.minor * (1 + 1e-9) + 1e-6);
            if (line.signal.cost.minor > 0)
              expect(used?.cpm).toBeLessThanOrEqual(media.mid * 0.15 * (1 + 1e-9));
            expect(line.signal.budgetWithout).toEqual(plan.lines[i]?.budget);
          });
        },
      ),
    );
  });

  it("is the same choice in whatever order signals come in", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarket,
        fc.uniqueArray(anySignal, { selector: ({ id }) => id, maxLength: 6 }),
        async (market, signals) => {
          const one = { ...market.brief, audience };
          const { targeted: forwards } = await choose(market.offers, signals, one);
          const { targeted: backwards } = await choose(market.offers, [...signals].reverse(), one);
          expect(backwards.lines).toEqual(forwards.lines);
        },
      ),
    );
  });

  it("is the one that speaks to most of the audience, then covers more, then is cheaper", async () => {
    const one = (id: string, values: Partial<Signal>) => signal({ ...values, segmentId: id });
    const pick = async (...signals: Signal[]) =>
      (await choose([offer()], signals)).targeted.signals?.[0]?.signalId;
    const runners = one("runners", { name: "Runners", coverage: 0.9 });
    expect(await pick(runners, one("outdoor", {}))).toBe("data.example/outdoor");
    expect(await pick(one("small", { coverage: 0.01 }), one("large", { coverage: 0.2 }))).toBe(
      "data.example/large",
    );
    expect(await pick(one("dear", { cpm: 70 }), one("cheap", { cpm: 50 }))).toBe("data.example/cheap");
  });

  it("is left out with a reason where it is too dear, has no price, is own data or speaks to nobody asked for", async () => {
    const reason = async (values: Partial<Signal>) => {
      const [choice] = (await choose([offer()], [signal(values)])).targeted.signals ?? [];
      expect(choice?.signalId).toBeUndefined();
      return choice?.reason;
    };
    expect(await reason({ cpm: 5000 })).toContain("15 % of the media price");
    expect(await reason({ type: "owned" })).toContain("own data");
    expect(await reason({ name: "Coffee lovers" })).toContain("No signal");
    expect(await reason({ sellerIds: [] })).toContain("No signal");
    const { targeted } = await choose([offer()], [unpriced()]);
    expect(targeted.signals?.[0]?.reason).toContain("not known");
  });

  it("does not take a package over the brief's highest price", async () => {
    const media = offer().cpm?.high ?? 0;
    const limited = brief({
      audience,
      limits: { excludedSellers: [], maxCpm: { minor: Math.ceil(media) + 10, currency: "EUR" } },
    });
    const choice = async (cpm: number) =>
      (await choose([offer()], [signal({ cpm })], limited)).targeted.signals?.[0];
    expect((await choice(5))?.signalId).toBeDefined();
    expect((await choice(20))?.reason).toContain("over the limit");
  });
});

it("meets the forms of one word", () => {
  expect(metWords("people who hike and run outdoors", "Hikers, running, Outdoor")).toEqual([
    "hike",
    "run",
    "outdoors",
  ]);
  expect(metWords("customers", "Custom: regions with sun")).toEqual([]);
});
