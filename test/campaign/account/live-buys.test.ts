import { describe, expect, it } from "vitest";
import {
  type Budget,
  budgetsOf,
  delayOf,
  flightOf,
  impressionsPerMinor,
  liveBuys,
} from "../../../src/campaign/account/live-buys.ts";
import {
  asOrdered,
  idleBy,
  nearestTo,
  pausedDays,
  plannedBy,
  plannedOn,
  readingsOf,
  switchedDays,
} from "../../../src/campaign/account/planned-by.ts";
import type { BuyUpdate } from "../../../src/campaign/account/updates.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, buyOf, campaign, flight, type Line, update } from "../bought-campaign.ts";

const ordered: Budget = { from: "2027-01-11", minor: 1_000, end: "2027-01-20" };
type Made = Omit<Partial<BuyUpdate>, "packages"> & { readonly budget?: number; readonly paused?: boolean };
const on = (day: number, { budget, paused, ...values }: Made): BuyUpdate => ({
  at: `2027-01-${day}T12:00:00Z`,
  packages: new Map([
    [
      "p",
      {
        ...(budget !== undefined && { budget: money(budget, "EUR") }),
        ...(paused !== undefined && { paused }),
      },
    ],
  ]),
  ...values,
});
/** What each change leaves the package with. */
const leaves = (...updates: readonly BuyUpdate[]) =>
  budgetsOf(ordered, "p", updates)
    .slice(1)
    .map(({ from, minor, end, paused, cancelled }) =>
      [
        from.slice(8, 10),
        minor,
        end.slice(8),
        ...(paused ? ["paused"] : []),
        ...(cancelled ? ["cancelled"] : []),
      ].join(" "),
    );

describe("a package's budgets", () => {
  it("are one for each change of its money, its last day or whether it runs, and for no other", () => {
    expect(leaves()).toEqual([]);
    expect(leaves(on(12, { budget: 700 }))).toEqual(["12 700 20"]);
    expect(leaves(on(12, { end: "2027-01-25" }))).toEqual(["12 1000 25"]);
    expect(leaves(on(12, { paused: true }))).toEqual(["12 1000 20 paused"]);
    expect(leaves(on(12, {}), on(13, { status: "active" }), on(14, { paused: false }))).toEqual([]);
    expect(leaves(on(12, { paused: true }), on(13, { paused: true }))).toEqual(["12 1000 20 paused"]);
    expect(budgetsOf(ordered, "other", [on(12, { budget: 700, paused: true })])).toEqual([ordered]);
  });

  it("are paused while the buy or the package is", () => {
    expect(
      leaves(
        on(12, { status: "paused" }),
        on(13, { paused: true }),
        on(14, { status: "active" }),
        on(15, { paused: false }),
      ),
    ).toEqual(["12 1000 20 paused", "15 1000 20"]);
    expect(
      leaves(on(12, { status: "paused" }), on(13, { budget: 700 }), on(14, { status: "active" })),
    ).toEqual(["12 1000 20 paused", "13 700 20 paused", "14 700 20"]);
  });

  it("end with the day of a cancellation, never later than they would have, and stay cancelled", () => {
    expect(leaves(on(12, { status: "canceled", end: "2027-01-12" }), on(13, { budget: 700 }))).toEqual([
      "12 1000 12 cancelled",
      "13 700 12 cancelled",
    ]);
    expect(leaves(on(12, { status: "canceled", end: "2027-01-29" }))).toEqual(["12 1000 20 cancelled"]);
  });

  it("hold from the first day on where they were changed before it", () => {
    const early: BuyUpdate = { ...on(12, { budget: 700 }), at: "2027-01-05T12:00:00Z" };
    expect(budgetsOf(ordered, "p", [early]).map(({ from }) => from)).toEqual(["2027-01-11", "2027-01-11"]);
  });
});

