import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderedLines } from "../../../src/campaign/account/ordered-lines.ts";
import { findUnderDeliveries } from "../../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { outstandingOf } from "../../../src/campaign/learn/under-delivery/outstanding.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { packageKey } from "../../../src/campaign/model/step/buy-identity.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { describeUnderDeliveries } from "../../../src/report/sections/under-delivery.ts";
import { todoWith } from "../../../src/report/today/rows.ts";
import {
  boughtEvents,
  campaign,
  flight,
  flightDays,
  type Line,
  reported,
  update,
} from "../bought-campaign.ts";

const line: Line = {};
const offered: Line = { guaranteed: false };
/** What a day is to bring: 4,200,000 impressions over 42 days. */
const even = 100_000;

describe("while a line runs", () => {
  it("finds what it will be missing at the pace of its last week", () => {
    const state = campaign([...boughtEvents([line]), reported(line, { days: 10, impressions: 60_000 })]);
    const [found, ...more] = findUnderDeliveries(state);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: "projected",
      ordered: even * flightDays,
      delivered: 600_000,
      expected: 60_000 * flightDays,
      owed: 40_000 * flightDays,
      toldTo: addDays(flight.start, 9),
      remedy: { type: "makeGood", impressions: 40_000 * flightDays, until: "2027-03-28", beyondFlight: true },
    });
  });

  it("finds nothing within a tenth, with two standard errors of benefit", () => {
    const steady = reported(line, { days: 10, impressions: 91_000 });
    expect(findUnderDeliveries(campaign([...boughtEvents([line]), steady]))).toEqual([]);
    const uneven = reported(line, { days: 10, impressions: (day) => (day % 2 === 0 ? 40_000 : 130_000) });
    expect(findUnderDeliveries(campaign([...boughtEvents([line]), uneven]))).toEqual([]);
  });

  it("says nothing before the seventh day", () => {
    const state = campaign([...boughtEvents([line]), reported(line, { days: 6, impressions: 10 })]);
    expect(findUnderDeliveries(state)).toEqual([]);
  });

  it("proposes to shift what a line without guarantee will not spend", () => {
    const report = reported(offered, { days: 10, impressions: 50_000, spendMinor: 50_000 });
    const [found] = findUnderDeliveries(campaign([...boughtEvents([offered]), report]));
    expect(found?.remedy).toEqual({ type: "shift", amount: money(50_000 * flightDays, "EUR") });
    const events = [...boughtEvents([offered]), report];
    if (found === undefined) throw new Error("nothing was found");
    const told = { type: "under-delivery-found", underDelivery: found } as const;
    expect(describeUnderDeliveries(campaign([...events, told]))?.[0]?.proposal).toMatch(/^give EUR /);
    // The money of a line that a person has set is not offered to others.
    const set = { type: "line-set", lineId: found.lineId, by: "kim", reason: "client loves it" } as const;
    const locked = campaign([...events, told, set]);
    expect(describeUnderDeliveries(locked)?.[0]?.proposal).toMatch(
      /^ask the vendor to catch up: its money stays, as kim set it on .*client loves it$/,
    );
    expect(todoWith("ask the vendor, or move what is left", found.lineId, locked)).toBe("ask the vendor");
  });

  it("takes a day that was not reported for a usual one, never for nothing", () => {
    const gap = (day: number) => (day === 4 ? undefined : even);
    const state = campaign([...boughtEvents([line]), reported(line, { days: 10, impressions: gap })]);
    expect(findUnderDeliveries(state)).toEqual([]);
  });
});

describe("when a line is over", () => {
  const all = (impressions: number, final = true) =>
    reported(line, { days: flightDays, impressions, spendMinor: impressions, final });

  it("finds what final figures fall short of the order by more than a twentieth", () => {
    const [found] = findUnderDeliveries(campaign([...boughtEvents([line]), all(80_000)]));
    expect(found).toMatchObject({
      kind: "final",
      owed: 20_000 * flightDays,
      remedy: { type: "makeGood", impressions: 20_000 * flightDays, until: "2027-03-11" },
    });
    expect(findUnderDeliveries(campaign([...boughtEvents([line]), all(95_001)]))).toEqual([]);
  });

  it("waits for figures that may be restated", () => {
    expect(findUnderDeliveries(campaign([...boughtEvents([line]), all(10, false)]))).toEqual([]);
  });

  it("owes nothing for days on which we had paused it", () => {
    const paused = { at: "2027-01-28T00:00:00Z", events: update(line, { status: "paused" }) };
    const days = 10;
    const state = campaign([
      ...boughtEvents([line]),
      paused,
      reported(line, { days, impressions: even, end: flight.end }),
    ]);
    expect(orderedLines(state)[0]?.paused.size).toBe(flightDays - days);
    expect(findUnderDeliveries(state)).toEqual([]);
  });

  it("proposes more days for what a line without guarantee has not spent, for a person to decide", () => {
    const report = reported(offered, { days: flightDays, impressions: 80_000, spendMinor: 80_000 });
    const [found] = findUnderDeliveries(campaign([...boughtEvents([offered]), report]));
    expect(found?.remedy).toMatchObject({ type: "extension", beyondFlight: true });
  });

  it("finds nothing for a line that we have ended", () => {
    const ended = { at: "2027-01-22T09:00:00Z", events: update(line, { status: "canceled" }) };
    const state = campaign([...boughtEvents([line]), ended, reported(line, { days: 5, impressions: 10 })]);
    expect(findUnderDeliveries(state)).toEqual([]);
  });
});

