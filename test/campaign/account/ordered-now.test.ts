import { describe, expect, it } from "vitest";
import {
  asTaken,
  orderedNow,
  paired,
  type Terms,
  termsOfOrder,
} from "../../../src/campaign/account/ordered-now.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { formatMoney, money } from "../../../src/lib/money.ts";
import type { MediaBuy } from "../../../src/protocol/records/media-buy.ts";
import { boughtEvents, buyOf, campaign, done, type Line, update } from "../bought-campaign.ts";

/** EUR 1,000.00, ordered on the 17th. */
const line: Line = { budgetMinor: 100_000 };
const { mediaBuyId, packageId } = buyOf(line);
const stepId = "buy/harbour.example/spots";
const inBooks: MediaBuy = {
  media_buy_id: mediaBuyId,
  status: "active",
  packages: [{ package_id: packageId, product_id: "spots", budget: 1_000 }],
};
const pause = { status: "paused" };
const budget = (amount: number) => ({ packages: [{ package_id: packageId, budget: amount }] });

type Dated = { readonly at: string; readonly events: readonly CampaignEvent[] };
const made = (day: number, updates: Readonly<Record<string, unknown>>, readBack?: boolean): Dated => ({
  at: `2027-01-${day}T08:00:00.000Z`,
  events: update(line, updates, { id: `change/${day}`, ...(readBack !== undefined && { readBack }) }),
});
const takenOn = (day: number, buy: MediaBuy): Dated => ({
  at: `2027-01-${day}T09:00:00.000Z`,
  events: [{ type: "change-checked", stepId, made: true, findings: [], asBooked: buy }],
});

/** What is ordered by each fair reading: status, total, last instant, and each package's budget. */
function readings(
  events: readonly (CampaignEvent | Dated)[],
  at = "2027-01-30T00:00:00Z",
  buy = inBooks,
): string[] {
  const state = campaign([...boughtEvents([line, { product: "banners" }]), ...events]);
  const order = state.steps.find(({ step }) => step.id === stepId);
  if (order === undefined) throw new Error("it was ordered");
  return orderedNow(order, buy, state, Date.parse(at)).map(shown);
}
const shown = ({ status, total, end, packages }: Terms) =>
  [
    status ?? "as ordered",
    total ? formatMoney(total) : "any total",
    ...(end === undefined ? [] : [end]),
    ...packages.map(
      (one) => `${one.budget}${one.paused === undefined ? "" : one.paused ? " paused" : " runs"}`,
    ),
  ].join(", ");

describe("what is ordered of a buy now", () => {
  it("is its order, as long as nobody has changed it", () => {
    expect(readings([])).toEqual(["as ordered, EUR 1,000.00, 1000"]);
  });

  it("is every change that was read back as made", () => {
    expect(readings([made(20, budget(400), true), made(22, budget(1_500.5), true)])).toEqual([
      "as ordered, EUR 1,500.50, 1500.5",
    ]);
    expect(readings([made(20, { end_time: "2027-02-11T00:00:00Z" }, true)])).toEqual([
      "as ordered, EUR 1,000.00, 2027-02-11T00:00:00Z, 1000",
    ]);
    expect(readings([made(20, { packages: [{ package_id: packageId, paused: true }] }, true)])).toEqual([
      "as ordered, EUR 1,000.00, 1000 paused",
    ]);
    expect(
      readings([made(20, { packages: [{ package_id: "another's", budget: 7, paused: true }] }, true)]),
    ).toEqual(["as ordered, EUR 1,000.00, 1000"]);
  });

  it("keeps its last day, as it was ordered, where it is cancelled", () => {
    expect(readings([made(20, { status: "canceled" }, true)])).toEqual(["canceled, EUR 1,000.00, 1000"]);
  });

  it("is either of two where a change was agreed to and not read back, one after the other", () => {
    expect(readings([made(20, budget(400), false)])).toEqual([
      "as ordered, EUR 1,000.00, 1000",
      "as ordered, EUR 400.00, 400",
    ]);
    expect(readings([made(20, budget(400), false), made(22, budget(700), false)])).toEqual([
      "as ordered, EUR 1,000.00, 1000",
      "as ordered, EUR 400.00, 400",
      "as ordered, EUR 700.00, 700",
    ]);
  });

  it("counts a bare pause for sure a day and a half after its seller agreed to it", () => {
    const both = ["as ordered, EUR 1,000.00, 1000", "paused, EUR 1,000.00, 1000"];
    expect(readings([made(20, pause)], "2027-01-21T19:59:59Z")).toEqual(both);
    expect(readings([made(20, pause)], "2027-01-21T20:00:00Z")).toEqual([both[1]]);
  });

  it("counts a change that is on its way as one that may be, and one that was never sent not at all", () => {
    const [proposed, begun] = update(line, budget(400), { readBack: false });
    if (proposed === undefined || begun === undefined) throw new Error("it is proposed and sent");
    expect(readings([proposed])).toHaveLength(1);
    expect(readings([proposed, begun])).toEqual([
      "as ordered, EUR 1,000.00, 1000",
      "as ordered, EUR 400.00, 400",
    ]);
    const others = update({ product: "banners" }, pause, { readBack: true });
    expect(readings(others)).toEqual(["as ordered, EUR 1,000.00, 1000"]);
  });
});

