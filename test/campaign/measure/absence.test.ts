import fc from "fast-check";
import { expect, it } from "vitest";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { mayCost } from "../../../src/campaign/account/may-cost.ts";
import { unorderedSpend } from "../../../src/campaign/account/unordered-spend.ts";
import { spentBeyond } from "../../../src/campaign/execute/spent-beyond.ts";
import { findUnderDeliveries } from "../../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { measure } from "../../../src/campaign/measure/measure.ts";
import { pacings } from "../../../src/campaign/measure/outcome.ts";
import { outcomesOf } from "../../../src/campaign/measure/outcomes-of.ts";
import { overdueAlerts } from "../../../src/campaign/measure/owed-reports.ts";
import { alertsOf } from "../../../src/campaign/measure/pacing/alerts-of.ts";
import { reduce } from "../../../src/campaign/model/state/reducer.ts";
import { type CampaignState, emptyState } from "../../../src/campaign/model/state/state.ts";
import { addDays, dayMs, eachDay, endOf } from "../../../src/lib/days.ts";
import type { Read } from "../../../src/protocol/client/calls.ts";
import { boughtEvents, buyOf, type Line } from "../bought-campaign.ts";

/** 60 days at EUR 700.00 and 70,000 impressions. */
const flight = { start: "2027-01-18", end: "2027-03-18" };
const daily = 70_000;
const line: Line = { budgetMinor: 60 * daily, impressions: 60 * daily };
const days = eachDay(flight.start, flight.end);
const dayMinor = (date: string) => daily + ((Date.parse(date) / dayMs) % 7) * 100 - 300;

type Row = Record<string, unknown>;

/** How a seller leaves out what it has of some days. */
const shapes = {
  "a day": (date: string, gone: readonly string[]) => gone[0] === date,
  weekends: (date: string, gone: readonly string[]) =>
    gone.includes(date) && [0, 6].includes(new Date(date).getUTCDay()),
  days: (date: string, gone: readonly string[]) => gone.includes(date),
} as const;

const kinds = [
  "a day",
  "weekends",
  "a package",
  "impressions",
  "spend",
  "null",
  "late as promised",
  "partial",
  "the whole buy alone",
  "a total alone",
  "another currency",
  "empty",
  "error",
] as const;
type Kind = (typeof kinds)[number];

interface Absence {
  readonly kind: Kind;
  /** The days of which something is absent, while it is. */
  readonly gone: readonly string[];
  /** From this day on it is there. */
  readonly backOn: string;
}

function answer(range: { start: string; end: string }, today: string, absence: Absence | undefined) {
  const { kind, gone = [] } = absence !== undefined && today < absence.backOn ? absence : { kind: undefined };
  const isAsked = (date: string) => date >= range.start && date <= range.end && date < today;
  if (kind === "error" && gone.some(isAsked)) return undefined;
  const isGone = (date: string) =>
    kind === "a day" || kind === "weekends" ? shapes[kind](date, gone) : shapes.days(date, gone);
  const isOut = (date: string) =>
    isGone(date) &&
    kind !== undefined &&
    ["a day", "weekends", "partial", "late as promised", "empty"].includes(kind);
  const figures = (dates: readonly string[]): Row => {
    const minor = dates.reduce((sum, date) => sum + dayMinor(date), 0);
    return { impressions: minor, spend: { amount: minor / 100, currency: "EUR" } };
  };
  const cut = (row: Row, dates: readonly string[]): Row => {
    if (!dates.some(isGone)) return row;
    if (kind === "impressions") return { ...row, impressions: undefined };
    if (kind === "spend") return { ...row, spend: undefined };
    if (kind === "null") return { ...row, impressions: null, spend: null };
    if (kind === "another currency") return { ...row, spend: { amount: 1, currency: "USD" } };
    return row;
  };
  const dates = days.filter(isAsked).filter((date) => !isOut(date));
  if (dates.length === 0) return { delivery: {} };
  const timeseries = dates.map((date) => ({ date, ...cut(figures([date]), [date]) }));
  const total = cut(figures(dates), dates);
  const isCut = dates.some(isGone);
  if (kind === "a total alone" && isCut) return { delivery: total };
  if (kind === "the whole buy alone" && isCut) return { delivery: total, timeseries };
  return {
    ...(kind === "partial" && { partial_data: true }),
    delivery: total,
    ...(kind === "a package" && isCut
      ? { by_package: [] }
      : { by_package: [{ package_id: buyOf(line).packageId, ...total, timeseries }] }),
  };
}