describe("a live buy", () => {
  const line: Line = { budgetMinor: 100_000, impressions: 5_000 };
  const buyAfter = (events: Parameters<typeof campaign>[0]) => liveBuys(campaign(events))[0];

  it("runs from the day of its confirmation on, and was ordered for all of its flight", () => {
    const late = buyAfter([{ at: "2027-01-25T08:00:00.000Z", events: boughtEvents([line]) }]);
    expect(late).toMatchObject({ start: "2027-01-25", orderedFrom: flight.start, end: flight.end });
    expect(late && flightOf(late)).toEqual(flight);
    const early = buyAfter(boughtEvents([line]));
    expect(early).toMatchObject({ start: flight.start, suspended: false, sandbox: false });
    expect(early).not.toHaveProperty("orderedFrom");
    expect(early && flightOf(early)).toEqual(flight);
  });

  it("was ordered for days that were taken off it again", () => {
    const ending = (end: string, id: string) => update(line, { end_time: `${end}T00:00:00Z` }, { id });
    const buy = buyAfter([
      ...boughtEvents([line]),
      ...ending("2027-03-11", "a"),
      ...ending("2027-02-11", "b"),
    ]);
    expect(buy?.end).toBe("2027-02-10");
    expect(buy && flightOf(buy)).toEqual({ ...flight, end: "2027-03-10" });
    const cancelled = { at: "2027-01-29T08:00:00.000Z", events: update(line, { status: "canceled" }) };
    expect(buyAfter([...boughtEvents([line]), cancelled])).toMatchObject({
      end: "2027-01-29",
      suspended: true,
    });
  });

  it("ends no later for being cancelled after its end", () => {
    const late = { at: "2027-03-05T08:00:00.000Z", events: update(line, { status: "canceled" }) };
    expect(buyAfter([...boughtEvents([line]), late])?.end).toBe(flight.end);
  });

  it("has its changes in the order in which its seller agreed to them", () => {
    const to = (budget: number, id: string) =>
      update(line, { packages: [{ package_id: buyOf(line).packageId, budget }] }, { id });
    const [proposed, begun, answered] = to(700, "first");
    if (proposed === undefined || begun === undefined || answered === undefined)
      throw new Error("it was made");
    const buy = buyAfter([
      ...boughtEvents([line]),
      { at: "2027-01-19T08:00:00.000Z", events: [proposed, begun] },
      { at: "2027-01-20T08:00:00.000Z", events: to(300, "second") },
      { at: "2027-01-22T08:00:00.000Z", events: [answered] },
    ]);
    expect(buy?.packages[0]?.budgets.map(({ minor }) => minor)).toEqual([100_000, 30_000, 70_000]);
  });

  it("is suspended by the last switch of the whole, and each package by its own", () => {
    const { packageId } = buyOf(line);
    const switched = (updates: Readonly<Record<string, unknown>>, id: string) =>
      update(line, updates, { id });
    const paused = switched({ status: "paused" }, "a");
    const own = switched({ packages: [{ package_id: packageId, paused: true }] }, "b");
    const moved = switched({ packages: [{ package_id: packageId, budget: 5 }] }, "c");
    const runs = switched({ status: "active" }, "d");
    const bought = boughtEvents([line]);
    expect(buyAfter([...bought, ...paused, ...moved])).toMatchObject({
      suspended: true,
      packages: [{ suspended: false }],
    });
    expect(buyAfter([...bought, ...own, ...moved])).toMatchObject({
      suspended: false,
      packages: [{ suspended: true }],
    });
    expect(buyAfter([...bought, ...paused, ...runs, ...moved])?.suspended).toBe(false);
  });

  it("is one of a sandbox where its own seller has said so", () => {
    const state = campaign(boughtEvents([line, { sellerId: "pier.example" }]));
    const [own, other] = state.steps;
    if (own?.receipt === undefined || other === undefined) throw new Error("both were ordered");
    const receipt = { ...own.receipt, payload: { ...own.receipt.payload, sandbox: true } };
    const buys = liveBuys({ ...state, steps: [{ ...own, receipt }, other] });
    expect(buys.map(({ sandbox }) => sandbox)).toEqual([true, false]);
    expect(liveBuys({ ...state, brief: undefined })).toEqual([]);
  });

  it("may be reported as late as its slowest package", () => {
    const [one] = buyAfter(boughtEvents([line]))?.packages ?? [];
    if (one === undefined) throw new Error("it has a package");
    expect(delayOf({ packages: [] })).toBe(0);
    expect(
      delayOf({
        packages: [one, { ...one, reporting: { delayHours: 3 } }, { ...one, reporting: { delayHours: 2 } }],
      }),
    ).toBe(10_800_000);
  });

  it("expects impressions for its money as the plan does, and none where that has no money or no forecast", () => {
    const [planned] = campaign(boughtEvents([line])).plan?.lines ?? [];
    if (planned === undefined) throw new Error("it was planned");
    expect(impressionsPerMinor(planned)).toBe(0.05);
    expect(impressionsPerMinor({ ...planned, budget: money(0, "EUR") })).toBeUndefined();
    expect(impressionsPerMinor({ ...planned, expectedImpressions: undefined })).toBeUndefined();
    expect(impressionsPerMinor(undefined)).toBeUndefined();
  });
});

