import type { Chance } from "../chance.ts";
import type { Changed, Report, ReportedDay, TrueDay, Wish } from "../world.ts";
import { around, type ByDay, between, maybe, oneOf, series, spread, whole } from "./forms.ts";

export type Reports = (morning: number, truth: readonly TrueDay[]) => Report;
export type Change = (wish: Wish) => Changed;

export interface Habits {
  /** Days missing at the end of each report. */
  readonly late?: ByDay;
  /** Days that are not reported: never, or until they are this old. */
  readonly hiddenUntil?: (day: number) => number;
  /** Outcomes told per true outcome. */
  readonly boast?: ByDay;
  /** Impressions told per true impression. */
  readonly inflates?: number;
  /** Share of the last figure that a day shows when it is this old (1: yesterday). */
  readonly shown?: (age: number, day: number) => number;
  /** Days are called final when they are this old. */
  readonly finalAt?: number;
  readonly totals?: true;
}

/** To a whole number, up or down so that small counts keep their sum. */
const roundedOn = (day: number, count: number): number =>
  Math.max(0, Math.floor(count + ((day * 0.618034 + 0.31) % 1)));

export function reporting(habits: Habits): Reports {
  const { late, hiddenUntil, boast, inflates, shown, finalAt, totals } = habits;
  return (morning, truth) => {
    const through = Math.max(
      -1,
      Math.min(truth.length, morning) - 1 - Math.max(0, Math.round(late?.(morning) ?? 0)),
    );
    const days: ReportedDay[] = [];
    for (let day = 0; day <= through; day += 1) {
      const was = truth[day];
      const age = morning - day;
      if (was === undefined || age < (hiddenUntil?.(day) ?? 0)) continue;
      const factor = (boast?.(day) ?? 1) * (shown?.(age, day) ?? 1);
      days.push({
        day,
        spend: Math.round(was.spend),
        impressions: Math.round(was.impressions * (inflates ?? 1)),
        outcomes: roundedOn(day, was.outcomes * factor),
        final: age > (finalAt ?? 3),
      });
    }
    if (totals === undefined) return { type: "days", days };
    const sum = (of: (day: ReportedDay) => number) => days.reduce((total, day) => total + of(day), 0);
    return {
      type: "total",
      through,
      spend: sum((day) => day.spend),
      impressions: sum((day) => day.impressions),
      outcomes: sum((day) => day.outcomes),
    };
  };
}

/** Days left out, some for good, some handed in later. */
export function gaps(chance: Chance, days: number, probability: number): (day: number) => number {
  const until = series(days + 1, () =>
    maybe(chance, probability) ? (maybe(chance, 0.5) ? 1e6 : whole(chance, 3, 12)) : 0,
  );
  return (day) => until[day] ?? 0;
}

/** Late by so many days, by one day more on some mornings, and for a while not at all to be had. */
export function lateness(chance: Chance, days: number, usual: number): ByDay {
  const extra = series(days + 8, () => (maybe(chance, 0.15) ? whole(chance, 1, 3) : 0));
  const silentFrom = whole(chance, 4, days);
  const silentDays = maybe(chance, 0.4) ? whole(chance, 3, 8) : 0;
  let through = -1;
  const late = series(days + 8, (morning) => {
    const silent = morning >= silentFrom && morning < silentFrom + silentDays ? morning - silentFrom : 0;
    /** What was once told stays told. */
    through = Math.max(through, morning - 1 - usual - (extra[morning] ?? 0) - silent);
    return morning - 1 - through;
  });
  return (morning) => late[morning] ?? usual;
}

/** Figures that come down as invalid traffic is taken out, or go up as conversions are matched. */
export function restating(first: number, settles: number): (age: number) => number {
  return (age) => (age >= settles ? 1 : first + ((1 - first) * (age - 1)) / Math.max(1, settles - 1));
}

/** At the turn of each fourth week all days before it are corrected. */
export function monthly(chance: Chance, days: number): (age: number, day: number) => number {
  const correction = series(
    Math.ceil(days / 28) + 1,
    () => 1 + Math.max(-0.2, Math.min(0.2, 0.1 * chance.normal())),
  );
  return (age, day) => {
    const month = Math.floor(day / 28);
    return day + age >= (month + 1) * 28 + 2 ? 1 : (correction[month] ?? 1);
  };
}