/** The campaign after each morning of the flight and some days after it. */
async function played(
  absence: Absence | undefined,
  each: (state: CampaignState, today: string) => void = () => undefined,
  {
    delayHours,
    lateDays = 0,
    tell = answer,
  }: { readonly delayHours?: number; readonly lateDays?: number; readonly tell?: typeof answer } = {},
): Promise<CampaignState> {
  let sequence = 0;
  const take = (state: CampaignState, events: Parameters<typeof reduce>[1][number]["event"][], at: string) =>
    reduce(
      state,
      events.map((event) => {
        sequence += 1;
        return { campaignId: "launch", sequence, at, event };
      }),
    );
  let state = take(
    emptyState("launch"),
    boughtEvents([{ ...line, ...(delayHours !== undefined && { delayHours }) }], { flight }),
    "2027-01-17T08:00:00.000Z",
  );
  for (let number = 1; number <= 70; number++) {
    const today = addDays(flight.start, number);
    // Only delivery is asked for, and the payload is what its task's schema describes.
    const read = ((_: string, __: string, { date_range }: { date_range: { start: string; end: string } }) => {
      const payload = tell(date_range, addDays(today, -lateDays), absence);
      return Promise.resolve(
        payload === undefined
          ? { type: "failed", error: { code: "SERVICE_UNAVAILABLE", message: "later" } }
          : { type: "answered", payload, replayed: false },
      );
    }) as unknown as Read;
    const now = Date.parse(`${today}T08:00:00Z`);
    const ourPackages = () => Promise.resolve(new Set());
    const reports = await measure(state, { read, now, finalAfterMs: 3 * dayMs, concurrency: 1, ourPackages });
    if (reports.length > 0)
      state = take(state, [{ type: "delivery-reported", reports }], `${today}T08:00:00.000Z`);
    each(state, today);
  }
  return state;
}

const essence = (state: CampaignState) => ({
  rows: state.delivery.flatMap(({ rows }) => rows),
  restated: state.delivery.flatMap(({ restated }) => restated),
  open: state.delivery.flatMap(({ findings }) => findings.filter((one) => one.days.length > 0)),
  outcomes: outcomesOf(state).map((outcome) => ({ ...outcome, findings: [] })),
  pacings: pacings(state),
  cost: mayCost(buyKeyOf(state), state, Date.parse("2027-04-10T00:00:00Z")),
});

function buyKeyOf(state: CampaignState) {
  const [buy] = liveBuys(state);
  if (buy === undefined) throw new Error("nothing is bought");
  return buy;
}

const drawn = fc.record({
  from: fc.integer({ min: 3, max: 38 }),
  length: fc.integer({ min: 1, max: 9 }),
  wait: fc.integer({ min: 1, max: 8 }),
});

it.each(kinds)(
  "is named, moves no money and leaves nothing behind once it is there: %s",
  async (kind) => {
    const whole = essence(await played(undefined));
    await fc.assert(
      fc.asyncProperty(drawn, async ({ from, length, wait }) => {
        const gone = days.slice(from, from + length);
        const promised = kind === "late as promised" ? 2 : wait;
        const backOn = addDays(days[from + length - 1] ?? flight.end, 1 + promised);
        let isNamed = false;
        const after = await played({ kind, gone, backOn }, (state, today) => {
          const buy = buyKeyOf(state);
          const known = state.delivery[0];
          const due = days.filter((date) => date < today).length;
          if (known === undefined) return;
          const order = state.steps.find(({ step }) => step.task === "create_media_buy")?.step;
          expect(order && spentBeyond(order, state)).toEqual([]);
          expect(unorderedSpend(buy, known)).toEqual([]);
          expect(findUnderDeliveries(state)).toEqual([]);
          const raised = pacings(state)
            .flatMap(alertsOf)
            .map((alert) => alert.kind);
          expect(raised.filter((one) => one !== "budget")).toEqual([]);
          expect(pacings(state)[0]?.pace).toBe("on");
          const cost = mayCost(buy, state, Date.parse(`${today}T00:00:00Z`) - 1);
          expect((cost?.reported ?? 0) + (cost?.unreported ?? 0)).toBeGreaterThanOrEqual(due * (daily - 300));
          const [outcome] = outcomesOf(state);
          const isMissing = Object.values(outcome?.delivered.notReported ?? {}).some(
            (count, i) => i !== 1 && count > 0,
          );
          const isShort = (outcome?.daily.length ?? 0) < due;
          const isFound = known.late !== undefined || known.findings.some((one) => one.days.length > 0);
          isNamed ||= isMissing || isShort || isFound;
        });
        const [first] = gone;
        const isWeekend = gone.some((date) => shapes.weekends(date, gone));
        // What the whole buy's figures show is not absent.
        const isShown = kind === "the whole buy alone" || kind === "a total alone" || kind === "a package";
        if (!isShown && (kind !== "weekends" || isWeekend)) expect([first, isNamed]).toEqual([first, true]);
        expect(essence(after)).toEqual(whole);
      }),
      { numRuns: 6 },
    );
  },
  60_000,
);

