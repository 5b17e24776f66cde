import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderedLines } from "../../../src/campaign/account/ordered-lines.ts";
import { recordsOf } from "../../../src/campaign/learn/track-record/records-of.ts";
import { findUnderDeliveries } from "../../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { outcomesOf } from "../../../src/campaign/measure/outcomes-of.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { reconcile } from "../../../src/report/account/reconcile.ts";
import { makeStatement } from "../../../src/report/account/statement.ts";
import { statementMarkdown } from "../../../src/report/account/statement-markdown.ts";
import { makeReport } from "../../../src/report/report.ts";
import { times } from "../../depth.ts";
import { boughtEvents, buyOf, campaign, type Line, reported, update } from "../bought-campaign.ts";
import { type Change, type Habits, honestDays } from "./honest-seller.ts";

/** 20 days over the end of a month: 20,000.00 at a CPM of 10.00, an impression for a minor unit. */
const flight = { start: "2027-04-21", end: "2027-05-10" };
const budget = 2_000_000;
const months = ["2027-04", "2027-05", "2027-06"];

interface Flight {
  readonly changes: readonly Change[];
  readonly habits?: Habits;
  /** Days that are reported; all where it is absent. */
  readonly days?: number;
  readonly line?: Line;
  /** What a day brings in place of what its seller has of it. */
  readonly spends?: (own: number, day: number) => number;
}

/** A campaign with a flight of ours, reported day by day up to now. */
function played({ changes, habits, days, line = {}, spends = (own) => own }: Flight): CampaignState {
  const pacing = habits?.frontLoaded ? "front_loaded" : "even";
  const full: Line = { budgetMinor: budget, impressions: budget, pacing, ...line };
  return campaign([...boughtEvents([full], { flight }), ...events(full, { changes, habits, days, spends })]);
}

function events(line: Line, { changes, habits, days, spends = (own) => own }: Flight) {
  const spent = [...honestDays({ ...flight, budget }, changes, habits).values()];
  const figures = (day: number) => spends(spent[day] ?? 0, day);
  const count = days ?? spent.length;
  // A day is reported when it is over wherever its seller is.
  const until = addDays(flight.start, count + 1);
  const { packageId } = buyOf(line);
  const made = changes.filter(({ at }) => at < until);
  return [
    ...made.map(({ at, budget: to, end, paused, canceled }, i) => ({
      at,
      events: update(
        line,
        {
          ...(canceled && { status: "canceled" }),
          ...(end && { end_time: `${addDays(end, 1)}T00:00:00Z` }),
          packages: [
            {
              package_id: packageId,
              ...(to !== undefined && { budget: to / 100 }),
              ...(paused !== undefined && { paused }),
            },
          ],
        },
        { id: `change/${packageId}/${i}`, readBack: true },
      ),
    })),
    reported(line, { start: flight.start, days: count, impressions: figures, spendMinor: figures }),
  ];
}

/** Everything that speaks against a seller. */
function against(state: CampaignState) {
  const rows = months.flatMap((month) => makeStatement([state], month).rows);
  return {
    claims: findUnderDeliveries(state).map(({ lineId, kind, owed }) => ({ lineId, kind, owed })),
    statement: rows.filter(({ flagged }) => flagged).map(({ from, variance }) => ({ from, variance })),
    reconciled: reconcile(state).lines.flatMap(({ flags }) => flags),
    pace: makeReport(state).delivery.buys.flatMap(({ packages }) => packages.map(({ pace }) => pace)),
    record: recordsOf([state]).map(({ delivery }) => delivery.average ?? 1),
  };
}

const nothing = {
  claims: [],
  statement: [],
  reconciled: [],
  pace: ["on"],
  record: [expect.closeTo(1, 2)],
};

const ordered = (state: CampaignState) =>
  months.flatMap((month) => makeStatement([state], month).rows.map((row) => row.ordered.budget.minor));

const first = "2027-05-01T00:00:00.000Z";

