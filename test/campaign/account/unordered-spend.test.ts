import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Budget, LiveBuy } from "../../../src/campaign/account/live-buys.ts";
import {
  isIdle,
  isUnexplained,
  mayRunOn,
  spendsAllTheSame,
  unorderedSpend,
  unorderedWords,
} from "../../../src/campaign/account/unordered-spend.ts";
import type { BuyDelivery, DeliveryRow } from "../../../src/campaign/model/measured/delivery.ts";
import { addDays } from "../../../src/lib/days.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  flightDays,
  flight as itsFlight,
  type Line,
  reported,
  update,
} from "../bought-campaign.ts";

/** Ten days at EUR 10.00. */
const flight = { start: "2027-01-11", end: "2027-01-20" };
const daily = 1_000;
const ordered: Budget = { from: flight.start, minor: 10 * daily, end: flight.end };
const from = (at: string, values: Partial<Budget>): Budget => ({ ...ordered, from: at, ...values });

const buyWith = (budgets: readonly Budget[], delayHours?: number): LiveBuy => ({
  mediaBuyId: "mb-1",
  sellerId: "harbour.example",
  agentUrl: "https://harbour.example/mcp",
  stepId: "buy/1",
  currency: "EUR",
  ...flight,
  suspended: false,
  sandbox: false,
  packages: [
    {
      packageId: "pk-1",
      lineId: "line-1",
      productId: "spots",
      curve: "even",
      budgets,
      suspended: false,
      ...(delayHours !== undefined && { reporting: { delayHours } }),
    },
  ],
});
const steady = buyWith([ordered]);

/** What was spent on the days of January that are named. */
function knownOf(spent: Readonly<Record<number, number>>, values: Partial<BuyDelivery> = {}): BuyDelivery {
  return {
    mediaBuyId: "mb-1",
    sellerId: "harbour.example",
    currency: "EUR",
    rows: Object.entries(spent).map(([day, spendMinor]): DeliveryRow => row(day, { spendMinor })),
    restated: [],
    findings: [],
    reportedTo: flight.end,
    reportedAt: "2027-01-21T08:00:00Z",
    ...values,
  };
}
function row(day: number | string, values: Partial<DeliveryRow>): DeliveryRow {
  return { packageId: "pk-1", lineId: "line-1", date: january(day), final: true, basis: "stated", ...values };
}
const january = (day: number | string) => `2027-01-${String(day).padStart(2, "0")}`;
const spentOn = (days: Readonly<Record<number, number>>) =>
  Object.entries(days).map(([day, spendMinor]) => ({ of: january(day), spendMinor }));
const withInAll = (
  unknown: BuyDelivery["rows"][number]["date"][],
  outside: Readonly<Record<number, number>> = {},
) =>
  knownOf(
    {},
    {
      inAll: {
        spendMinor: 0,
        unknown: unknown.map((of) => ({ of, spendMinor: 60 })),
        outside: spentOn(outside),
      },
    },
  );

