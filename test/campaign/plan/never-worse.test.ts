import fc from "fast-check";
import { expect, test } from "vitest";
import type { Brief, Limits, Shares } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { context, euros, exchange, seller } from "../rank/arbitraries.ts";
import { anyMarket, anySold, budget, now, offersOf } from "./limited-markets.ts";

const sellers = ["apex", "birch", "cedar", "delta"].map((name) => seller(`${name}.example`));

function marketOf(one: Brief, offers: readonly Offer[]) {
  return { brief: one, offers, ranking: rank(offers, context({ brief: one, sellers })), exchange, now };
}

function planFor(one: Brief, offers: readonly Offer[]): Promise<Plan> {
  return makePlan({ planId: "plan", signals: [], ...marketOf(one, offers) });
}

const brings = ({ goal }: Plan) => goal?.expected.mid ?? 0;

/** Ties are broken for less than half a percent, small packages go for as much, and what is counted is whole. */
const about = (value: number) => value * 0.99 - 20;

const rounds = { numRuns: times(30, 500), endOnFailure: true };
const timeout = 3_600_000;

/** Without leasts in shares, which ask for more where there is more to buy, and what a package is in money, as less of it buys all that there is. */
function withoutLeasts({ limits, ...one }: Brief): Brief {
  const {
    floorPerChannel: _floor,
    minGuaranteedShare: _share,
    channelShares: _shares,
    roundTo: _step,
    ...rest
  } = limits;
  return { ...one, limits: rest };
}

/** With leasts of the same money under another budget. */
function withBudget(one: Brief, by: number): Brief {
  const { floorPerChannel: floor, minGuaranteedShare: share, channelShares: shares, ...rest } = one.limits;
  const less = (all: Shares) =>
    Object.fromEntries(
      Object.entries(all).map(([name, { min = 0, ...most }]) => [name, { ...most, min: min / by }]),
    );
  return {
    ...one,
    budget: euros(budget * by),
    limits: {
      ...rest,
      ...(floor !== undefined && { floorPerChannel: floor / by }),
      ...(share !== undefined && { minGuaranteedShare: share / by }),
      ...(shares && { channelShares: less(shares) }),
    },
  };
}

test("every limit holds, and any order of the offers makes the same plan", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(anyMarket, async ({ one, sold, held }) => {
      const offers = offersOf(sold, held);
      const plan = await planFor(one, offers);
      expect(limitBrokenBy(plan, marketOf(one, offers))).toBeUndefined();
      expect(JSON.stringify(await planFor(one, offers.toReversed()))).toBe(JSON.stringify(plan));
    }),
    rounds,
  );
});

test("one limit less brings no less", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(anyMarket, fc.nat(20), async ({ one, sold, held }, pick) => {
      const offers = offersOf(sold, held);
      const own = Object.keys(one.limits).filter((name) => name !== "excludedSellers");
      const name = own[pick % own.length] ?? "";
      const { [name as keyof Limits]: _, ...rest } = one.limits;
      const free = { excludedSellers: [], ...rest, ...(name === "maxSharePerSeller" && { [name]: 1 }) };
      const [before, after] = [await planFor(one, offers), await planFor({ ...one, limits: free }, offers)];
      expect(brings(after), `without ${name}`).toBeGreaterThanOrEqual(about(brings(before)));
    }),
    rounds,
  );
});

test("more money brings no less, and leaves no more than it adds", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.double({ min: 1.001, max: 4, noNaN: true }),
      async ({ one, sold, held }, by) => {
        const offers = offersOf(sold, held);
        const [before, after] = [await planFor(one, offers), await planFor(withBudget(one, by), offers)];
        expect(brings(after)).toBeGreaterThanOrEqual(about(brings(before)));
        const steps = (one.limits.roundTo?.minor ?? 1) * (before.lines.length + after.lines.length);
        const added = budget * 100 * (by - 1);
        expect(after.unallocated.minor).toBeLessThanOrEqual(
          before.unallocated.minor + added + steps + budget * by,
        );
      },
    ),
    rounds,
  );
});

test("one offer more, however bad, brings no less", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(anyMarket, anySold, async ({ one, sold, held }, more) => {
      const { floorPerChannel: _, ...limits } = one.limits;
      const under = { ...one, limits };
      const before = await planFor(under, offersOf(sold, held));
      const after = await planFor(under, offersOf([...sold, more], held));
      expect(brings(after)).toBeGreaterThanOrEqual(about(brings(before)));
    }),
    rounds,
  );
});

test("a lower price, a larger inventory, a lower minimum bring no less", { timeout }, async () => {
  const kinds = ["price", "inventory", "minimum"] as const;
  await fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.constantFrom(...kinds),
      fc.nat(6),
      async ({ one, sold, held }, kind, pick) => {
        const under = withoutLeasts(one);
        const better = sold.map((each, i) => {
          const { cpm, worth, least } = each;
          if (i !== pick % sold.length) return each;
          if (kind === "minimum") return { ...each, least: undefined };
          if (kind === "inventory") return { ...each, worth: worth * 2 };
          return { ...each, cpm: cpm * 0.8, worth: worth * 0.8, least: least && least * 0.8 };
        });
        const before = await planFor(under, offersOf(sold, held));
        const after = await planFor(under, offersOf(better, held));
        expect(brings(after), kind).toBeGreaterThanOrEqual(about(brings(before)));
      },
    ),
    rounds,
  );
});