export function anyHabits(chance: Chance, days: number): Reports | undefined {
  const draw = chance.uniform();
  if (draw < 0.4) return undefined;
  if (draw < 0.52)
    return reporting({ totals: true, ...(maybe(chance, 0.5) ? { late: lateness(chance, days, 1) } : {}) });
  if (draw < 0.66) return reporting({ late: lateness(chance, days, whole(chance, 1, 3)), finalAt: 5 });
  if (draw < 0.8) return reporting({ hiddenUntil: gaps(chance, days, between(chance, 0.04, 0.2)) });
  const settles = whole(chance, 4, 10);
  return reporting({
    shown: restating(between(chance, 0.6, 1.5), settles),
    finalAt: maybe(chance, 0.7) ? settles : 3,
  });
}

/** A boast of its own that lasts; now and then growing. */
export function boasting(chance: Chance, days: number, low: number, high: number): ByDay {
  const size = spread(chance, low, high);
  const grows = maybe(chance, 0.25) ? between(chance, 1, 1.4) : 1;
  const noise = series(days + 1, () => around(chance, 0.06));
  return (day) => size * grows ** (day / days) * (noise[day] ?? 1);
}

// ---- changes ----

export const refusesMore: Change = ({ from, to }) =>
  to > from ? { type: "refused", reason: "inventory is sold out for this period" } : { type: "made" };

export const refusesLess: Change = ({ from, to }) =>
  to < from
    ? { type: "refused", reason: "the booking is guaranteed and cannot be reduced" }
    : { type: "made" };

export const refusesAll: Change = () => ({ type: "refused", reason: "the order is closed to changes" });

/** Not more than a part of an increase, not more than this over the budget of the day. */
export const takesPart =
  (part: number): Change =>
  ({ from, to }) =>
    to > from ? { type: "made", to: Math.round(from + (to - from) * part) } : { type: "made" };

/** Never below this budget (a minimum order). */
export const atLeast =
  (minimum: number): Change =>
  ({ from, to }) => {
    if (to >= from || to >= minimum) return { type: "made" };
    return from > minimum
      ? { type: "made", to: Math.round(minimum) }
      : { type: "refused", reason: "below the minimum order" };
  };

/** Done days later; what will be spent meanwhile cannot be taken. */
export function slowly(delays: ByDay, days: number): Change {
  return ({ day, from, to, spent }) => {
    const on = day + Math.max(1, Math.round(delays(day)));
    if (on >= days) return { type: "refused", reason: "too late to be changed before the end" };
    if (to >= from) return { type: "made", on };
    const meanwhile = spent + (((from - spent) * (on - day)) / Math.max(1, days - day)) * 1.3;
    return meanwhile >= from
      ? { type: "refused", reason: "it will have been spent" }
      : { type: "made", to: Math.round(Math.max(to, meanwhile)), on };
  };
}

export function delays(chance: Chance, days: number, most: number): ByDay {
  const drawn = series(days + 1, () => whole(chance, 1, most));
  return (day) => drawn[day] ?? 1;
}

/** Says no on some days and yes on others. */
export function moody(chance: Chance, days: number, probability: number): Change {
  const no = series(days + 1, () => (maybe(chance, probability) ? 1 : 0));
  return ({ day }) =>
    (no[day] ?? 0) > 0 ? { type: "refused", reason: "nobody could be reached" } : { type: "made" };
}

export function anyChange(chance: Chance, days: number, planned: number): Change | undefined {
  if (maybe(chance, 0.45)) return undefined;
  return oneOf(chance, [
    refusesMore,
    refusesLess,
    takesPart(between(chance, 0.2, 0.7)),
    atLeast(planned * between(chance, 0.4, 0.9)),
    slowly(delays(chance, days, whole(chance, 2, 6)), days),
    moody(chance, days, between(chance, 0.2, 0.6)),
  ]);
}