describe("money that nobody ordered", () => {
  it("is none of what is spent as ordered", () => {
    expect(unorderedSpend(steady, knownOf({ 11: daily, 12: daily, 20: 9 * daily }))).toEqual([]);
    expect(unorderedSpend(steady, withInAll([], {}))).toEqual([]);
  });

  it("is what unknown packages cost together, from a whole euro on", () => {
    expect(unorderedSpend(steady, withInAll(["b", "a"]))).toEqual([
      { kind: "unknown packages", minor: 120, of: ["a", "b"] },
    ]);
    expect(unorderedSpend(steady, withInAll(["b"]))).toEqual([]);
    expect(unorderedSpend(steady, withInAll(["b", "b"]))).toMatchObject([{ minor: 120, of: ["b"] }]);
  });

  it.each<[string, Readonly<Record<number, number>>, readonly string[]]>([
    ["a day within the flight", { 15: 5_000 }, []],
    ["its first and its last day", { 11: 5_000, 20: 5_000 }, []],
    ["the day before it, as much as another clock explains", { 10: 600 }, []],
    ["the day before it, with more", { 10: 601 }, [january(10)]],
    ["the day after it, as much as another clock explains", { 21: 600 }, []],
    ["the day after it, with more", { 21: 601 }, [january(21)]],
    ["two days before it, with little", { 9: 100 }, [january(9)]],
    ["two days after it, with little", { 22: 100 }, [january(22)]],
    ["a day without spend", { 9: 0, 22: 150 }, [january(22)]],
  ])("outside of the flight: %s", (_, outside, of) => {
    const found = unorderedSpend(steady, withInAll([], outside));
    expect(found.flatMap((one) => one.of)).toEqual(of);
    expect(found.every(({ kind }) => kind === "outside of the flight")).toBe(true);
  });

  it("is excused by no clock beside a flight for which nothing was ordered", () => {
    expect(unorderedSpend(buyWith([{ ...ordered, minor: 0 }]), withInAll([], { 10: 100 }))).toHaveLength(1);
  });

  // A pause of 9:00 is in force by every clock on the next day, one of 10:00 a day later.
  const paused = buyWith([ordered, from("2027-01-13T09:00:00Z", { paused: true })]);

  it.each<[string, LiveBuy, Readonly<Record<number, number>>, readonly number[]]>([
    ["a pause, from the first day that is one by any clock", paused, { 13: 700, 14: 200, 15: 300 }, [14, 15]],
    [
      "a pause, not before the seller has heard of it",
      buyWith([ordered, from("2027-01-13T10:00:00Z", { paused: true })]),
      { 14: 700, 15: 300 },
      [15],
    ],
    [
      "a pause, by its seller's delay",
      buyWith([ordered, from("2027-01-13T09:00:00Z", { paused: true })], 1),
      { 14: 700, 15: 300 },
      [15],
    ],
    [
      "a pause, until the day before it may run again by some clock",
      buyWith([ordered, from("2027-01-13T09:00:00Z", { paused: true }), from("2027-01-17T08:00:00Z", {})]),
      { 15: 300, 16: 700, 17: 700 },
      [15],
    ],
    [
      "a pause, until the day on which it runs again by every clock",
      buyWith([ordered, from("2027-01-13T09:00:00Z", { paused: true }), from("2027-01-17T13:00:00Z", {})]),
      { 15: 300, 16: 200, 17: 700 },
      [15, 16],
    ],
    [
      "a pause that was asked for twice, once",
      buyWith([
        ordered,
        from("2027-01-13T09:00:00Z", { paused: true }),
        from("2027-01-15T09:00:00Z", { paused: true, minor: 5 }),
      ]),
      { 14: 300, 16: 200 },
      [14, 16],
    ],
    [
      "each of two pauses",
      buyWith([
        ordered,
        from("2027-01-11T09:00:00Z", { paused: true }),
        from("2027-01-13T13:00:00Z", {}),
        from("2027-01-15T09:00:00Z", { paused: true }),
      ]),
      { 12: 300, 14: 900, 16: 200 },
      [12, 16],
    ],
  ])("is what is spent in %s", (_, buy, spent, days) => {
    const all = days.reduce((sum, day) => sum + (spent[day] ?? 0), 0);
    expect(unorderedSpend(buy, knownOf(spent))).toEqual([
      { kind: "while paused", minor: all, of: days.map(january) },
    ]);
  });

  it("is what is spent on a package that never was to run", () => {
    const never = buyWith([from(flight.start, { paused: true })]);
    expect(unorderedSpend(never, knownOf({ 11: 900, 13: 300 }))).toEqual([
      { kind: "while paused", minor: 300, of: [january(13)] },
    ]);
  });

  const cancelled = buyWith([ordered, from("2027-01-13T09:00:00Z", { cancelled: true, end: january(13) })]);

  it("is what is spent after the end that we gave it, for ever", () => {
    expect(unorderedSpend(cancelled, knownOf({ 12: 900, 13: 900, 14: 400, 20: 500 }))).toEqual([
      { kind: "after it was cancelled", minor: 900, of: [january(14), january(20)] },
    ]);
    expect(isIdle("after it was cancelled")).toBe(true);
    expect(isIdle("while paused")).toBe(true);
    expect(isIdle("unknown packages")).toBe(false);
    expect(isIdle("outside of the flight")).toBe(false);
  });

  it("is counted by the day, of its own packages, and of amounts that are reported", () => {
    const rows = [
      row(15, { spendMinor: 300 }),
      row(16, { packageId: "pk-2", spendMinor: 400 }),
      row(18, { from: january(12), spendMinor: 500 }),
      row(17, { impressions: 9 }),
    ];
    expect(unorderedSpend(paused, knownOf({}, { rows }))).toEqual([
      { kind: "while paused", minor: 300, of: [january(15)] },
    ]);
  });

  const whole = { lineId: "line-1", final: false, basis: "stated" } as const;

  it("is what a package's total has grown by in a pause, where that is all that its seller reports", () => {
    const wholes = (...totals: readonly (readonly [day: number, spendMinor: number, packageId?: string])[]) =>
      knownOf(
        {},
        {
          wholes: totals.map(([day, spendMinor, packageId = "pk-1"]) => ({
            ...whole,
            packageId,
            date: january(day),
            spendMinor,
          })),
        },
      );
    expect(unorderedSpend(paused, wholes([12, 2_000], [13, 3_000], [15, 3_000], [16, 3_400]))).toEqual([
      { kind: "while paused", minor: 400, of: [january(16)] },
    ]);
    expect(unorderedSpend(paused, wholes([13, 3_000], [15, 3_200]))).toMatchObject([{ minor: 200 }]);
    // It may have grown before the pause.
    expect(unorderedSpend(paused, wholes([12, 2_000], [15, 3_200]))).toEqual([]);
    expect(unorderedSpend(paused, wholes([14, 2_000], [15, 9_000, "pk-2"], [16, 2_000]))).toEqual([]);
    const over = buyWith([
      ordered,
      from("2027-01-13T09:00:00Z", { paused: true }),
      from("2027-01-16T13:00:00Z", {}),
    ]);
    expect(unorderedSpend(over, wholes([14, 2_000], [16, 9_000]))).toEqual([]);
    expect(
      unorderedSpend(
        paused,
        knownOf(
          {},
          {
            wholes: [
              { ...whole, packageId: "pk-1", date: january(14) },
              { ...whole, packageId: "pk-1", date: january(15), spendMinor: 150 },
            ],
          },
        ),
      ),
    ).toMatchObject([{ minor: 150 }]);
  });

  describe("is what a total of a cancelled buy shows beyond all that it can have cost until then", () => {
    // In force by every clock on the 16th: five days at EUR 10.00, and a twentieth for corrections.
    const on14 = [ordered, from("2027-01-14T12:00:00Z", { cancelled: true, end: january(14) })];
    const total = (day: number, spendMinor: number, packageId = "pk-1") =>
      row(day, { from: flight.start, final: false, packageId, spendMinor });
    const of = (budgets: readonly Budget[], wholes: readonly DeliveryRow[], delayHours?: number) => {
      const last = wholes.at(-1)?.date;
      const rows = wholes.filter(({ date }) => date === last).slice(-1);
      return unorderedSpend(buyWith(budgets, delayHours), knownOf({}, { rows, wholes }));
    };
    const before = [total(11, 1_000), total(12, 2_000), total(13, 3_000)];
    const beyond = (minor: number, first = january(16)) => [
      { kind: "after it was cancelled", minor, of: [first], byTotal: true },
    ];

    it.each<[string, readonly DeliveryRow[], number]>([
      ["one total", [...before, total(14, 8_000)], 8_000 - 5_250],
      ["the last of some", [...before, total(14, 4_000), total(14, 7_000), total(14, 9_000)], 9_000 - 5_250],
      ["of one that was behind", [total(12, 500), total(13, 1_000), total(14, 7_000)], 7_000 - 5_250],
      [
        "of one that ran twice as fast on one day",
        [total(11, 1_000), total(12, 3_000), total(14, 12_000)],
        12_000 - 10_500,
      ],
    ])("%s", (_, wholes, minor) => {
      expect(of(on14, wholes)).toEqual(beyond(minor));
    });

    it("by its seller's delay, and of an order that we had changed", () => {
      expect(of(on14, [...before, total(14, 8_000)], 24)).toEqual(beyond(8_000 - 6_300, january(17)));
      const less = [ordered, from("2027-01-13T00:00:00Z", { minor: 2_800 }), ...on14.slice(1)];
      const [found] = of(less, [...before.slice(0, 2), total(14, 8_000)]);
      expect(found?.minor).toBeGreaterThan(8_000 - 5_250);
      expect(found?.minor).toBeLessThan(8_000 - 2_300);
    });

    it.each<[string, readonly DeliveryRow[]]>([
      ["what was ordered until then", [...before, total(14, 5_000)]],
      ["what corrections may add", [...before, total(14, 5_250)]],
      ["what is not worth a letter", [...before, total(14, 5_300)]],
      ["a total without any before", [total(14, 8_000)]],
      ["totals of which one alone shows spend", [total(12, 0), total(13, 1_000), total(14, 8_000)]],
      ["of a package that is also reported by the day", [...before, row(14, { spendMinor: 8_000 })]],
    ])("none: %s", (_, wholes) => {
      expect(of(on14, wholes)).toEqual([]);
    });

    it("of all its packages together", () => {
      const [one] = buyWith(on14).packages;
      if (one === undefined) throw new Error("it has a package");
      const two = { ...buyWith(on14), packages: [one, { ...one, packageId: "pk-2" }] };
      const wholes = [11, 12, 13].flatMap((day) => [
        total(day, (day - 10) * 1_500),
        total(day, (day - 10) * 500, "pk-2"),
      ]);
      const known = (first: number, second: number) => {
        const rows = [total(14, first), total(14, second, "pk-2")];
        return knownOf({}, { rows, wholes: [...wholes, ...rows] });
      };
      expect(unorderedSpend(two, known(7_500, 2_900))).toEqual([]);
      expect(unorderedSpend(two, known(9_500, 2_500))).toEqual(beyond(12_000 - 10_500));
    });

    it("never what an honest seller spends, until it counts the cancellation, late, and with corrections", () => {
      fc.assert(
        fc.property(
          fc.record({
            cancelledAfter: fc.double({ min: 2.1, max: 9.9, noNaN: true }),
            stopsWithin: fc.double({ min: 0, max: 1, noNaN: true }),
            lateDays: fc.integer({ min: 0, max: 2 }),
            pace: fc.double({ min: 0.2, max: 3, noNaN: true }),
            factor: fc.double({ min: 0.9, max: 1.05, noNaN: true }),
          }),
          ({ cancelledAfter, stopsWithin, lateDays, pace, factor }) => {
            const begin = Date.parse(`${flight.start}T00:00:00Z`);
            const dayMs = 86_400_000;
            const cancelledAt = new Date(begin + cancelledAfter * dayMs);
            const cancelDay = cancelledAt.toISOString().slice(0, 10);
            // By the last of all clocks it counts from the next midnight after 14 hours.
            const latest = Math.floor(cancelledAfter + 14 / 24) + 1;
            const runs = cancelledAfter + stopsWithin * (latest - cancelledAfter);
            const spent = (days: number) =>
              Math.min(ordered.minor, Math.round(Math.max(0, Math.min(days, runs)) * daily * pace));
            const whole = (date: string, spendMinor: number): DeliveryRow => ({
              ...row(11, {}),
              date,
              from: flight.start,
              final: false,
              spendMinor,
            });
            const told = Array.from({ length: Math.floor(cancelledAfter) }, (_, day) =>
              whole(addDays(flight.start, day), spent(day + 1 - lateDays)),
            );
            const after = [0, 1, 2, 3, 4].map((day) =>
              whole(cancelDay, Math.round(spent(Math.floor(cancelledAfter) + 1 + day - lateDays) * factor)),
            );
            const wholes = [...told, ...after];
            const budgets = [ordered, from(cancelledAt.toISOString(), { cancelled: true, end: cancelDay })];
            expect(unorderedSpend(buyWith(budgets), knownOf({}, { rows: after.slice(-1), wholes }))).toEqual(
              [],
            );
          },
        ),
      );
    });
  });

  it("lists each kind apart", () => {
    const { inAll } = withInAll(["x", "y"], { 9: 700 });
    expect(unorderedSpend(paused, knownOf({ 15: 300 }, { inAll })).map(({ kind }) => kind)).toEqual([
      "unknown packages",
      "outside of the flight",
      "while paused",
    ]);
  });
});