/** Kinds of which nothing is missing in the end: the buy's own figures say what its one package did. */
const isShownAnyway = (kind: Kind) => ["the whole buy alone", "a total alone", "a package"].includes(kind);

it.each(kinds.filter((kind) => !isShownAnyway(kind) && kind !== "late as promised"))(
  "is owed, and said to be once its deadline is over and no morning before: %s",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.constantFrom(undefined, 4, 30),
        async ({ from, length, wait }, delayHours) => {
          const gone = days.slice(from, from + length);
          const backOn = addDays(days[from + length - 1] ?? flight.end, 1 + wait + 3);
          const missing =
            kind === "a day"
              ? gone.slice(0, 1)
              : kind === "weekends"
                ? gone.filter((date) => shapes.weekends(date, gone))
                : gone;
          const deadline = (day: string) =>
            endOf(day) + (delayHours === undefined ? 48 : delayHours + 24) * 3_600_000;
          const raised = (today: string, state: CampaignState) =>
            overdueAlerts(state, Date.parse(`${today}T08:00:00Z`));
          await played(
            { kind, gone, backOn },
            (state, today) => {
              const now = Date.parse(`${today}T08:00:00Z`);
              const isOver = missing.some((day) => deadline(day) <= now) && today < backOn;
              expect([today, raised(today, state).length > 0]).toEqual([today, isOver]);
            },
            delayHours === undefined ? {} : { delayHours },
          );
        },
      ),
      { numRuns: 6 },
    );
  },
  60_000,
);

it("owes nothing while it reports as late as it has promised", async () => {
  await played(
    undefined,
    (state, today) => {
      expect(overdueAlerts(state, Date.parse(`${today}T08:00:00Z`))).toEqual([]);
    },
    { delayHours: 48, lateDays: 2 },
  );
});

it("owes nothing of days of nothing that it leaves out and tells of where it is asked for them alone", async () => {
  const idle = days.filter((_, number) => number % 9 > 6);
  const tell: typeof answer = (range, today, absence) =>
    range.start === range.end && range.start < today && idle.includes(range.start)
      ? { delivery: { impressions: 0, spend: { amount: 0, currency: "EUR" } } }
      : answer(range, today, absence);
  const after = await played(
    { kind: "empty", gone: idle, backOn: "2028-01-01" },
    (state, today) => {
      expect([today, overdueAlerts(state, Date.parse(`${today}T08:00:00Z`))]).toEqual([today, []]);
    },
    { tell },
  );
  expect(outcomesOf(after)[0]?.delivered.notReported).toMatchObject({ impressions: 0, spend: 0 });
});

it("owes each line of a buy once, with the days, the money and the cause", async () => {
  const said: string[] = [];
  await played(
    { kind: "error", gone: days.slice(10, 14), backOn: addDays(flight.start, 17) },
    (state, today) => {
      said.push(...overdueAlerts(state, Date.parse(`${today}T08:00:00Z`)).map(({ text }) => text));
    },
  );
  expect(said[0]).toBe(
    "no figures of 2027-01-28: its seller does not answer (SERVICE_UNAVAILABLE: later). EUR 700.00 of it is ordered and counts as spent until they come",
  );
});
