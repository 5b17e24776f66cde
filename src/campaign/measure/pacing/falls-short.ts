import { addDays, countDays, dayOf, daysApart } from "../../../lib/days.ts";
import type { LivePackage } from "../../account/live-buys.ts";
import { idleBy, switchedDays } from "../../account/planned-by.ts";
import { type BuyDelivery, dayByDay } from "../../model/measured/delivery.ts";
import { type SentCurve, shareBy } from "../../model/offers/sent-curve.ts";

/** A line that brings a part of what it should since a day, and what it comes to by its last day, as a part of its budget. */
export interface FallsShort {
  readonly since: string;
  readonly part: number;
  readonly ends: number;
}

/** How much likelier a fault must be than any fair way to spend the order, as a logarithm: about 100 to 1. */
const needed = 4.6;
/** Of its order; what ends higher is not worth a word. */
const short = 0.88;
/** Delivering days of which nothing is said yet, and last days that say nothing: each has all that is left. */
const fewest = 5;
const lastDays = 5;
/** Part of the flight after which pace and claims say it better: what is left is small, and so is what a seller that runs ahead still spends. */
const late = 0.85;
/** A day that is made larger by more than this was not complete. */
const restatedBy = 1.02;
/** Parts of what it should that a line with a fault brings, and how many days are tried as the first of it. */
const parts = [0.3, 0.45, 0.6, 0.75];
const mostSinces = 12;
/** The same where there is a fault, for what is said of it: a part that is tried too far off looks like another way to spend. */
const finely = Array.from({ length: 84 }, (_, more) => (15 + more) / 100);

/** How far days differ by chance, and weekdays beside that, both of the logarithm, with what is thought of it beforehand. */
const spreads = [0.07, 0.15, 0.25, 0.4].flatMap((day) => [
  { day, weekday: 0, likely: 2 / 12 },
  { day, weekday: 0.5, likely: 1 / 12 },
]);

/** A fair way to spend an order: what falls on a day beside others, as `at` goes from 0 to 1 over the flight. */
interface Fair {
  readonly likely: number;
  readonly weight: (at: number, sinceFirst: number) => number;
  /** Days on which it still rises, and which say less. */
  readonly ramp: number;
}