describe("a seller that goes on spending", () => {
  const paused = buyWith([ordered, from("2027-01-13T09:00:00Z", { paused: true })]);

  it("is found out by its last day in the pause, whenever it was asked", () => {
    expect(spendsAllTheSame(paused, undefined)).toBe(false);
    expect(spendsAllTheSame(paused, knownOf({}))).toBe(false);
    expect(spendsAllTheSame(paused, knownOf({ 13: 800 }))).toBe(false);
    expect(spendsAllTheSame(paused, knownOf({ 14: 1 }))).toBe(true);
    expect(spendsAllTheSame(paused, knownOf({ 14: 800, 15: 0 }))).toBe(false);
    expect(spendsAllTheSame(paused, knownOf({ 15: 0, 14: 800 }))).toBe(false);
    expect(spendsAllTheSame(paused, knownOf({ 14: 0, 15: 800 }))).toBe(true);
    expect(spendsAllTheSame(steady, knownOf({ 14: 800 }))).toBe(false);
  });

  it("is found out by one package of two", () => {
    const [one] = paused.packages;
    if (one === undefined) throw new Error("it has a package");
    const both = { ...paused, packages: [one, { ...one, packageId: "pk-2" }] };
    const rows = [row(15, { spendMinor: 300 }), row(15, { packageId: "pk-2", spendMinor: 0 })];
    expect(spendsAllTheSame(both, knownOf({}, { rows }))).toBe(true);
  });

  it("is asked again only about days after it was asked last, and had heard of it", () => {
    const known = knownOf({ 14: 800 });
    expect(spendsAllTheSame(paused, known, "2027-01-13T09:00:00Z")).toBe(true);
    expect(spendsAllTheSame(paused, known, "2027-01-13T10:00:00Z")).toBe(false);
    const slow = buyWith([ordered, from("2027-01-12T09:00:00Z", { paused: true })], 1);
    expect(spendsAllTheSame(slow, known, "2027-01-12T09:00:00Z")).toBe(true);
    expect(spendsAllTheSame(slow, known, "2027-01-13T09:00:00Z")).toBe(false);
  });
});

