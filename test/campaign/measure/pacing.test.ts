import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Budget, LivePackage } from "../../../src/campaign/account/live-buys.ts";
import { plannedBy } from "../../../src/campaign/account/planned-by.ts";
import { pacings } from "../../../src/campaign/measure/outcome.ts";
import { alertsOf, anomalies } from "../../../src/campaign/measure/pacing/alerts-of.ts";
import {
  type PacingDay,
  type PackagePacing,
  paceOf,
} from "../../../src/campaign/measure/pacing/package-pacing.ts";
import { type SentCurve, shareBy } from "../../../src/campaign/model/offers/sent-curve.ts";
import { addDays } from "../../../src/lib/days.ts";
import { formatPercent } from "../../../src/report/blocks/format.ts";
import { boughtEvents, campaign, type Line, reported } from "../bought-campaign.ts";

const pacing = fc.constantFrom<SentCurve>("even", "front_loaded", "even-instead");

describe("a curve", () => {
  it("starts at nothing, ends with everything, and never goes back", () => {
    fc.assert(
      fc.property(pacing, fc.integer({ min: 1, max: 120 }), (curve, length) => {
        const shares = Array.from({ length: length + 1 }, (_, day) => shareBy(curve, day, length));
        expect(shares[0]).toBe(0);
        expect(shares.at(-1)).toBeCloseTo(1);
        for (const [day, share] of shares.entries())
          expect(share).toBeGreaterThanOrEqual((shares[day - 1] ?? 0) - 1e-9);
      }),
    );
  });

  it("has spent more than half at half time when front-loaded", () => {
    expect(shareBy("front_loaded", 14, 28)).toBeCloseTo(0.625);
    expect(shareBy("even", 14, 28)).toBe(0.5);
    expect(shareBy("even-instead", 14, 28)).toBe(0.5);
  });
});

const packageWith = (...budgets: Budget[]): LivePackage => ({
  packageId: "p1",
  lineId: "s1",
  productId: "product",
  curve: "even",
  budgets,
  suspended: false,
});

describe("planned spend", () => {
  const first = { from: "2027-01-11", minor: 28_000, end: "2027-02-07" };

  it("follows a budget that was raised in the middle: what is left is more from that day on", () => {
    const one = packageWith(first, { ...first, from: "2027-01-25", minor: 42_000 });
    expect(plannedBy(one, "2027-01-24")).toBeCloseTo(14_000);
    expect(plannedBy(one, "2027-01-25")).toBeCloseTo(16_000);
    expect(plannedBy(one, "2027-02-07")).toBeCloseTo(42_000);
  });

  it("follows an extension: the rest has longer to be spent", () => {
    const one = packageWith(first, { ...first, from: "2027-01-25", end: "2027-02-21" });
    expect(plannedBy(one, "2027-02-07")).toBeCloseTo(21_000);
    expect(plannedBy(one, "2027-02-21")).toBeCloseTo(28_000);
  });

  it("ends with the last budget, or with what was due before it was cut to less", () => {
    const changes = fc.array(
      fc.record({ day: fc.integer({ min: 11, max: 31 }), minor: fc.integer({ min: 1, max: 1_000_000 }) }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(pacing, changes, (curve, made) => {
        const sorted = [...made].sort((a, b) => a.day - b.day);
        const budgets = sorted.map(({ day, minor }) => ({ ...first, from: `2027-01-${day}`, minor }));
        const one = packageWith(first, ...budgets);
        fc.pre(shareBy(curve, 21, 28) < 0.999);
        const last = budgets.at(-1) ?? first;
        const most = Math.max(last.minor, plannedBy({ ...one, curve }, addDays(last.from, -1)));
        expect(plannedBy({ ...one, curve }, first.end)).toBeCloseTo(most, 3);
      }),
    );
  });
});

describe("pace", () => {
  it("is under or over by more than a tenth of what was due, as people read the figure", () => {
    expect([89.4, 89.5, 90, 100, 110.4, 110.5].map((percent) => paceOf(percent, 100))).toEqual([
      "under",
      "on",
      "on",
      "on",
      "on",
      "over",
    ]);
    expect(paceOf(0, 0)).toBe("on");
  });

  it("has one word for each figure that is shown", () => {
    const shown = (share: number) => formatPercent(share);
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 1.2, noNaN: true }),
        fc.integer({ min: -9, max: 9 }),
        (share, off) => {
          const other = share + off / 2000;
          if (shown(share) === shown(other)) expect(paceOf(share, 1)).toBe(paceOf(other, 1));
        },
      ),
    );
  });

  it("is not spoken of before three days are reported and a twentieth of the budget was due", () => {
    const flightOf = (days: number) => ({ start: "2027-03-01", end: addDays("2027-03-01", days - 1) });
    const early = (length: number, reportedDays: number) => {
      const line: Line = { budgetMinor: 100_000 };
      const state = campaign([
        ...boughtEvents([line], { flight: flightOf(length) }),
        reported(line, {
          start: flightOf(length).start,
          days: reportedDays,
          impressions: 10,
          spendMinor: 100,
        }),
      ]);
      const [one] = pacings(state);
      return [one?.isEarly, one?.pace];
    };
    expect(early(14, 2)).toEqual([true, "on"]);
    expect(early(14, 3)).toEqual([false, "under"]);
    expect(early(90, 4)).toEqual([true, "on"]);
    expect(early(90, 5)).toEqual([false, "under"]);
  });
});

