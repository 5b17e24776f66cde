import { describe, expect, it } from "vitest";
import { seededChance } from "../../../scripts/simulation/worlds/chance.ts";
import type { Budget } from "../../../src/campaign/account/live-buys.ts";
import { fallsShort } from "../../../src/campaign/measure/pacing/falls-short.ts";
import type { BuyDelivery, DeliveryRow } from "../../../src/campaign/model/measured/delivery.ts";
import { addDays } from "../../../src/lib/days.ts";

/** A Monday. 40 days at 1,000.00. */
const start = "2027-03-01";
const length = 40;
const end = addDays(start, length - 1);
const ordered: Budget[] = [{ from: start, minor: 4_000_000, end }];

interface Flown {
  /** What falls on a day beside the others. */
  readonly weight?: (day: number) => number;
  /** The part of it that is delivered. */
  readonly part?: (day: number) => number;
  readonly spread?: number;
  readonly budgets?: readonly Budget[];
}

/** What a seller delivers that spends what is left over the days that are left. */
function flown({ weight = () => 1, part = () => 1, spread = 0.1, budgets = ordered }: Flown): number[] {
  const chance = seededChance(7);
  let should = 0;
  return Array.from({ length }, (_, day) => {
    const own = budgets.findLast(({ from }) => from.slice(0, 10) <= addDays(start, day));
    if (own?.paused === true) return 0;
    const ahead = Array.from({ length: length - day }, (_one, i) => weight(day + i));
    const left = Math.max(0, (own?.minor ?? 0) - should);
    const due = (left * weight(day)) / ahead.reduce((sum, one) => sum + one, 0) || 0;
    const honest = Math.min(left, due * Math.exp(spread * chance.normal() - spread ** 2 / 2));
    should += honest;
    return Math.round(part(day) * honest);
  });
}

const rowsOf = (spends: readonly number[]): DeliveryRow[] =>
  spends.map((spendMinor, day) => ({
    packageId: "p1",
    lineId: "s1",
    date: addDays(start, day),
    impressions: 10 * spendMinor,
    spendMinor,
    final: true,
    basis: "stated",
  }));

const line = (budgets: readonly Budget[] = ordered) => ({
  packageId: "p1",
  lineId: "s1",
  productId: "olv",
  curve: "even" as const,
  budgets,
  suspended: false,
});

type Reported = Pick<BuyDelivery, "rows" | "restated">;
/** What is found on the morning after so many days. */
const found = (morning: number, { rows, restated = [] }: Partial<Reported>, budgets = ordered) =>
  fallsShort(line(budgets), {
    rows: rows ?? [],
    restated,
    reportedAt: `${addDays(start, morning)}T06:00:00.000Z`,
  });
const onMorning = (morning: number, one: Flown) =>
  found(morning, { rows: rowsOf(flown(one)).slice(0, morning) }, one.budgets && [...one.budgets]);
/** The first morning on which it is found. */
const firstFound = (one: Flown) =>
  Array.from({ length }, (_, morning) => morning).find((morning) => onMorning(morning, one) !== undefined);

const weekday = (day: number) => (day % 7 < 5 ? 1 : 0);
const frontLoaded = (day: number) => 1.6 - (1.2 * day) / length;
const shapes: readonly (readonly [string, Flown])[] = [
  ["every day", {}],
  ["by days that differ much", { spread: 0.3 }],
  ["on workdays", { weight: weekday }],
  ["by weekdays that differ", { weight: (day) => [1.7, 0.6, 1, 0, 0.4, 1.5, 0.8][day % 7] ?? 1 }],
  ["more at first", { weight: frontLoaded, spread: 0.05 }],
  ["more at first, on workdays", { weight: (day) => weekday(day) * frontLoaded(day) }],
  ["as fast as it can", { weight: (day) => (day < 27 ? 1 : 0) }],
  ["after a review of a week", { weight: (day) => (day < 7 ? 0 : 1) }],
  ["after a ramp of ten days", { weight: (day) => Math.min(1, 0.15 + (0.85 * day) / 10) }],
  ["but on a holiday", { weight: (day) => (day === 17 ? 0 : 1) }],
];