it("never claims more than is missing, nor anything of a line that delivers its order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 2 * even }), { nil: undefined }), {
        minLength: 1,
        maxLength: flightDays,
      }),
      fc.boolean(),
      (figures, over) => {
        const days = over ? flightDays : figures.length;
        const report = reported(line, { days, impressions: (day) => figures[day % figures.length] });
        const state = campaign([...boughtEvents([line]), report]);
        for (const { owed, ordered, delivered } of findUnderDeliveries(state)) {
          expect(owed).toBeGreaterThan(0);
          expect(owed).toBeLessThanOrEqual(ordered - delivered);
        }
      },
    ),
  );
});

describe("what is outstanding", () => {
  const packageId = "pk/harbour.example/spots";
  const days = (count: number, of: (day: number) => number) =>
    reported(line, { days: count, impressions: of, spendMinor: of, final: true });
  /** Found after ten days at three fifths, and granted on the next one. */
  const granted = (after: CampaignEvent) => {
    const before = campaign([...boughtEvents([line]), days(10, () => 60_000)]);
    const [underDelivery] = findUnderDeliveries(before);
    if (underDelivery === undefined) throw new Error("nothing was found");
    const { lineId, sellerId, mediaBuyId, owed } = underDelivery;
    const makeGood = {
      lineId,
      sellerId,
      mediaBuyId,
      packageId,
      impressions: owed,
      until: flight.end,
      by: "kim",
    };
    const state = campaign([
      ...boughtEvents([line]),
      days(10, () => 60_000),
      { type: "under-delivery-found", underDelivery },
      { type: "make-good-granted", makeGood },
      after,
    ]);
    return { owed, outstanding: outstandingOf(state).get(packageKey(underDelivery)) };
  };

  it("is nothing while the seller's word stands, and nothing once it has delivered", () => {
    expect(granted(days(20, () => 60_000)).outstanding).toBe(0);
    expect(granted(days(flightDays, (day) => (day < 10 ? 60_000 : 112_500))).outstanding).toBe(0);
  });

  it("is all of it where a make-good inside the flight did not come, and what is left where a part came", () => {
    const none = granted(days(flightDays, () => 60_000));
    expect(none.outstanding).toBe(none.owed);
    const part = granted(days(flightDays, (day) => (day < 10 ? 60_000 : 80_000)));
    expect(part.outstanding).toBe(even * flightDays - 600_000 - 32 * 80_000);
  });
});

describe("an order", () => {
  it("is what was changed and read back", () => {
    const { packageId } = { packageId: "pk/harbour.example/spots" };
    const lower = { packages: [{ package_id: packageId, budget: 21_000 }], end_time: "2027-02-08T00:00:00Z" };
    const made = campaign([...boughtEvents([line]), ...update(line, lower, { readBack: true })]);
    expect(orderedLines(made)[0]).toMatchObject({
      planned: { budget: money(4_200_000, "EUR"), impressions: 4_200_000 },
      ordered: { budget: money(2_100_000, "EUR"), impressions: 2_100_000 },
      period: { start: flight.start, end: "2027-02-07" },
    });
    const agreed = campaign([...boughtEvents([line]), ...update(line, lower, { readBack: false })]);
    expect(orderedLines(agreed)[0]?.ordered.budget).toEqual(money(4_200_000, "EUR"));
  });

  it("begins on the day on which its seller confirmed it", () => {
    const [begun, ...events] = boughtEvents([line]);
    const state = campaign([...(begun ? [begun] : []), { at: "2027-01-21T09:00:00Z", events }]);
    expect(orderedLines(state)[0]?.period.start).toBe("2027-01-21");
  });
});