describe("what an order wants of its days", () => {
  /** Ten days at 100. */
  const of = (...budgets: readonly Budget[]) => ({ curve: "even" as const, budgets: [ordered, ...budgets] });
  const from = (at: string, values: Partial<Budget>): Budget => ({
    ...ordered,
    from: `2027-01-${at}`,
    ...values,
  });
  const by = (order: ReturnType<typeof of>, day: number, reading = asOrdered) =>
    Math.round(plannedBy(order, `2027-01-${day}`, reading));
  const paused = of(from("13T00:00:00Z", { paused: true }), from("15T00:00:00Z", {}));
  const made = { ...asOrdered, idle: "made up for" } as const;
  const left = { ...asOrdered, idle: "left" } as const;

  it("is what was ordered on each", () => {
    expect([by(of(), 10), by(of(), 11), by(of(), 20), by(of(), 25)]).toEqual([0, 100, 1_000, 1_000]);
    const more = of(from("16T00:00:00Z", { minor: 1_500 }));
    expect([by(more, 15), by(more, 16), by(more, 20)]).toEqual([500, 700, 1_500]);
    const cut = of(from("16T00:00:00Z", { minor: 300 }));
    expect([by(cut, 15), by(cut, 20)]).toEqual([500, 500]);
    const ended = of(from("16T00:00:00Z", { cancelled: true }), from("17T00:00:00Z", { minor: 9_000 }));
    expect([by(ended, 15), by(ended, 20)]).toEqual([500, 500]);
    // Nothing is due of what is ordered once its last day is over.
    expect(by(of(from("21T00:00:00Z", { minor: 9_000 })), 25)).toBe(1_000);
  });

  it("leaves the money of a pause, or makes up for it, as its seller reads it", () => {
    expect([by(paused, 14), by(paused, 15), by(paused, 20)]).toEqual([200, 300, 800]);
    expect([by(paused, 14, left), by(paused, 20, left)]).toEqual([200, 800]);
    expect([by(paused, 14, made), by(paused, 20, made)]).toEqual([200, 1_000]);
    expect(Math.round(idleBy(paused, "2027-01-20"))).toBe(200);
    expect(Math.round(idleBy(paused, "2027-01-13"))).toBe(100);
    const anew = of(from("13T00:00:00Z", { paused: true }), from("15T00:00:00Z", { minor: 1_200 }));
    expect([by(anew, 20), by(anew, 20, left), by(anew, 20, made)]).toEqual([1_200, 1_000, 1_200]);
    const longer = of(from("13T00:00:00Z", { paused: true }), from("15T00:00:00Z", { end: "2027-01-22" }));
    expect([by(longer, 22), by(longer, 22, left)]).toEqual([1_000, 800]);
  });

  it("has one reading where nothing was changed, and each fair one where it was", () => {
    expect(readingsOf(of())).toEqual([asOrdered]);
    expect(readingsOf(of(from("16T00:00:00Z", { minor: 5 })))).toHaveLength(5);
    expect(readingsOf(paused)).toHaveLength(15);
    expect(readingsOf(of(from("16T00:00:00Z", { paused: true })))[0]).toBe(asOrdered);
  });

  it("is shared out over the days without a rest", () => {
    const days = ["2027-01-12", "2027-01-13", "2027-01-14"];
    expect([...plannedOn(of(), days, asOrdered)].map(([day, own]) => [day, Math.round(own)])).toEqual([
      ["2027-01-12", 200],
      ["2027-01-13", 100],
      ["2027-01-14", 100],
    ]);
  });

  it("comes nearest to a figure where that lies between readings", () => {
    expect([nearestTo(5, [3.2, 7.1]), nearestTo(1, [3.2, 7.1]), nearestTo(9, [3.2, 7.1])]).toEqual([5, 3, 8]);
  });

  it("is in doubt on days about a switch, and paused on those that a pause has a part of", () => {
    const { budgets } = of(from("13T10:00:00Z", { paused: true }), from("16T13:00:00Z", {}));
    expect([...switchedDays(budgets)]).toEqual([
      "2027-01-12",
      "2027-01-13",
      "2027-01-14",
      "2027-01-16",
      "2027-01-17",
    ]);
    expect([...switchedDays([ordered, from("13T10:00:00Z", { minor: 5 })])]).toEqual([]);
    expect([...pausedDays(budgets, "2027-01-20")]).toEqual([
      "2027-01-13",
      "2027-01-14",
      "2027-01-15",
      "2027-01-16",
    ]);
    expect([...pausedDays(budgets, "2027-01-14")]).toEqual(["2027-01-13", "2027-01-14"]);
    expect([...pausedDays([ordered, from("18T10:00:00Z", { paused: true })], "2027-01-19")]).toEqual([
      "2027-01-18",
      "2027-01-19",
    ]);
    expect([...pausedDays([ordered], "2027-01-19")]).toEqual([]);
  });
});
