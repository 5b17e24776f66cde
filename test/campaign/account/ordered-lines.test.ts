import { describe, expect, it } from "vitest";
import { orderedBy, orderedLines, sumOf } from "../../../src/campaign/account/ordered-lines.ts";
import { dueOf } from "../../../src/campaign/account/planned-by.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, buyOf, campaign, flight, type Line, update } from "../bought-campaign.ts";

/** 42 days at EUR 1,000.00 and 100,000 impressions. */
const line: Line = {};
const whole = 4_200_000;
const { packageId } = buyOf(line);
const budget = (amount: number) => ({ packages: [{ package_id: packageId, budget: amount }] });
const dated = (day: number, events: readonly CampaignEvent[]) => ({
  at: `${addDays(flight.start, day)}T00:00:00.000Z`,
  events,
});
const lineAfter = (events: Parameters<typeof campaign>[0], of = line) => {
  const [own] = orderedLines(campaign([...boughtEvents([of]), ...events]));
  if (own === undefined) throw new Error("it was ordered");
  return own;
};

describe("a line as our own record has it", () => {
  it("is ordered as it was planned", () => {
    expect(lineAfter([])).toMatchObject({
      planned: { budget: money(whole, "EUR"), impressions: whole },
      ordered: { budget: money(whole, "EUR"), impressions: whole },
      guaranteed: true,
      flight,
      period: flight,
      canceled: false,
      impressionsPerMinor: 1,
    });
    expect(lineAfter([], { guaranteed: false }).guaranteed).toBe(false);
    const state = campaign(boughtEvents([line]));
    expect(orderedLines({ ...state, plan: undefined })).toEqual([]);
    expect(orderedLines({ ...state, brief: undefined })).toEqual([]);
  });

  it("counts no change that was agreed to and not read back, but a switch that never is", () => {
    expect(lineAfter(update(line, budget(21_000), { readBack: false })).ordered.budget.minor).toBe(whole);
    expect(lineAfter(update(line, budget(21_000), { readBack: true })).ordered).toEqual({
      budget: money(whole / 2, "EUR"),
      impressions: whole / 2,
    });
    const both = [21_000, 31_500].flatMap((one, i) =>
      update(line, budget(one), { id: `change/${i}`, readBack: true }),
    );
    expect(lineAfter(both).ordered.budget.minor).toBe(3_150_000);
    expect(
      lineAfter([...both, ...update(line, budget(10_500), { id: "last", readBack: true })]).ordered.budget
        .minor,
    ).toBe(1_050_000);
    const paused = lineAfter([dated(3, update(line, { status: "paused" }))]).paused;
    expect([...paused][0]).toBe(addDays(flight.start, 3));
    expect(paused.size).toBe(39);
    const [proposed, begun] = update(line, budget(21_000));
    if (proposed === undefined || begun === undefined) throw new Error("it is proposed and sent");
    expect(lineAfter([proposed, begun]).ordered.budget.minor).toBe(whole);
    expect(lineAfter(update({ product: "banners" }, { status: "canceled" })).canceled).toBe(false);
  });

  it("is ordered, where it was ended early, for the days that it had", () => {
    const ended = lineAfter([dated(10, update(line, { status: "canceled" }))]);
    expect(ended.canceled).toBe(true);
    expect(ended.ordered.budget.minor).toBe(1_000_000);
    expect(ended.period.end).toBe(addDays(flight.start, 10));
  });

  it("has the days of its new end, and not before its confirmation", () => {
    const longer = lineAfter(update(line, { end_time: `${addDays(flight.end, 8)}T00:00:00Z` }));
    expect(longer.period.end).toBe(addDays(flight.end, 7));
    expect(longer.flight).toEqual(flight);
    expect(longer.expected[0].size).toBe(49);
    const [late] = orderedLines(campaign([dated(5, boughtEvents([line]))]));
    expect(late?.period.start).toBe(addDays(flight.start, 5));
  });

  it("forecasts no impressions where nothing was forecast, or for no money", () => {
    const state = campaign(boughtEvents([line]));
    const lines = (values: object) =>
      orderedLines({
        ...state,
        plan: state.plan && { ...state.plan, lines: state.plan.lines.map((one) => ({ ...one, ...values })) },
      });
    expect(lines({ expectedImpressions: undefined })[0]?.planned).toEqual({ budget: money(whole, "EUR") });
    expect(lines({ budget: money(0, "EUR") })[0]?.ordered).toEqual({ budget: money(whole, "EUR") });
    expect(lines({ lineId: "another" })).toEqual([]);
  });
});

describe("what an order wanted up to a day", () => {
  const on = (day: number, of = lineAfter([])) => orderedBy(of, addDays(flight.start, day));

  it("is nothing before its first day, and all of it from its last one on", () => {
    expect(on(-1)).toEqual({ budget: money(0, "EUR"), impressions: 0 });
    expect(on(0)).toEqual({ budget: money(100_000, "EUR"), impressions: 100_000 });
    expect(on(41)).toEqual(lineAfter([]).ordered);
    expect(on(60)).toEqual(lineAfter([]).ordered);
    const { impressionsPerMinor: _, ...bare } = lineAfter([]);
    expect(orderedBy(bare, flight.start).impressions).toBeUndefined();
  });

  it("compares a figure with what was wanted of some days by any fair reading", () => {
    const first = (days: number) => (day: string) => day < addDays(flight.start, days);
    const steady = lineAfter([]);
    expect(sumOf(steady.expected[0], first(2))).toBeCloseTo(200_000);
    const rowsOf = (days: number, ...spends: readonly number[]) =>
      Array.from({ length: days }, (_, i) => ({
        packageId: steady.packageId,
        date: addDays(flight.start, i),
        spendMinor: spends[i] ?? 0,
        impressions: spends[i] ?? 0,
        lineId: steady.lineId,
        basis: "stated" as const,
        final: true,
      }));
    const due = (of: typeof steady, ...spends: readonly number[]) =>
      dueOf(of, rowsOf(spends.length, ...spends)).total;
    expect(due(steady, 100_000, 100_000)).toBeCloseTo(200_000);
    expect(due(steady, 50_000, 50_000)).toBeCloseTo(200_000);
    expect(due(steady, 150_000, 150_000)).toBeCloseTo(200_000);
    expect(dueOf(steady, rowsOf(2, 500, 500), "impressions", 0.01).total).toBeCloseTo(200_000);
    expect(due(steady)).toBe(0);
    const day = {
      at: `${addDays(flight.start, 1)}T12:00:00.000Z`,
      events: update(line, { status: "paused" }),
    };
    const paused = lineAfter([day]);
    // Its seller may have stopped with the pause, with the day of it or a day later.
    for (const spent of [0, 50_000, 100_000])
      expect(due(paused, 100_000, spent, ...Array<number>(18).fill(0))).toBe(100_000 + spent);
    expect(due(paused, 100_000, 320_000, ...Array<number>(18).fill(0))).toBeLessThan(420_000);
  });
});