const shapes: readonly Pick<Fair, "likely" | "weight">[] = [
  { likely: 1 / 2, weight: () => 1 },
  { likely: 1 / 6, weight: (at) => 1.6 - 1.2 * at },
  { likely: 1 / 6, weight: (at) => 0.6 + 0.8 * at },
  // As fast as it can: it is done before the end.
  ...[0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((end) => ({
    likely: 1 / 48,
    weight: (at: number, sinceFirst: number) => (at < end || sinceFirst < 7 ? 1 : 0.001),
  })),
];
const ramps = [
  { likely: 0.7, days: 0 },
  { likely: 0.15, days: 4 },
  { likely: 0.15, days: 8 },
];
const fair: readonly Fair[] = ramps.flatMap(({ likely, days }) =>
  shapes.map((shape) => ({
    likely: likely * shape.likely,
    ramp: days,
    weight: (at: number, sinceFirst: number) =>
      shape.weight(at, sinceFirst) * (sinceFirst < days ? 0.15 + (0.85 * sinceFirst) / days : 1),
  })),
);
/** What a day of a ramp says beside others. */
const ramping = 0.5;

interface Ran {
  readonly weekday: number;
  readonly budget: number;
  /** What a pause of ours has left of it until then: its seller leaves it, or spends it later. */
  readonly idle: number;
  /** Absent where it was not reported. */
  readonly spent?: number;
  /** It speaks for how the line runs: reported by itself, complete, and neither paused nor changed by us. */
  readonly isTelling: boolean;
}

/**
 * Whether a line brings less than it should, long before its end shows it. Every fair way to spend the order (evenly, more at first or
 * at the end, as fast as it can, after a ramp, by its weekdays) is laid beside the same with a part of it missing from some day
 * on: a seller spends what is left over the days that are left, so each day is measured by that. Days that are not
 * reported are taken as they should be. Undefined where a fair way is as likely.
 */
export function fallsShort(
  line: LivePackage,
  delivery: Pick<BuyDelivery, "rows" | "wholes" | "restated" | "reportedAt">,
): FallsShort | undefined {
  const { budgets, curve } = line;
  const { from: start = "", end = "" } = { ...budgets[0], end: budgets.at(-1)?.end };
  const length = countDays(start, end);
  const days = ranOf(line, delivery, start);
  const first = days.findIndex(({ spent = 0 }) => spent > 0);
  const telling = days.flatMap(({ isTelling, spent = 0 }, day) =>
    isTelling && spent > 0 && length - day > lastDays ? [day] : [],
  );
  const { budget = 0, idle = 0 } = days.at(-1) ?? {};
  if (first < 0 || telling.length < fewest || days.length >= late * length) return undefined;
  const weekdays = weekdaysOf(days.slice(first));
  const flight = {
    days,
    first,
    length,
    weekdays,
    ...weighing(telling.map((day) => days[day]?.weekday ?? 0)),
  };
  const sinces = sincesOf(first, telling);
  const spent = days.reduce((sum, day) => sum + (day.spent ?? 0), 0);
  let [none, some] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let best = { likely: Number.NEGATIVE_INFINITY, since: first };
  for (const one of fair) {
    const { likely: before, ramp } = one;
    const { weights, ahead } = weightsOf(one, flight, curve);
    for (const leavesIdle of idle > 0 ? [false, true] : [false]) {
      const way = { weights, ahead, ramp, leavesIdle };
      none = added(none, Math.log(before) + likelihood(flight, way).likely);
      for (const since of sinces)
        for (const part of parts) {
          const all =
            Math.log(before / sinces.length / parts.length) + likelihood(flight, way, { since, part }).likely;
          some = added(some, all);
          if (all > best.likely) best = { likely: all, since };
        }
    }
  }
  if (!(some - none >= needed)) return undefined;
  const { part, should } = likeliest(flight, best.since, { curve, isIdle: idle > 0 });
  const ends = (spent + part * Math.max(0, budget - should)) / budget;
  return ends >= short ? undefined : { since: addDays(start.slice(0, 10), best.since), part, ends };
}

/** The part that a line brings since a day, by all ways to spend the order, and what it should have spent until now. */
function likeliest(
  flight: Flight,
  since: number,
  { curve, isIdle }: { readonly curve: SentCurve; readonly isIdle: boolean },
): { readonly part: number; readonly should: number } {
  let best = { likely: Number.NEGATIVE_INFINITY, part: 1, should: 0 };
  for (const one of fair)
    for (const leavesIdle of isIdle ? [false, true] : [false]) {
      const way = { ...weightsOf(one, flight, curve), ramp: one.ramp, leavesIdle };
      for (const part of finely) {
        const { likely, should } = likelihood(flight, way, { since, part });
        const all = Math.log(one.likely) + likely;
        if (all > best.likely) best = { likely: all, part, should };
      }
    }
  return best;
}

/** Every day up to the last one that is complete. Of a seller that makes its figures larger it is as old as those that it did so to. */
function ranOf(
  { packageId, budgets, curve }: LivePackage,
  { rows, wholes, restated, reportedAt }: Parameters<typeof fallsShort>[1],
  start: string,
): Ran[] {
  const own = dayByDay({ rows, wholes }, packageId).filter(({ spendMinor }) => spendMinor !== undefined);
  const now = new Map(own.map(({ date, spendMinor = 0 }) => [date, spendMinor]));
  const grows = restated.flatMap(({ row: { date, spendMinor = 0, ...row }, until }) =>
    row.packageId === packageId && (now.get(date) ?? 0) > spendMinor * restatedBy
      ? daysApart(date, dayOf(Date.parse(until)))
      : [],
  );
  const complete = addDays(dayOf(Date.parse(reportedAt)), -Math.max(0, ...grows));
  const switched = switchedDays(budgets);
  const days: Ran[] = [];
  const at = (day: string) => budgets.findLast(({ from }) => from.slice(0, 10) <= day) ?? budgets[0];
  const put = (date: string, figures: Pick<Ran, "spent" | "isTelling">) =>
    days.push({
      weekday: new Date(date).getUTCDay(),
      budget: at(date)?.minor ?? 0,
      idle: idleBy({ budgets, curve }, date),
      ...figures,
    });
  const changed = new Set(budgets.slice(1).map(({ from }) => from.slice(0, 10)));
  const isNear = (date: string) => [-1, 0, 1].some((by) => changed.has(addDays(date, by)));
  const ending = budgets.findLast(({ end }, i) => i > 0 && end !== budgets[i - 1]?.end)?.from ?? "";
  for (const { date, from = date, spendMinor = 0 } of own) {
    if (date > complete || date < start) continue;
    for (let missing = days.length; missing < daysApart(start, from); missing += 1)
      put(addDays(start, missing), { isTelling: false });
    const length = daysApart(from, date) + 1;
    for (let day = 0; day < length; day += 1) {
      const own = addDays(from, day);
      const isTelling =
        length === 1 && own >= ending && at(own)?.paused !== true && !switched.has(own) && !isNear(own);
      put(own, { spent: spendMinor / length, isTelling });
    }
  }
  return days;
}

/** What each day of the week brings beside the others: nothing where it never did, drawn to 1 where few of it were seen. */
function weekdaysOf(days: readonly Ran[]): number[] {
  const rates = days.flatMap(({ weekday, spent, budget, isTelling }) =>
    isTelling && spent !== undefined ? [{ weekday, rate: spent / budget }] : [],
  );
  const logs = rates.flatMap(({ rate }) => (rate > 0 ? Math.log(rate) : []));
  const usual = logs.reduce((sum, one) => sum + one, 0) / Math.max(1, logs.length);
  return Array.from({ length: 7 }, (_, weekday) => {
    const own = rates.filter((one) => one.weekday === weekday);
    const some = own.filter(({ rate }) => rate > 0);
    if (own.length > 0 && some.length === 0) return 0;
    return Math.exp(some.reduce((sum, { rate }) => sum + Math.log(rate) - usual, 0) / (some.length + 1));
  });
}

/** The first delivering day, and those that others came before and after. */
function sincesOf(first: number, telling: readonly number[]): number[] {
  const all = [first, ...telling.slice(2, -2)];
  const step = Math.ceil(all.length / mostSinces);
  return all.filter((_, i) => i === 0 || (all.length - 1 - i) % step === 0);
}

interface Spread {
  readonly square: number;
  readonly constant: number;
  /** By weekday: what of the square of its sum is the weekday's own. */
  readonly shared: readonly number[];
}

/** What does not depend on how the days went: which of them count, by weekday. */
function weighing(weekdays: readonly number[]): { readonly spread: readonly Spread[] } {
  const counts = Array.from({ length: 7 }, (_, weekday) => weekdays.filter((one) => one === weekday).length);
  return {
    spread: spreads.map(({ day, weekday, likely }) => {
      const [square, own] = [day ** 2, weekday ** 2];
      const logs = counts.map((count) => -count * Math.log(day) - Math.log(1 + (count * own) / square) / 2);
      return {
        square,
        constant: Math.log(likely) + logs.reduce((sum, one) => sum + one, 0),
        shared: counts.map((count) => own / (square * (square + count * own))),
      };
    }),
  };
}

interface Flight {
  readonly days: readonly Ran[];
  readonly first: number;
  readonly length: number;
  readonly weekdays: readonly number[];
  readonly spread: readonly Spread[];
}

/** What falls on each day in a way, before its weekday counts, and what is left of the flight from each day on, by its weekdays. */
function weightsOf({ weight }: Fair, { days, first, length, weekdays }: Flight, curve: SentCurve) {
  const weights = Array.from({ length }, (_, day) =>
    day < first
      ? 0
      : weight(day / length, day - first) * (shareBy(curve, day + 1, length) - shareBy(curve, day, length)),
  );
  const ahead = [...weights];
  for (let day = length - 1; day >= 0; day -= 1)
    ahead[day] =
      (ahead[day + 1] ?? 0) +
      (weights[day] ?? 0) * (weekdays[((days[0]?.weekday ?? 0) + day) % weekdays.length] ?? 1);
  return { weights, ahead };
}

interface Way {
  readonly weights: readonly number[];
  readonly ahead: readonly number[];
  readonly ramp: number;
  readonly leavesIdle: boolean;
}

/**
 * The logarithm of how likely the days are if a seller spends what is left in a way, and a fault leaves a part of that; and what
 * it should have spent until now. Days are log-normal beside what was due, with an effect of each weekday that is not known.
 */
function likelihood(
  { days, first, length, weekdays, spread }: Flight,
  { weights, ahead, ramp, leavesIdle }: Way,
  { since, part }: Pick<FallsShort, "part"> & { readonly since: number } = { since: length, part: 1 },
): { readonly likely: number; readonly should: number } {
  const sums = Array.from({ length: 7 }, () => 0);
  const squares = Array.from({ length: 7 }, () => 0);
  let should = 0;
  for (let day = first; day < days.length; day += 1) {
    const { weekday = 0, budget: whole = 0, idle = 0, spent, isTelling } = days[day] ?? {};
    const budget = leavesIdle ? whole - idle : whole;
    const left = ahead[day] ?? 0;
    const due = left > 0 ? (Math.max(0, budget - should) * (weights[day] ?? 0)) / left : 0;
    if (spent === undefined) {
      should += due * (weekdays[weekday] ?? 1);
      continue;
    }
    const own = spent / (day >= since ? part : 1);
    // It cannot have been to spend more than it had.
    if (part < 1 && should + own > 1.01 * budget) return { likely: Number.NEGATIVE_INFINITY, should };
    if (isTelling === true && own > 0 && length - day > lastDays) {
      const off = Math.log(own / Math.max(due, 1e-6 * budget)) * (day - first < ramp ? ramping : 1);
      sums[weekday] = (sums[weekday] ?? 0) + off;
      squares[weekday] = (squares[weekday] ?? 0) + off ** 2;
    }
    should += own;
  }
  const likely = spread
    .map(({ square, constant, shared }) => {
      const misfit = squares.reduce(
        (all, one, weekday) => all + one / square - (shared[weekday] ?? 0) * (sums[weekday] ?? 0) ** 2,
        0,
      );
      return constant - misfit / 2;
    })
    .reduce(added);
  return { likely, should };
}

/** The logarithm of the sum of two numbers that are given by theirs. */
function added(one: number, other: number): number {
  const most = Math.max(one, other);
  return most === Number.NEGATIVE_INFINITY
    ? most
    : most + Math.log(Math.exp(one - most) + Math.exp(other - most));
}