describe("all that is reported of a buy", () => {
  it("is unexplained where it is more than our packages and days show", () => {
    const of = (inAll: BuyDelivery["inAll"]) => isUnexplained(knownOf({ 11: 1_000 }, { inAll }));
    expect(isUnexplained(knownOf({ 11: 1_000 }))).toBe(false);
    expect(of({ spendMinor: 1_000, unknown: [], outside: [] })).toBe(false);
    expect(of({ spendMinor: 5_000, unknown: [], outside: [] })).toBe(true);
    expect(of({ spendMinor: 1_000, unknown: spentOn({ 1: 1 }), outside: [] })).toBe(true);
    expect(of({ spendMinor: 1_000, unknown: [], outside: spentOn({ 1: 1 }) })).toBe(true);
  });

  it("is shown to people in words", () => {
    const words = (kind: Parameters<typeof unorderedWords>[0]["kind"], ...of: readonly string[]) => {
      const { what, stated } = unorderedWords({ kind, minor: 12_300, of }, "mb-1", "EUR");
      return `${what}: ${stated}`;
    };
    expect(words("unknown packages", "a", "b")).toBe(
      "what packages of mb-1 that nobody ordered have cost: EUR 123.00 (a, b)",
    );
    expect(words("while paused", january(14))).toBe(
      `what mb-1 has cost while it was paused: EUR 123.00 on ${january(14)}`,
    );
    expect(words("after it was cancelled", january(14), january(15), january(18))).toBe(
      `what mb-1 has cost after it was cancelled: EUR 123.00 on 3 days, ${january(14)} to ${january(18)}`,
    );
    const { what, stated } = unorderedWords(
      { kind: "after it was cancelled", minor: 12_300, of: [january(14)], byTotal: true },
      "mb-1",
      "EUR",
    );
    expect([what, stated]).toEqual([
      "what mb-1 has cost after it was cancelled",
      `EUR 123.00 or more from ${january(14)} on, by its total`,
    ]);
    expect(words("outside of the flight", january(9))).toBe(
      `what mb-1 has cost outside of the flight: EUR 123.00 on ${january(9)}`,
    );
  });

  it("lets a buy run on until its last day, as it was ordered once, is reported", () => {
    const line: Line = {};
    const buy = { sellerId: "harbour.example", mediaBuyId: buyOf(line).mediaBuyId };
    const report = (days: number) => reported(line, { days, impressions: 1, spendMinor: 1 });
    const bought = boughtEvents([line]);
    expect(mayRunOn(buy, campaign(bought))).toBe(true);
    expect(mayRunOn(buy, campaign([...bought, report(flightDays - 1)]))).toBe(true);
    expect(mayRunOn(buy, campaign([...bought, report(flightDays)]))).toBe(false);
    expect(mayRunOn({ ...buy, mediaBuyId: "none" }, campaign(bought))).toBe(false);
    const longer = update(line, { end_time: `${addDays(itsFlight.end, 8)}T00:00:00Z` });
    expect(mayRunOn(buy, campaign([...bought, ...longer, report(flightDays)]))).toBe(true);
    const other = reported({ sellerId: "pier.example" }, { days: flightDays, impressions: 1 });
    expect(mayRunOn(buy, campaign([...bought, other]))).toBe(true);
  });
});