describe("a line of April and May that is changed on 1 May", () => {
  it("was ordered in full in April where it is cut in May", () => {
    const state = played({ changes: [{ at: first, budget: 1_500_000 }] });
    expect(ordered(state)).toEqual([1_000_000, 500_000]);
    const { rows } = makeStatement([state], "2027-04");
    expect(rows).toMatchObject([{ ordered: { impressions: 1_000_000 }, variance: 0, flagged: false }]);
    expect(against(state)).toEqual(nothing);
  });

  it("is not short of what a raise has ordered for the days ahead", () => {
    for (const days of [9, 10, 12, 15, 20]) {
      const state = played({ changes: [{ at: first, budget: 4_000_000 }], days });
      expect(against(state)).toEqual(nothing);
    }
    const [outcome] = outcomesOf(played({ changes: [{ at: first, budget: 4_000_000 }], days: 12 }));
    expect(outcome?.planned).toEqual({ spendMinor: 1_600_000, impressions: 1_600_000 });
  });

  it("is as ordered in its seller's record in mid-flight, whether it was cut or raised", () => {
    for (const to of [1_500_000, 4_000_000]) {
      const state = played({ changes: [{ at: first, budget: to }], days: 13 });
      expect(recordsOf([state])[0]?.delivery).toMatchObject({ packages: 1, average: expect.closeTo(1, 4) });
    }
  });

  it("expects nothing of days on which we had it paused", () => {
    const changes = [
      { at: first, paused: true },
      { at: "2027-05-06T00:00:00.000Z", paused: false },
    ];
    const steady = played({ changes, habits: { idle: "never" } });
    expect(ordered(steady)).toEqual([1_000_000, 500_000]);
    const may = makeStatement([steady], "2027-05");
    expect(may.rows).toMatchObject([{ idle: { days: 5, budget: money(500_000, "EUR") } }]);
    expect(statementMarkdown(may)).toContain("paused by us on 5 days, for which its order had EUR 5,000.00");
    expect(against(steady)).toEqual(nothing);
    expect(against(played({ changes, habits: { idle: "at once" } }))).toEqual(nothing);
    expect(against(played({ changes, days: 13 }))).toEqual(nothing);
  });
});

describe("an honest seller", () => {
  const flights: Readonly<Record<string, Flight>> = {
    "a budget that is doubled in the middle": { changes: [{ at: first, budget: 2 * budget }] },
    "a cut to under what is spent": { changes: [{ at: "2027-05-03T10:00:00.000Z", budget: 600_000 }] },
    "a cut to what is spent, and a raise": {
      changes: [
        { at: "2027-04-29T00:00:00.000Z", budget: 800_000 },
        { at: "2027-05-04T00:00:00.000Z", budget: 1_400_000 },
      ],
    },
    "an extension": { changes: [{ at: "2027-05-08T15:00:00.000Z", end: "2027-06-09" }] },
    "a shorter flight": { changes: [{ at: "2027-04-30T00:00:00.000Z", end: "2027-05-04" }] },
    "an end that moves before today": { changes: [{ at: "2027-05-04T00:00:00.000Z", end: "2027-05-02" }] },
    "a raise after its last day": { changes: [{ at: "2027-05-11T09:00:00.000Z", budget: 2 * budget }] },
    "a pause over a month's end": {
      changes: [
        { at: "2027-04-28T18:00:00.000Z", paused: true },
        { at: "2027-05-03T07:00:00.000Z", paused: false },
      ],
    },
    "a pause late on its first day": { changes: [{ at: "2027-04-21T22:00:00.000Z", paused: true }] },
    "a pause that lasts": { changes: [{ at: "2027-05-02T13:00:00.000Z", paused: true }] },
    "a pause, and a raise while it lasts": {
      changes: [
        { at: "2027-04-25T06:00:00.000Z", paused: true },
        { at: "2027-04-27T06:00:00.000Z", budget: 2_600_000 },
        { at: "2027-05-01T20:00:00.000Z", paused: false },
      ],
    },
    "a curve that falls, cut and extended": {
      changes: [
        { at: "2027-04-27T11:00:00.000Z", budget: 1_200_000 },
        { at: "2027-05-05T00:00:00.000Z", end: "2027-05-20" },
      ],
      habits: { frontLoaded: true },
    },
    "a raise in mid-day": { changes: [{ at: "2027-04-30T17:00:00.000Z", budget: 2 * budget }] },
    "two changes on one day": {
      changes: [
        { at: "2027-05-02T08:00:00.000Z", budget: 4 * budget },
        { at: "2027-05-02T16:00:00.000Z", budget: 1_100_000 },
      ],
    },
    "an end by us": { changes: [{ at: "2027-05-04T12:00:00.000Z", canceled: true }] },
  };
  const sellers: readonly Habits[] = [
    {},
    { idle: "at once" },
    { idle: "never" },
    { counts: "for the whole day", idle: "at once" },
    { counts: "from the next day" },
    { zone: 9 },
    { zone: 2, counts: "from the next day", idle: "at once" },
    { zone: -7, counts: "for the whole day" },
    { zone: -8, idle: "never" },
  ];

  it.each(Object.entries(flights))("has nothing against it after %s", (_, one) => {
    for (const habits of sellers) {
      const own = { ...one, habits: { ...one.habits, ...habits } };
      for (const days of [9, 13, undefined])
        expect([habits, days, against(played({ ...own, days }))]).toEqual([habits, days, nothing]);
    }
  });

  it.each(["a raise in mid-day", "an extension", "a pause over a month's end"])(
    "is none that is short by 15 %% after %s",
    (name) => {
      const { claims, record } = against(
        played({ ...(flights[name] ?? fail()), habits: { delivers: 0.85 } }),
      );
      expect(claims).toMatchObject([{ kind: "final" }]);
      expect(record).toEqual([expect.closeTo(0.87, 1)]);
    },
  );

  it("is none whose month falls short by 15 % of what was ordered in it", () => {
    const short = played({ changes: [{ at: first, budget: 1_500_000 }], habits: { delivers: 0.85 } });
    expect(against(short).statement.map(({ from }) => from)).toEqual([flight.start, "2027-05-01"]);
  });
});

