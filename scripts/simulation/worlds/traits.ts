// What may be true of a line: each function draws its particulars and returns a change of a sketch.
import type { Chance } from "./chance.ts";
import type { Sketch, View } from "./shapes.ts";
import { between, filling, happens, isWeekend, knee, pick, sCurve, whole } from "./shapes.ts";
import type { Changed, Wish } from "./world.ts";

export type Trait = (sketch: Sketch) => Sketch;

const timed =
  (time: (day: number) => number): Trait =>
  (sketch) => ({ ...sketch, times: [...sketch.times, time] });
const seen =
  (view: View): Trait =>
  (sketch) => ({ ...sketch, views: [...sketch.views, view] });
const changed =
  (change: (wish: Wish) => Changed): Trait =>
  (sketch) => ({ ...sketch, change });

// Luck.
/** Good and bad weeks. */
export function weekLuck(chance: Chance, days: number, spread: number): (day: number) => number {
  const weeks = Array.from({ length: Math.ceil(days / 7) + 1 }, () =>
    Math.exp(spread * chance.normal() - spread ** 2 / 2),
  );
  return (day) => weeks[Math.floor(day / 7)] ?? 1;
}
export const lucky =
  (luck: (day: number) => number): Trait =>
  (sketch) => {
    const before = sketch.luck;
    return { ...sketch, luck: before ? (day) => before(day) * luck(day) : luck };
  };

// Time.
/** Its review and learning take days: few outcomes for the money at first. */
export function ramp(chance: Chance): Trait {
  const from = between(chance, 0.1, 0.5);
  const length = whole(chance, 4, 14);
  return timed((day) => (day >= length ? 1 : from + ((1 - from) * day) / length));
}
/** Spends little at first and catches up. */
export function slowStart(chance: Chance): Trait {
  const from = between(chance, 0, 0.4);
  const length = whole(chance, 3, 10);
  return (sketch) => ({
    ...sketch,
    weights: (day) => (day >= length ? 1 : from + ((1 - from) * day) / length),
  });
}
export const startsOn =
  (first: number): Trait =>
  (sketch) => ({ ...sketch, weights: (day) => (day < first ? 0 : 1) });
/** Straight from 1 at the start to this at the end. */
export const drift = (end: number, days: number): Trait => timed((day) => 1 + ((end - 1) * day) / days);
/** The creative wears out: down to a floor, by this much a week. */
export function wear(chance: Chance): Trait {
  const weekly = between(chance, 0.08, 0.25);
  const floor = between(chance, 0.3, 0.6);
  const first = whole(chance, 5, 16);
  return timed((day) => (day < first ? 1 : floor + (1 - floor) * (1 - weekly) ** ((day - first) / 7)));
}
export const breaksOn = (day: number, rest: number): Trait => timed((at) => (at < day ? 1 : rest));
/** A wave over the flight: a season of all. */
export function season(chance: Chance, days: number): (day: number) => number {
  const height = between(chance, 0.15, 0.45);
  const shift = between(chance, 0, 2 * Math.PI);
  const length = between(chance, 0.7, 1.6) * days;
  return (day) => 1 + height * Math.sin((2 * Math.PI * day) / length + shift);
}
export const at = timed;
/** Days of the week that are better than others; 1 on average. */
export function weekdays(chance: Chance, spread: number): (day: number) => number {
  const raw = Array.from({ length: 7 }, () => Math.exp(spread * chance.normal()));
  const sum = raw.reduce((all, one) => all + one, 0);
  return (day) => (7 * (raw[day % 7] ?? 1)) / sum;
}

// Pace.
export const weekendsOff: Trait = (sketch) => ({ ...sketch, weights: (day) => (isWeekend(day) ? 0 : 1) });
export const weekendsLost: Trait = (sketch) => ({ ...sketch, losesWeekends: true });
export function frontLoads(chance: Chance, days: number): Trait {
  const fall = between(chance, 1, 2.5);
  return (sketch) => ({ ...sketch, weights: (day) => Math.exp((-fall * day) / days) });
}
/** Has stock for a part of its money only. */
export function cannotSpend(chance: Chance): Trait {
  const most = between(chance, 0.35, 0.85);
  return (sketch) => ({ ...sketch, most });
}

