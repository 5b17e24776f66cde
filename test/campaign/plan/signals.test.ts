import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Signal } from "../../../src/campaign/model/offers/signal.ts";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { chooseSignals } from "../../../src/campaign/plan/signals/choose.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { exchangeRate } from "../../../src/lib/exchange.ts";
import { currencyDigits, type Money } from "../../../src/lib/money.ts";
import { anyMarket, brief, context, exchange, offer, sellers } from "../rank/arbitraries.ts";

const audience = "people who hike and run outdoors";
const named = { audience, signals: ["outdoor", "runners"] };

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
    segmentId: fc.constantFrom("outdoor", "runners", "coffee", "cycling"),
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

const choose = async (offers: Parameters<typeof rank>[0], signals: readonly Signal[], one = brief(named)) => {
  const ranking = rank(offers, context({ brief: one }));
  const plan = await allocate({ brief: one, offers, ranking, exchange, planId: "plan-1", allocator });
  return { plan, targeted: chooseSignals({ plan, brief: one, offers, signals, exchange }) };
};

describe("an audience signal", () => {
  it("never takes media and data over a line's amount, at whatever price the media clears", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarket,
        fc.uniqueArray(anySignal, { selector: ({ id }) => id, maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (market, signals, where) => {
          const one = { ...market.brief, ...named };
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
          const one = { ...market.brief, ...named };
          const { targeted: forwards } = await choose(market.offers, signals, one);
          const { targeted: backwards } = await choose(market.offers, [...signals].reverse(), one);
          expect(backwards.lines).toEqual(forwards.lines);
        },
      ),
    );
  });

  it("is the first of those that the brief names, whatever agents say of theirs", async () => {
    const one = (id: string, values: Partial<Signal> = {}) =>
      signal({ id: `data.example/${id}`, segmentId: id, ...values });
    const pick = async (signals: Signal[], wanted: readonly string[]) =>
      (await choose([offer()], signals, brief({ audience, signals: wanted }))).targeted.signals?.[0];
    const runners = one("runners", { name: audience, coverage: 0.9, cpm: 0 });
    const both = [runners, one("outdoor")];
    expect((await pick(both, ["outdoor", "runners"]))?.signalId).toBe("data.example/outdoor");
    expect((await pick(both, ["data.example/runners"]))?.signalId).toBe("data.example/runners");
    expect((await pick([one("outdoor", { cpm: 5000 }), runners], named.signals))?.signalId).toBe(
      "data.example/runners",
    );
    expect((await pick(both, ["cycling"]))?.reason).toBe("cycling: no agent offers it for this seller");
    const elsewhere = signal({ id: "other.example/outdoor", agentId: "other.example" });
    expect((await pick([elsewhere, ...both], ["outdoor"]))?.reason).toBe(
      "outdoor: it may be data.example/outdoor or other.example/outdoor; name one of them",
    );
  });

  it("is proposed and not used where the brief names none", async () => {
    const [choice] =
      (await choose([offer()], [signal({ name: audience })], brief({ audience }))).targeted.signals ?? [];
    expect(choice).toEqual({
      sellerId: offer().sellerId,
      reason: "The brief names no signal; 1 signal can be used here: name one of them under signals.",
    });
  });

  it("is left out with a reason where it is too dear, has no price or wants a value", async () => {
    const reason = async (values: Partial<Signal>) => {
      const [choice] = (await choose([offer()], [signal(values)])).targeted.signals ?? [];
      expect(choice?.signalId).toBeUndefined();
      return choice?.reason;
    };
    expect(await reason({ cpm: 5000 })).toContain("15 % of the media price");
    expect(await reason({ valueType: "numeric" })).toContain("wants a value");
    expect(await reason({ sellerIds: [] })).toContain("no agent offers it");
    const { targeted } = await choose([offer()], [unpriced()]);
    expect(targeted.signals?.[0]?.reason).toContain("not known");
  });

  it("does not take a package over the brief's highest price", async () => {
    const media = offer().cpm?.high ?? 0;
    const limited = brief({
      ...named,
      limits: { excludedSellers: [], maxCpm: { minor: Math.ceil(media) + 10, currency: "EUR" } },
    });
    const choice = async (cpm: number) =>
      (await choose([offer()], [signal({ cpm })], limited)).targeted.signals?.[0];
    expect((await choice(5))?.signalId).toBeDefined();
    expect((await choice(20))?.reason).toContain("over the max. CPM");
  });
});