describe("while a line begins to run", () => {
  const begins = (parts: readonly number[], days?: number) =>
    played({ changes: [], days, spends: (own, day) => Math.round(own * (parts[day] ?? 1)) });

  it("says nothing of its end before seven days have delivered", () => {
    for (const days of [1, 2, 3, 6]) {
      expect(findUnderDeliveries(begins(Array(20).fill(0), days))).toEqual([]);
      expect(findUnderDeliveries(begins(Array(20).fill(0.6), days))).toEqual([]);
    }
    expect(findUnderDeliveries(begins(Array(20).fill(0.6), 7))).toMatchObject([{ kind: "projected" }]);
    expect(findUnderDeliveries(begins([0, 0, ...Array(18).fill(0.6)], 8))).toEqual([]);
    expect(findUnderDeliveries(begins([0, 0, ...Array(18).fill(0.6)], 9))).toHaveLength(1);
  });

  it("claims nothing for a slow launch, and at the end what it did not make up for", () => {
    for (const days of [4, 7, 9, 10, 12, 16, 19])
      for (const launch of [
        [0, 0, 0],
        [0.1, 0.3, 0.45],
        [0, 0.2, 0.4],
      ])
        expect([days, launch, findUnderDeliveries(begins(launch, days))]).toEqual([days, launch, []]);
    expect(findUnderDeliveries(begins([0, 0, 0]))).toMatchObject([{ kind: "final", owed: 300_000 }]);
    expect(findUnderDeliveries(begins([0, 0, 0, ...Array(17).fill(20 / 17)]))).toEqual([]);
  });
});

it("claims nothing of a seller without guarantee after a flight that spent all of its money", () => {
  const sold = (guaranteed: boolean) => {
    const line: Line = { guaranteed, budgetMinor: budget, impressions: budget };
    return campaign([
      ...boughtEvents([line], { flight }),
      reported(line, { start: flight.start, days: 20, impressions: 80_000, spendMinor: 100_000 }),
    ]);
  };
  expect(findUnderDeliveries(sold(false))).toEqual([]);
  expect(findUnderDeliveries(sold(true))).toHaveLength(1);
});

it("lists a claim no more once today's figures find nothing", () => {
  const short = (day: number, own: number) => (day < 10 ? Math.round(own * 0.6) : Math.round(own * 1.4));
  const at = (days: number) => played({ changes: [], days, spends: (own, day) => short(day, own) });
  const [underDelivery] = findUnderDeliveries(at(10));
  if (underDelivery === undefined) throw new Error("nothing was found");
  const found = { ...underDelivery, at: "2027-05-01T08:00:00.000Z" };
  expect(makeReport({ ...at(10), underDeliveries: [found] }).underDeliveries).toHaveLength(1);
  expect(makeReport({ ...at(20), underDeliveries: [found] }).underDeliveries).toBeUndefined();
});

const hours = fc.integer({ min: 0, max: 20 * 24 - 1 });
const anyChange = fc.oneof(
  fc.record({ hour: hours, budget: fc.integer({ min: 1, max: 3 * budget }) }),
  fc.record({ hour: hours, end: fc.integer({ min: 5, max: 40 }).map((days) => addDays(flight.start, days)) }),
  fc.record({ hour: hours, paused: fc.boolean() }),
);
const anyHistory = fc.array(anyChange, { maxLength: 10 }).map(inOrder);