// Response.
export function usedUp(chance: Chance): Trait {
  const curve = knee(between(chance, 0.55, 1.15), between(chance, 0.05, 0.25));
  return (sketch) => ({ ...sketch, curve });
}
export function saturates(chance: Chance): Trait {
  const curve = filling(between(chance, 3, 6));
  return (sketch) => ({ ...sketch, curve });
}
export function sShaped(chance: Chance): Trait {
  const curve = sCurve(between(chance, 0.5, 1.4), between(chance, 1.7, 2.8));
  return (sketch) => ({ ...sketch, curve });
}

// Reports.
/** Outcomes come over days; final when nearly all are in. */
export function lags(chance: Chance): Trait {
  const pace = between(chance, 1.5, 4);
  const last = Math.ceil(3.5 * pace);
  const full = 1 - Math.exp(-last / pace);
  return seen((row, age) => ({
    ...row,
    outcomes: row.outcomes * Math.min(1, (1 - Math.exp(-age / pace)) / full),
    final: row.final && age >= last,
  }));
}
export const late =
  (days: number): Trait =>
  (sketch) => ({ ...sketch, lateBy: days });
/** Counts stand too high, or too low, for days, then are set right. */
export function restates(chance: Chance): Trait {
  const first = happens(chance, 0.6) ? between(chance, 1.15, 1.6) : between(chance, 0.5, 0.85);
  const after = whole(chance, 4, 9);
  return seen((row, age) => (age > after ? row : { ...row, outcomes: row.outcomes * first, final: false }));
}
export function leavesOut(chance: Chance, days: number): Trait {
  const share = between(chance, 0.05, 0.25);
  const out = Array.from({ length: days + 1 }, () => happens(chance, share));
  return seen((row) => (out[row.day] ? undefined : row));
}
export const totalsOnly: Trait = (sketch) => ({ ...sketch, totals: true });
/** Claims more outcomes than there were; some more impressions too. */
export function boasts(chance: Chance): Trait {
  const by = between(chance, 1.25, 2.5);
  const shown = happens(chance, 0.4) ? between(chance, 1.05, 1.3) : 1;
  return seen((row) => ({ ...row, outcomes: row.outcomes * by, impressions: row.impressions * shown }));
}

// Changes.
export const takesNoMore: Trait = changed(({ from, to }) =>
  to > from ? { type: "refused", reason: "sold out for the period" } : { type: "made" },
);
export const givesNothingBack: Trait = changed(({ from, to }) =>
  to < from ? { type: "refused", reason: "booked firm, no cancellation" } : { type: "made" },
);
export const refusesAll: Trait = changed(() => ({ type: "refused", reason: "changes only by a new order" }));
export function takesPart(chance: Chance): Trait {
  const share = between(chance, 0.25, 0.75);
  return changed(({ from, to }) =>
    to > from ? { type: "made", to: Math.round(from + share * (to - from)) } : { type: "made" },
  );
}
export function slow(chance: Chance): Trait {
  const wait = whole(chance, 2, 7);
  return changed(({ day }) => ({ type: "made", on: day + wait }));
}
export const stubborn = (chance: Chance): Trait =>
  pick(chance, [
    () => takesNoMore,
    () => givesNothingBack,
    () => takesPart(chance),
    () => slow(chance),
    () => refusesAll,
  ])();

/** What combinations are drawn from. */
export const anyTrait = (chance: Chance, days: number): Trait =>
  pick<() => Trait>(chance, [
    () => ramp(chance),
    () => slowStart(chance),
    () => startsOn(whole(chance, 4, 14)),
    () => drift(between(chance, 0.4, 1.7), days),
    () => wear(chance),
    () => at(weekdays(chance, 0.3)),
    () => lucky(weekLuck(chance, days, between(chance, 0.15, 0.4))),
    () => weekendsOff,
    () => weekendsLost,
    () => frontLoads(chance, days),
    () => cannotSpend(chance),
    () => usedUp(chance),
    () => saturates(chance),
    () => sShaped(chance),
    () => lags(chance),
    () => late(whole(chance, 1, 4)),
    () => restates(chance),
    () => leavesOut(chance, days),
    () => totalsOnly,
    () => boasts(chance),
    () => stubborn(chance),
  ])();