describe("a line that falls short", () => {
  it.each(shapes)("is not one that spends its order %s", (_, one) => {
    expect(firstFound(one)).toBeUndefined();
  });

  it.each(shapes)(
    "is found within ten days of its own where it spends it %s and brings half from day 8 on",
    (_, one) => {
      const from = Array.from({ length }, (_one, day) => day).find(
        (day) => day >= 8 && (one.weight?.(day) ?? 1) > 0,
      );
      const morning = firstFound({ ...one, part: (day) => (day < (from ?? 8) ? 1 : 0.5) }) ?? length;
      expect(morning).toBeGreaterThan(8);
      expect(morning).toBeLessThanOrEqual(22);
    },
  );

  it("is told with the day since when, its part, and where it ends", () => {
    const fallen = onMorning(18, { part: (day) => (day < 10 ? 1 : 0.45) });
    expect(fallen?.part).toBeCloseTo(0.45, 1);
    // Not each day is tried.
    expect([9, 10, 11].map((day) => addDays(start, day))).toContain(fallen?.since);
    expect(fallen?.ends).toBeCloseTo(0.6, 1);
    expect(onMorning(14, { part: () => 0.45 })).toMatchObject({
      since: start,
      part: expect.closeTo(0.45, 1),
    });
  });

  it.each([0.25, 0.37, 0.42, 0.52, 0.68])("that brings %d of each day is said to bring that", (part) => {
    const fallen = onMorning(22, { part: () => part });
    expect(fallen?.part).toBeCloseTo(part, 1);
    expect(fallen?.ends).toBeCloseTo(part, 1);
  });

  it("is none where our own pause, cut or raise is why it brings another part of its first order", () => {
    const paused: Budget = { from: `${addDays(start, 9)}T00:00:00Z`, minor: 4_000_000, end, paused: true };
    const resumed: Budget = { from: `${addDays(start, 14)}T00:00:00Z`, minor: 4_000_000, end };
    const cut: Budget = { from: `${addDays(start, 12)}T00:00:00Z`, minor: 2_200_000, end };
    const raised: Budget = { from: `${addDays(start, 12)}T00:00:00Z`, minor: 7_000_000, end };
    for (const changes of [[paused, resumed], [cut], [raised]])
      expect(firstFound({ budgets: [...ordered, ...changes] })).toBeUndefined();
    // A seller may take it that the money of a pause is not to be spent any more.
    const leaves = flown({}).map((own, day) => (day >= 9 && day < 14 ? 0 : own));
    for (let morning = 6; morning < length; morning += 1)
      expect(
        found(morning, { rows: rowsOf(leaves).slice(0, morning) }, [...ordered, paused, resumed]),
      ).toBeUndefined();
  });

  it("comes to what its days say where it brings nearly all, evenly", () => {
    const end17 = addDays(start, 16);
    const budgets: Budget[] = [{ from: start, minor: 1_700_000, end: end17 }];
    for (let seed = 1; seed <= 60; seed += 1) {
      const chance = seededChance(seed);
      const spends = Array.from({ length: 10 }, (_, day) =>
        Math.round(100_000 * (0.86 + 0.006 * day) * Math.exp(0.01 * chance.normal())),
      );
      const { ends = 0.9 } = found(10, { rows: rowsOf(spends) }, budgets) ?? {};
      expect(ends).toBeGreaterThan(0.8);
    }
  });

  it("is none where days are not reported, come late, or are made larger later", () => {
    const rows = rowsOf(flown({}));
    const thinned = rows.filter((_, day) => day % 4 !== 1);
    const growing = (morning: number) =>
      rows.slice(0, morning).map((row, day) => ({
        ...row,
        spendMinor: Math.round(Math.min(1, 0.4 + 0.2 * (morning - 1 - day)) * (row.spendMinor ?? 0)),
      }));
    for (let morning = 6; morning < length; morning += 1) {
      expect(
        found(morning, { rows: thinned.filter(({ date }) => date < addDays(start, morning)) }),
      ).toBeUndefined();
      expect(found(morning, { rows: rows.slice(0, Math.max(0, morning - 4)) })).toBeUndefined();
      const restated = [1, 2, 3].flatMap((age) =>
        growing(morning - age).flatMap((row, day) =>
          day >= morning - age - 3
            ? [{ row, until: `${addDays(start, morning - age + 1)}T06:00:00.000Z` }]
            : [],
        ),
      );
      expect(found(morning, { rows: growing(morning), restated })).toBeUndefined();
    }
  });
});