function inOrder(all: readonly (Omit<Change, "at"> & { readonly hour: number })[]): readonly Change[] {
  return [...all]
    .sort((a, b) => a.hour - b.hour)
    .map(({ hour, ...change }) => ({
      at: new Date(Date.parse(flight.start) + hour * 3_600_000).toISOString(),
      ...change,
    }));
}

it("whatever we change and pause, a seller that delivers what was ordered on each day has nothing against it", () => {
  fc.assert(
    fc.property(anyHistory, fc.boolean(), fc.integer({ min: 1, max: 41 }), (changes, frontLoaded, to) => {
      const habits = { frontLoaded };
      const length = honestDays({ ...flight, budget }, changes, habits).size;
      for (const days of [Math.min(to, length), length]) {
        const state = played({ changes, habits, days });
        expect(findUnderDeliveries(state)).toEqual([]);
        for (const month of months)
          for (const { variance = 0 } of makeStatement([state], month).rows) expect(variance).toBe(0);
        for (const { delivery } of recordsOf([state])) expect(delivery.average ?? 1).toBe(1);
      }
      const state = played({ changes, habits });
      const spent = [...honestDays({ ...flight, budget }, changes, habits).values()].reduce(
        (a, b) => a + b,
        0,
      );
      const sum = ordered(state).reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - spent)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 100 },
  );
});

it("whatever we change, of two sellers the one that is 15 % off is found, and it alone", () => {
  const pair: readonly Line[] = [
    { sellerId: "harbour.example", budgetMinor: budget, impressions: budget },
    { sellerId: "kiosk.example", budgetMinor: budget, impressions: budget },
  ];
  // Early enough, and by so much, that what is left has days to be spent on.
  const hour = fc.integer({ min: 0, max: 8 * 24 });
  const changesOf = fc.oneof(
    fc.record({ hour, budget: fc.integer({ min: 0.8 * budget, max: 1.4 * budget }) }),
    fc.record({ hour, end: fc.integer({ min: 20, max: 40 }).map((days) => addDays(flight.start, days)) }),
  );
  const history = fc.array(changesOf, { maxLength: 10 }).map(inOrder);
  fc.assert(
    fc.property(history, (changes) => {
      const [honest = {}, off = {}] = pair;
      const state = campaign([
        ...boughtEvents(pair, { flight }),
        ...events(honest, { changes }),
        ...events(off, { changes, habits: { delivers: 0.85 } }),
      ]);
      expect(findUnderDeliveries(state)).toMatchObject([{ sellerId: "kiosk.example", kind: "final" }]);
      const averages = recordsOf([state]).map(({ sellerId, delivery }) => [sellerId, delivery.average]);
      expect(averages).toEqual([
        ["harbour.example", 1],
        ["kiosk.example", expect.closeTo(0.85, 1)],
      ]);
    }),
    { numRuns: 60 },
  );
});

const anyHabits: fc.Arbitrary<Habits> = fc.record({
  idle: fc.constantFrom("at once" as const, "with a new order" as const, "never" as const),
  counts: fc.constantFrom("at once" as const, "for the whole day" as const, "from the next day" as const),
  zone: fc.integer({ min: -12, max: 14 }),
  frontLoaded: fc.boolean(),
});

const anyMove = fc.oneof(
  fc.record({ budget: fc.integer({ min: 0.3 * budget, max: 3 * budget }) }),
  fc.record({ end: fc.integer({ min: 5, max: 40 }).map((days) => addDays(flight.start, days)) }),
  fc.record({ paused: fc.boolean() }),
);
/** Up to ten changes on days of their own, each at the hour at which the desk makes them. */
const anyDays = (move: fc.Arbitrary<Omit<Change, "at">>) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { maxLength: 10 }),
      fc.integer({ min: 0, max: 23 }),
      fc.array(move, { minLength: 10, maxLength: 10 }),
    )
    .map(([days, hour, moves]) => inOrder(days.map((day, i) => ({ hour: day * 24 + hour, ...moves[i] }))));

const flaggedIn = (state: CampaignState) => [
  ...new Set(
    months.flatMap((month) =>
      makeStatement([state], month).rows.flatMap(({ sellerId, flagged }) => (flagged ? sellerId : [])),
    ),
  ),
];