describe("a buy that people have taken as it stands", () => {
  const taken = {
    ...inBooks,
    total_budget: 1_200,
    start_time: "2027-01-19T00:00:00Z",
    end_time: "2027-02-20T00:00:00Z",
    packages: [{ package_id: "theirs", product_id: "spots", budget: 1_100, bid_price: 12 }],
  };

  it("is ordered as it stood then", () => {
    expect(readings([takenOn(22, taken)])).toEqual(["as ordered, EUR 1,200.00, 2027-02-20T00:00:00Z, 1100"]);
    const { total_budget: _, ...bare } = taken;
    expect(readings([takenOn(22, bare)])).toEqual(["as ordered, EUR 1,100.00, 2027-02-20T00:00:00Z, 1100"]);
    expect(readings([takenOn(22, { ...bare, total_budget: "1200" })])).toEqual([
      "as ordered, EUR 1,100.00, 2027-02-20T00:00:00Z, 1100",
    ]);
    expect(readings([takenOn(22, { ...bare, packages: [{ package_id: "theirs" }] })])).toEqual([
      "as ordered, any total, 2027-02-20T00:00:00Z, undefined",
    ]);
    expect(readings([takenOn(22, { ...bare, end_time: 7, currency: "usd" })])).toEqual([
      "as ordered, USD 1,100.00, 1100",
    ]);
  });

  it("is ordered as it was taken last", () => {
    expect(readings([takenOn(22, taken), takenOn(24, { ...taken, total_budget: 90 })])[0]).toContain(
      "EUR 90.00",
    );
  });

  it("has the changes in it that were agreed to before, and how they switched it, and those after", () => {
    const end = "2027-02-20T00:00:00Z";
    expect(readings([made(20, budget(400), false), made(21, pause), takenOn(22, taken)])).toEqual([
      `paused, EUR 1,200.00, ${end}, 1100`,
    ]);
    expect(readings([made(20, pause), made(21, budget(400), true), takenOn(22, taken)])).toEqual([
      `paused, EUR 1,200.00, ${end}, 1100`,
    ]);
    const after = { packages: [{ package_id: "theirs", budget: 100 }] };
    expect(readings([takenOn(22, taken), made(24, after, true)])).toEqual([
      `as ordered, EUR 200.00, ${end}, 100`,
    ]);
    expect(
      readings([takenOn(22, { ...taken, packages: [{ package_id: "theirs" }] }), made(24, after, true)]),
    ).toEqual([`as ordered, any total, ${end}, 100`]);
  });

  it("is none that another buy was taken as", () => {
    const { events } = takenOn(22, taken);
    const ofAnother = events.map(
      (one) => ({ ...one, stepId: "buy/harbour.example/banners" }) as CampaignEvent,
    );
    expect(readings(ofAnother, "2027-01-17T09:00:00Z")).toEqual(["as ordered, EUR 1,000.00, 1000"]);
  });

  it("may still become what it was to be changed to, where its seller has not answered that", () => {
    const [proposed, begun] = update(line, budget(400), { readBack: false });
    if (proposed === undefined || begun === undefined) throw new Error("it is proposed and sent");
    expect(readings([proposed, begun, takenOn(22, taken)])).toEqual([
      "as ordered, EUR 1,200.00, 2027-02-20T00:00:00Z, 1100",
      "as ordered, EUR 500.00, 2027-02-20T00:00:00Z, 400",
    ]);
  });

  it("has no total that anybody knows where one of its packages had no amount", () => {
    const packages = [{ package_id: "theirs", budget: 5 }, { package_id: "q" }];
    const more = { packages: [{ package_id: "theirs", budget: 100 }] };
    const { total_budget: _, ...bare } = taken;
    expect(readings([takenOn(22, { ...bare, packages }), made(24, more, true)])).toEqual([
      "as ordered, any total, 2027-02-20T00:00:00Z, 100, undefined",
    ]);
  });

  it("keeps of its seller's words what is ordered, and nothing else", () => {
    expect(
      asTaken({
        ...taken,
        buyer_ref: "ours",
        currency: "EUR",
        note: "thank you",
        total_budget: null,
        packages: [
          { package_id: "p", product_id: "spots", budget: 0, bid_price: 12, mood: "good", end_time: null },
        ],
      }),
    ).toEqual({
      media_buy_id: mediaBuyId,
      buyer_ref: "ours",
      status: "active",
      start_time: "2027-01-19T00:00:00Z",
      end_time: "2027-02-20T00:00:00Z",
      currency: "EUR",
      packages: [{ package_id: "p", product_id: "spots", budget: 0, bid_price: 12 }],
    });
  });

  it("has no package with a last day of its own once the whole buy was given another", () => {
    const own = [{ package_id: "theirs", budget: 5, end_time: "2027-02-10T00:00:00Z" }];
    const terms = (...events: readonly Dated[]) => {
      const state = campaign([...boughtEvents([line]), takenOn(22, { ...taken, packages: own }), ...events]);
      const [order] = state.steps;
      return order && orderedNow(order, inBooks, state, Date.parse("2027-01-30"))[0];
    };
    expect(terms()?.packages[0]?.end).toBe("2027-02-10T00:00:00Z");
    const longer = terms(made(24, { end_time: "2027-03-01T00:00:00Z" }, true));
    expect([longer?.end, longer?.packages[0]?.end]).toEqual(["2027-03-01T00:00:00Z", undefined]);
    expect(terms(made(24, { status: "canceled" }, true))?.packages[0]?.end).toBe("2027-02-10T00:00:00Z");
  });

  it("gives each package its bid and its own days as they stood", () => {
    const state = campaign([
      ...boughtEvents([line]),
      takenOn(22, {
        ...taken,
        packages: [
          ...taken.packages,
          { package_id: "q", bid_price: "12", start_time: "2027-01-25T00:00:00Z" },
        ],
      }),
    ]);
    const [order] = state.steps;
    if (order === undefined) throw new Error("it was ordered");
    const [terms] = orderedNow(order, inBooks, state, Date.parse("2027-01-30"));
    expect(terms?.start).toBe("2027-01-19T00:00:00Z");
    expect(terms?.packages).toMatchObject([{ bid_price: 12 }, { start: "2027-01-25T00:00:00Z" }]);
    expect(terms?.packages[1]).not.toHaveProperty("bid_price");
    expect(terms?.packages[0]?.ids).toContain("theirs");
  });
});

