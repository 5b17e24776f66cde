import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindings, bookedIn, grownTo, keptOf, sumOf } from "../../../src/campaign/account/still-bound.ts";
import type { CampaignState, StepState } from "../../../src/campaign/model/state/state.ts";
import type { Kept } from "../../../src/campaign/model/step/buy-change.ts";
import { money } from "../../../src/lib/money.ts";
import type { MediaBuy } from "../../../src/protocol/records/media-buy.ts";
import { boughtEvents, buyOf, campaign, type Line } from "../bought-campaign.ts";

const rates = { date: "2027-01-04", source: "test", base: "EUR", rates: { USD: 1.25, JPY: 160 } };
type Package = NonNullable<MediaBuy["packages"]>[number];
const buy = (
  fields: Readonly<Record<string, unknown>>,
  packages?: readonly Partial<Package>[],
): MediaBuy => ({
  media_buy_id: "mb-1",
  status: "active",
  ...fields,
  ...(packages && { packages: packages.map((one, i) => ({ package_id: `pk-${i}`, ...one })) }),
});

describe("what a seller has booked", () => {
  it.each<[string, readonly MediaBuy[], ReturnType<typeof bookedIn>]>([
    ["nothing where it states no amount", [buy({}), buy({ total_budget: null }, [{}])], undefined],
    ["nothing where it shows no buy", [], undefined],
    ["its total", [buy({ total_budget: 100 })], money(10_000, "EUR")],
    ["its packages together", [buy({}, [{ budget: 60 }, {}, { budget: 30 }])], money(9_000, "EUR")],
    ["its total where that is more", [buy({ total_budget: 100 }, [{ budget: 60 }])], money(10_000, "EUR")],
    ["its packages where they are more", [buy({ total_budget: 50 }, [{ budget: 60 }])], money(6_000, "EUR")],
    ["all its buys", [buy({ total_budget: 50 }), buy({}), buy({}, [{ budget: 7 }])], money(5_700, "EUR")],
    ["nothing, stated as nothing", [buy({ total_budget: 0 })], money(0, "EUR")],
    [
      "what others cost, whatever is below nothing",
      [buy({ total_budget: -9 }), buy({ total_budget: 5 })],
      money(500, "EUR"),
    ],
    ["the other packages", [buy({}, [{ budget: -9 }, { budget: 5 }])], money(500, "EUR")],
    [
      "its worth in our currency, rounded up",
      [buy({ total_budget: 0.01, currency: "usd" })],
      money(1, "EUR"),
    ],
    [
      "a total in dollars and a package in yen",
      [
        buy({ total_budget: 125, currency: "USD" }, [
          { budget: 32_000, currency: "JPY" } as Partial<Package>,
        ]),
      ],
      money(20_000, "EUR"),
    ],
    [
      "packages in the currency of their buy",
      [buy({ currency: "USD" }, [{ budget: 125 }])],
      money(10_000, "EUR"),
    ],
    ["no amount that has no rate", [buy({ total_budget: 5, currency: "SEK" })], "uncountable"],
    ["no amount in what is no currency", [buy({ total_budget: 5, currency: "CHIPS" })], "uncountable"],
    ["no amount that is no number", [buy({ total_budget: "much" })], "uncountable"],
    [
      "no amount that is too large, beside one that is not",
      [buy({ total_budget: 5 }), buy({ total_budget: 1e300 })],
      "uncountable",
    ],
  ])("is %s", (_, buys, booked) => {
    expect(bookedIn(buys, "EUR", rates)).toEqual(booked);
  });
});

const order: Kept = { stepId: "order", amount: money(100, "USD"), planAmount: money(80, "EUR") };
const increase: Kept = { stepId: "increase", amount: money(50, "USD"), planAmount: money(40, "EUR") };