const evenDays = (count: number, spent: (day: number) => number): PacingDay[] =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.parse("2027-01-11") + day * 86_400_000).toISOString().slice(0, 10),
    impressions: spent(day) * 10,
    spent: spent(day),
    planned: 1000,
  }));

const packagePacing = (days: readonly PacingDay[], more: Partial<PackagePacing> = {}): PackagePacing => {
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  return {
    lineId: "s1",
    currency: "EUR",
    budget: 28_000,
    spent,
    planned: days.length * 1000,
    notReported: 0,
    end: "2027-02-07",
    suspended: false,
    days,
    pace: "on",
    isEarly: false,
    curve: "even",
    ...more,
  };
};

describe("alerts", () => {
  const kinds = (one: PackagePacing) => alertsOf(one).map(({ kind, rung }) => `${kind} ${rung}`);

  it("name the highest rung of the budget that is reached", () => {
    expect(kinds(packagePacing(evenDays(13, () => 1000)))).toEqual([]);
    expect(kinds(packagePacing(evenDays(14, () => 1000)))).toEqual(["budget 50"]);
    expect(kinds(packagePacing(evenDays(26, () => 1000)))).toEqual(["budget 90"]);
    expect(kinds(packagePacing(evenDays(28, () => 1000)))).toEqual(["budget 100"]);
  });

  it("say how much of the budget it is, and nothing of a part once the flight is over", () => {
    expect(alertsOf(packagePacing(evenDays(27, () => 1020)))[0]?.text).toBe(
      "98 % of the budget is spent: EUR 275.40 of EUR 280.00",
    );
    expect(kinds(packagePacing(evenDays(28, () => 980)))).toEqual([]);
  });

  it("name a day that is far off what is usual, and not the days after it", () => {
    const days = evenDays(13, (day) => (day >= 10 ? 3000 : 1000 + (day % 3) * 20));
    expect(anomalies(days)).toMatchObject([{ date: "2027-01-21", spent: 3000 }]);
  });

  it("take no ordinary chance for an anomaly", () => {
    const noise = fc.array(fc.integer({ min: 850, max: 1150 }), { minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(noise, (spends) => {
        expect(anomalies(evenDays(spends.length, (day) => spends[day] ?? 0))).toEqual([]);
      }),
    );
  });

  it("say since when nothing is delivered, but not of what we paused or of a spent budget", () => {
    const silent = evenDays(10, (day) => (day < 7 ? 1000 : 0));
    expect(kinds(packagePacing(silent))).toContain("delivery stopped 2027-01-18");
    expect(kinds(packagePacing(silent, { suspended: true }))).not.toContain("delivery stopped 2027-01-18");
    expect(kinds(packagePacing(silent, { budget: 7000 }))).toEqual(["budget 100"]);
  });

  it("are silent on weekends of a line that rests then, and find a stop within three days that it does run", () => {
    const weekday = (day: number) => (day % 7 < 5 ? 1400 : 0);
    for (let count = 1; count <= 27; count += 1)
      expect(kinds(packagePacing(evenDays(count, weekday))).join()).not.toContain("stopped");
    const stopped = (day: number) => (day < 16 ? weekday(day) : 0);
    expect(kinds(packagePacing(evenDays(18, stopped)))).toContain("delivery stopped 2027-01-27");
    const always = (day: number) => (day < 12 ? 1000 : 0);
    expect(kinds(packagePacing(evenDays(15, always)))).toContain("delivery stopped 2027-01-23");
    const offMondays = (day: number) => (day % 7 === 0 || day % 7 === 6 ? 0 : 1400);
    expect(kinds(packagePacing(evenDays(22, offMondays))).join()).not.toContain("stopped");
  });

  it("say before the end what will be left over", () => {
    const slow = evenDays(26, () => 700);
    expect(alertsOf(packagePacing(slow)).find(({ kind }) => kind === "flight ends")?.text).toBe(
      "the flight ends on 2027-02-07, and about EUR 84.00 of EUR 280.00 will be left over",
    );
    expect(kinds(packagePacing(evenDays(20, () => 700)))).not.toContain("flight ends 2027-02-07");
  });
});