describe("an order", () => {
  const [, , , , , proposed] = boughtEvents([line]);
  if (proposed?.type !== "step-proposed") throw new Error("the order is proposed after the plan");
  const { step } = proposed;

  it("is read with its key or without it, and no other step is one", () => {
    expect(termsOfOrder(step)).toMatchObject({ currency: "EUR", total: money(100_000, "EUR") });
    const request = { ...step.arguments, idempotency_key: "00000000-0000-4000-8000-000000000001" };
    expect(termsOfOrder({ ...step, arguments: request })).toBeDefined();
    expect(termsOfOrder({ ...step, task: "update_media_buy" })).toBeUndefined();
    expect(termsOfOrder({ ...step, arguments: {} })).toBeUndefined();
    const state = campaign(done({ ...step, arguments: {} }, { media_buy_id: mediaBuyId }));
    expect(state.steps.flatMap((one) => orderedNow(one, inBooks, state, 0))).toEqual([]);
  });
});

describe("packages beside what is booked", () => {
  const ids = (ordered: Parameters<typeof paired>[0], booked: NonNullable<MediaBuy["packages"]>) => {
    const { pairs, missing, extra } = paired(ordered, booked);
    return [
      ...pairs.map(([one, has]) => `${one.buyer_ref}=${has.package_id}`).sort(),
      missing.length,
      extra.length,
    ];
  };
  const one = { buyer_ref: "one", product_id: "spots", pricing_option_id: "cpm", budget: 10 };
  const two = { buyer_ref: "two", product_id: "spots", pricing_option_id: "cpm", budget: 20 };
  const row = (package_id: string, values: Readonly<Record<string, unknown>> = {}) => ({
    package_id,
    ...values,
  });

  it.each<[string, Parameters<typeof paired>[0], NonNullable<MediaBuy["packages"]>, readonly string[]]>([
    [
      "our reference, whatever else they show",
      [one, two],
      [row("b", { ...one, buyer_ref: "two" }), row("a", { ...two, buyer_ref: "one" })],
      ["one=a", "two=b"],
    ],
    [
      "their id, before what they are of",
      [{ ...one, ids: ["b"] }, two],
      [row("a", { product_id: "spots", budget: 10 }), row("b", { product_id: "spots", budget: 20 })],
      ["one=b", "two=a"],
    ],
    [
      "product, option and budget",
      [one, { ...two, pricing_option_id: "cpc", budget: 10 }],
      [
        row("b", { product_id: "spots", pricing_option_id: "cpc", budget: 10 }),
        row("a", { product_id: "spots", pricing_option_id: "cpm", budget: 10 }),
      ],
      ["one=a", "two=b"],
    ],
    [
      "product and budget, before product and option",
      [one, two],
      [
        row("b", { product_id: "spots", pricing_option_id: "cpm", budget: 20 }),
        row("a", { product_id: "spots", pricing_option_id: "x", budget: 10 }),
      ],
      ["one=a", "two=b"],
    ],
    [
      "product and budget, whichever option they show",
      [one, { ...two, pricing_option_id: "cpc" }],
      [
        row("b", { product_id: "spots", pricing_option_id: "cpm", budget: 20 }),
        row("a", { product_id: "spots", pricing_option_id: "cpc", budget: 10 }),
      ],
      ["one=a", "two=b"],
    ],
    [
      "product and option, before the product alone",
      [one, { ...two, pricing_option_id: "cpc" }],
      [
        row("b", { product_id: "spots", pricing_option_id: "cpc" }),
        row("a", { product_id: "spots", pricing_option_id: "cpm" }),
      ],
      ["one=a", "two=b"],
    ],
    [
      "the product",
      [one, { ...two, product_id: "banners" }],
      [row("b", { product_id: "banners" }), row("a", { product_id: "spots" })],
      ["one=a", "two=b"],
    ],
    ["their order, where they show nothing", [one, two], [row("a"), row("b")], ["one=a", "two=b"]],
  ])("are known by %s", (_, ordered, booked, pairs) => {
    expect(ids(ordered, booked)).toEqual([...pairs, 0, 0]);
  });

  it("are missing, or more than were ordered", () => {
    expect(ids([one, two], [row("a", one)])).toEqual(["one=a", 1, 0]);
    expect(ids([one], [row("b", two), row("a", one)])).toEqual(["one=a", 0, 1]);
  });
});