it("flags nothing in the statements of a seller that is honest by any fair reading, whatever we change", () => {
  fc.assert(
    fc.property(anyDays(anyMove), anyHabits, fc.integer({ min: 1, max: 41 }), (changes, habits, to) => {
      const length = honestDays({ ...flight, budget }, changes, habits).size;
      for (const days of [Math.min(to, length), length])
        expect([days, flaggedIn(played({ changes, habits, days }))]).toEqual([days, []]);
    }),
    { numRuns: times(24, 50) },
  );
});

it("adds up, over the months of a flight, to what is due on every other page, and looks at no month that only levels another", () => {
  const paused = [
    { at: "2027-04-25T09:00:00.000Z", paused: true },
    { at: "2027-04-28T15:00:00.000Z", paused: false },
  ];
  const changes = [...paused, { at: "2027-05-02T11:00:00.000Z", end: "2027-05-16" }];
  for (const habits of [{ idle: "at once", zone: -8, delivers: 0.95 }, { delivers: 0.8 }] as const) {
    const state = played({ changes, habits });
    const due = months.flatMap((month) =>
      makeStatement([state], month).rows.map((row) => row.due?.minor ?? 0),
    );
    expect(due.reduce((sum, one) => sum + one, 0)).toBe(reconcile(state).lines[0]?.due.spend.minor);
  }
  // A fifth more in April, and in May what that leaves of the order.
  const leveled = played({ changes: [], spends: (own, day) => (day < 10 ? 1.2 * own : 0.8 * own) });
  expect(months.slice(0, 2).map((month) => makeStatement([leveled], month).rows[0])).toMatchObject([
    { flagged: true },
    { flagged: false, variance: expect.closeTo(-0.2, 2) },
  ]);
});

it("names one last day in the papers of a campaign that was extended", () => {
  const extended = makeReport(played({ changes: [{ at: first, end: "2027-05-16" }] }));
  expect(extended.brief).toMatchObject({ flight, extendedTo: "2027-05-16" });
  expect(extended.headline.request).toContain("2027-04-21 to 2027-05-10, extended to 2027-05-16");
  expect(makeReport(played({ changes: [] })).headline.request).toContain("2027-04-21 to 2027-05-10.");
});

/** Whether some month of the flight is much the same however a seller counts our changes: of another one nobody can say. */
function isPlain(changes: readonly Change[]): boolean {
  const sellers = [-12, 0, 14].flatMap((zone) =>
    (["at once", "for the whole day", "from the next day"] as const).map(
      (counts): Habits => ({ counts, zone }),
    ),
  );
  const flights = sellers.map((habits) => [...honestDays({ ...flight, budget }, changes, habits)]);
  return months.slice(0, 2).some((month) => {
    const sums = flights.map((days) =>
      days.reduce((sum, [date, minor]) => (date.startsWith(month) ? sum + minor : sum), 0),
    );
    return Math.max(...sums) < 1.04 * Math.min(...sums);
  });
}

it("flags of two sellers that are honest but for 15 % of one the one, and it alone", () => {
  const pair: readonly Line[] = [
    { sellerId: "harbour.example", budgetMinor: budget, impressions: budget },
    { sellerId: "kiosk.example", budgetMinor: budget, impressions: budget },
  ];
  const move = fc.oneof(
    fc.record({ budget: fc.integer({ min: 0.9 * budget, max: 1.3 * budget }) }),
    fc.record({ end: fc.integer({ min: 20, max: 40 }).map((days) => addDays(flight.start, days)) }),
  );
  fc.assert(
    fc.property(anyDays(move), anyHabits, (changes, own) => {
      fc.pre(isPlain(changes));
      const habits = { ...own, frontLoaded: false };
      const [honest = {}, off = {}] = pair;
      const state = campaign([
        ...boughtEvents(pair, { flight }),
        ...events(honest, { changes, habits }),
        ...events(off, { changes, habits: { ...habits, delivers: 0.85 } }),
      ]);
      expect(flaggedIn(state)).toEqual(["kiosk.example"]);
    }),
    { numRuns: times(24, 50) },
  );
});

it("holds a cancelled order to what was due when it was cancelled, and the ledger's order to what holds now", () => {
  const [line] = orderedLines(played({ changes: [{ at: "2027-05-04T12:00:00.000Z", canceled: true }] }));
  expect(line).toMatchObject({ ordered: { budget: money(1_350_000, "EUR") }, canceled: true });
  const [cut] = orderedLines(played({ changes: [{ at: first, budget: 600_000 }] }));
  expect(cut?.ordered.budget).toEqual(money(600_000, "EUR"));
});

function fail(): never {
  throw new Error("there is such a flight");
}
