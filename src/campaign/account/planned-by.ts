import { dayMs, dayOf, eachDay, endOf } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sumOver } from "../../lib/money.ts";
import { type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import { shareBy } from "../model/offers/sent-curve.ts";
import type { Budget, LivePackage } from "./live-buys.ts";

type Order = Pick<LivePackage, "budgets" | "curve">;

/** A fair way to read an order that we changed while it ran. Our change is no fault of a seller that reads it so. */
export interface Reading {
  /**
   * What becomes of the money of the time in which we had it paused: it is left until we order a new budget or last day, is left
   * for good, or is spent on the days after the pause.
   */
  readonly idle: "until ordered" | "left" | "made up for";
  /** The instant from which a change counts that was answered at another. */
  readonly from: (answered: number) => number;
}

/** The order to the letter: what is due of each day is what was ordered on it, and of a day of a change some of both. */
export const asOrdered: Reading = { idle: "until ordered", from: (answered) => answered };

const hourMs = dayMs / 24;
const startOfDay = (at: number) => at - (at % dayMs);
/** A seller's clock is up to 12 hours behind UTC or 14 ahead, and a change may count for all of its day or from the next one on. */
const countedFrom: readonly Reading["from"][] = [
  asOrdered.from,
  startOfDay,
  (at) => startOfDay(at - 12 * hourMs),
  (at) => startOfDay(at) + dayMs,
  (at) => startOfDay(at + 14 * hourMs) + dayMs,
];
/** The last instant from which a change counts, however its seller counts. */
export function latestFrom(answered: number): number {
  return Math.max(...countedFrom.map((from) => from(answered)));
}

const idles = [asOrdered.idle, "left", "made up for"] as const;

/** Every fair reading, the order to the letter first; there is one of an order that was never changed. */
export function readingsOf({ budgets }: Pick<Order, "budgets">): readonly [Reading, ...Reading[]] {
  if (budgets.length < 2) return [asOrdered];
  const paused = budgets.some((one) => one.paused);
  const more = countedFrom.flatMap((from) =>
    (paused ? idles : [asOrdered.idle]).map((idle) => ({ idle, from })),
  );
  return [asOrdered, ...more.slice(1)];
}

/**
 * What a package was to have spent when `day` is over, in minor units, not rounded; it never falls. A budget or a last day that
 * changes in the middle of the flight changes what is left from that instant on. Nothing is due of the time in which we had it
 * paused, nor once it was cancelled or its last day had passed, whatever is ordered then.
 */
export function plannedBy(order: Order, day: string, reading: Reading = asOrdered): number {
  return foldOf(order, day, reading).planned;
}

/** What the order had for the time in which we had it paused, up to the end of `day`: minor units, not rounded. */
export function idleBy(order: Order, day: string): number {
  return foldOf(order, day, asOrdered).idle;
}

function foldOf({ budgets, curve }: Order, day: string, reading: Reading) {
  // `left` is the part of what was idle that is not to be spent on other days.
  let [planned, idle, left] = [0, 0, 0];
  const [first] = budgets;
  if (first === undefined) return { planned, idle };
  const begin = Date.parse(first.from);
  const elapsedAt = (at: number) => (at - begin) / dayMs;
  const until = endOf(day);
  // What was ordered before the first day counts from it, however a day is counted.
  const starts = budgets.map(({ from }) =>
    from === first.from ? begin : Math.max(begin, reading.from(Date.parse(from))),
  );
  for (const [i, { minor, end, paused, cancelled }] of budgets.entries()) {
    const since = starts[i] ?? until;
    if (since >= until || cancelled) break;
    const length = elapsedAt(endOf(end));
    const before = shareBy(curve, elapsedAt(since), length);
    if (before >= 1) continue;
    if (reading.idle === "made up for" || (reading.idle === "until ordered" && isOrderedAnew(budgets, i)))
      left = 0;
    const to = Math.min(until, starts[i + 1] ?? until);
    const share = (shareBy(curve, elapsedAt(to), length) - before) / (1 - before);
    const wanted = Math.max(0, minor - planned - left) * share;
    if (paused) {
      left += wanted;
      idle += wanted;
    } else planned += wanted;
  }
  return { planned, idle };
}

function isOrderedAnew(budgets: readonly Budget[], i: number): boolean {
  const [before, now] = [budgets[i - 1], budgets[i]];
  return before?.minor !== now?.minor || before?.end !== now?.end;
}

/** What of some readings comes nearest to a figure: the figure itself where it lies between them. In whole units, as sellers count. */
export function nearestTo(figure: number, readings: readonly number[]): number {
  return Math.min(Math.ceil(Math.max(...readings)), Math.max(Math.floor(Math.min(...readings)), figure));
}

/** What an order wants spent on each of some days, which follow each other. */
export function plannedOn(
  order: Order,
  days: readonly string[],
  reading: Reading,
): ReadonlyMap<string, number> {
  let before = 0;
  return new Map(
    days.map((day) => {
      const by = plannedBy(order, day, reading);
      const own = by - before;
      before = by;
      return [day, own];
    }),
  );
}

/** What was due of reported days, in minor units: of all together, and of each. */
export interface Due {
  readonly total: number;
  readonly days: ReadonlyMap<string, number>;
}

/**
 * The one meaning of due: what the order wanted of the days of which a figure is reported, and nothing of the time in which we had it
 * paused, by the fair reading that comes nearest to what was delivered. What a pause leaves is all made up for or none of it: a seller
 * that makes up for a part is short of the rest. A day of a switch, which says nothing, is read as the others went. `rate` is
 * units of the figure for a minor unit. With `until`, what of it was due by that day.
 */
export function dueOf(
  order: Order,
  rows: readonly DeliveryRow[],
  figure: "impressions" | "spendMinor" = "spendMinor",
  rate = 1,
  until = "9999",
): Due {
  const reported = rows.filter((row) => row[figure] !== undefined);
  const [first, last] = [order.budgets[0]?.from.slice(0, 10), reported.at(-1)?.date];
  if (first === undefined || last === undefined) return { total: 0, days: new Map() };
  const switched = switchedDays(order.budgets);
  const isTelling = ({ date, from }: DeliveryRow) => from !== undefined || !switched.has(date);
  const figureOf = (some: readonly DeliveryRow[]) => sumOver(some, (row) => row[figure] ?? 0) / rate;
  const comparedOn = (readings: readonly ReadonlyMap<string, number>[], some: readonly DeliveryRow[]) => {
    const telling = some.filter(isTelling);
    const days = telling.flatMap(daysOfRow);
    const delivered = figureOf(telling);
    const sums = readings.map((reading) => sumOver(days, (day) => reading.get(day) ?? 0));
    return { delivered, wanted: nearestTo(delivered, sums) };
  };
  const [readings = []] = [...groupBy(readingsOf(order), ({ idle }) => idle).values()]
    .map((group) => group.map((reading) => plannedOn(order, eachDay(first, last), reading)))
    .map((group) => ({ group, ...comparedOn(group, reported) }))
    .sort((one, other) => Math.abs(one.wanted - one.delivered) - Math.abs(other.wanted - other.delivered))
    .map(({ group }) => group);
  const counted = reported.filter(({ date }) => date <= until);
  const days = [...new Set(counted.flatMap(daysOfRow))].sort();
  const { delivered, wanted } = comparedOn(readings, counted);
  const all = figureOf(counted);
  const sums = readings.map((reading) => sumOver(days, (day) => reading.get(day) ?? 0));
  const total = nearestTo(delivered > 0 && wanted > 0 ? (all * wanted) / delivered : all, sums);
  const [low, high] = [sums.indexOf(Math.min(...sums)), sums.indexOf(Math.max(...sums))];
  const [least = 0, most = 0] = [sums[low], sums[high]];
  // The total is in whole units, and may lie a little beyond both.
  const part = most > least ? Math.min(1, Math.max(0, (total - least) / (most - least))) : 0;
  const on = (reading: number, day: string) => readings[reading]?.get(day) ?? 0;
  return {
    total,
    days: new Map(days.map((day) => [day, on(low, day) * (1 - part) + on(high, day) * part])),
  };
}

/** The days on which it is a matter of how a seller counts whether it ran, as we paused it or let it run again about then. */
export function switchedDays(budgets: readonly Budget[]): ReadonlySet<string> {
  const days = new Set<string>();
  for (const [i, { from, paused }] of budgets.entries()) {
    if (i === 0 || paused === budgets[i - 1]?.paused) continue;
    const starts = countedFrom.map((counted) => counted(Date.parse(from)));
    for (let at = startOfDay(Math.min(...starts)); at < Math.max(...starts); at += dayMs) days.add(dayOf(at));
  }
  return days;
}

/** The days on some part of which we had it paused, from its first day to `last`. */
export function pausedDays(budgets: readonly Budget[], last: string): ReadonlySet<string> {
  const days = new Set<string>();
  for (const [i, { from, paused }] of budgets.entries()) {
    if (!paused) continue;
    const next = budgets[i + 1];
    const to = next === undefined ? endOf(last) : Math.min(endOf(last), Date.parse(next.from));
    for (let at = startOfDay(Date.parse(from)); at < to; at += dayMs) days.add(dayOf(at));
  }
  return days;
}