describe("what binds more", () => {
  it.each<[string, readonly Kept[], Parameters<typeof grownTo>[1], ReturnType<typeof grownTo>]>([
    ["nothing where nothing is bound", [], money(5, "USD"), {}],
    ["nothing where its seller states no amount", [order], undefined, {}],
    ["nothing up to what is bound", [order, increase], money(150, "USD"), {}],
    ["nothing where less is booked", [order, increase], money(1, "USD"), {}],
    [
      "the order, by what is booked beyond all of it, rounded up",
      [order, increase],
      money(151, "USD"),
      { grown: [{ stepId: "order", amount: money(101, "USD"), planAmount: money(81, "EUR") }] },
    ],
    ["all of the caps where it cannot be counted", [order], "uncountable", { filled: "order" }],
  ])("is %s", (_, bound, booked, grown) => {
    expect(grownTo(bound, booked)).toEqual(grown);
  });

  it("goes by the rate that was ordered by where nothing is bound of it any more, and fills its caps where none was", () => {
    const none = { ...order, amount: money(0, "USD"), planAmount: money(0, "EUR") };
    expect(grownTo([none], money(10, "USD"), order)).toEqual({
      grown: [{ stepId: "order", amount: money(10, "USD"), planAmount: money(8, "EUR") }],
    });
    expect(grownTo([none], money(10, "USD"))).toEqual({ filled: "order" });
    const dear = { ...order, planAmount: money(Number.MAX_SAFE_INTEGER, "EUR") };
    expect(grownTo([dear], money(10_000, "USD"))).toEqual({ filled: "order" });
  });

  it("is what a later fall gives back again, whatever is booked", () => {
    const amount = fc.integer({ min: 1, max: 10 ** 5 });
    fc.assert(
      fc.property(amount, amount, amount, (ordered, plan, booked) => {
        const bound = [{ stepId: "order", amount: money(ordered, "USD"), planAmount: money(plan, "EUR") }];
        const now = grownTo(bound, money(booked, "USD")).grown ?? bound;
        expect(sumOf(now, "USD").minor).toBe(Math.max(ordered, booked));
        const [back = now[0]] = keptOf(now, money(ordered, "USD"));
        expect(back?.amount.minor).toBe(ordered);
        expect(back?.planAmount.minor).toBeGreaterThanOrEqual(plan);
      }),
    );
  });
});

describe("what a buy binds", () => {
  const line: Line = { budgetMinor: 100_00 };
  const own = { sellerId: "harbour.example", mediaBuyId: buyOf(line).mediaBuyId };
  const bought = campaign(boughtEvents([line, { product: "banners", budgetMinor: 30_00 }]));
  const [first] = bought.steps;
  if (first === undefined) throw new Error("it was bought");

  /** An increase of the buy that was agreed to. */
  const more = (
    id: string,
    minor: number,
    values: Partial<StepState> = {},
    agentId = own.sellerId,
  ): StepState => ({
    ...first,
    step: {
      ...first.step,
      id,
      agentId,
      task: "update_media_buy",
      amount: money(minor, "EUR"),
      planAmount: money(minor, "EUR"),
      arguments: { media_buy_id: own.mediaBuyId },
      change: {
        requested: { verb: "increase", to: money(minor, "EUR") },
        subject: { mediaBuyId: own.mediaBuyId, bought: first.step },
        askedBy: ["kim"],
        askedAt: "2027-01-20T08:00:00Z",
        differences: [],
      },
    },
    ...values,
  });
  const boundOf = (steps: readonly StepState[], isBinding?: (one: StepState) => boolean) =>
    bindings({ steps } satisfies Pick<CampaignState, "steps">, own, isBinding).map(
      ({ stepId, amount }) => `${stepId} ${amount.minor}`,
    );

  it("is its order and each increase that its seller has agreed to, with what they were made smaller to", () => {
    const kept = { amount: money(400, "EUR"), planAmount: money(400, "EUR") };
    const steps = [
      ...bought.steps,
      more("one", 500, { kept }),
      more("sent", 600, { status: "begun" }),
      more("free", 0),
      more("another's", 700, {}, "other.example"),
    ];
    expect(boundOf(steps)).toEqual([`${first.step.id} 10000`, "one 400"]);
    expect(boundOf(steps, () => true)).toEqual([`${first.step.id} 10000`, "one 400", "sent 600"]);
    expect(sumOf(bindings({ steps }, own), "EUR")).toEqual(money(10_400, "EUR"));
  });
});
