import type { Chance } from "../chance.ts";
import type { DayOfLine } from "../world.ts";
import { around, type ByDay, between, series, whole } from "./forms.ts";

export type Pacing = (day: DayOfLine) => number;

const isWeekend = (day: number): boolean => day % 7 >= 5;

const within = (left: number, amount: number): number =>
  Math.max(0, Math.min(Math.floor(left), Math.floor(amount)));

const evenly = ({ left, daysLeft }: DayOfLine): number => left / Math.max(1, daysLeft);

export const evenPace: Pacing = (at) => within(at.left, evenly(at));

/** Nothing before `start`, then up to the full pace in `length` days; what was missed is caught up. */
export const ramping =
  (start: number, length: number): Pacing =>
  (at) => {
    if (at.daysLeft <= 1) return within(at.left, at.left);
    if (at.day < start) return 0;
    return within(at.left, evenly(at) * Math.min(1, (at.day - start + 1) / (length + 1)));
  };

/** Creatives are let through one after another: a step each some days. */
export function reviewing(chance: Chance): Pacing {
  const creatives = whole(chance, 2, 4);
  const passed: number[] = [];
  for (let index = 0, day = 0; index < creatives; index += 1) {
    day += whole(chance, index === 0 ? 0 : 1, 5);
    passed.push(day);
  }
  return (at) => within(at.left, (evenly(at) * passed.filter((day) => day <= at.day).length) / creatives);
}

export const weekendsCaughtUp: Pacing = (at) => {
  if (isWeekend(at.day)) return 0;
  let open = 0;
  for (let ahead = 0; ahead < at.daysLeft; ahead += 1) if (!isWeekend(at.day + ahead)) open += 1;
  return within(at.left, at.left / Math.max(1, open));
};

/** What a weekend would have got is never spent. */
export const weekendsLost: Pacing = (at) => {
  if (isWeekend(at.day)) return 0;
  const budget = at.left + at.spent.reduce((a, b) => a + b, 0);
  return within(at.left, budget / (at.day + at.daysLeft));
};

/** It sells no more than this a day. */
export const upTo =
  (most: ByDay, pacing: Pacing = evenPace): Pacing =>
  (at) =>
    within(at.left, Math.min(most(at.day), pacing(at)));

/** Faster than even, so that the money is gone before the end. */
export const frontLoading =
  (haste: number): Pacing =>
  (at) =>
    within(at.left, at.daysLeft <= 1 ? at.left : evenly(at) * haste);

/** Slower than even, with the rest in the last days, as far as it can. */
export const backLoading =
  (sloth: number): Pacing =>
  (at) =>
    within(at.left, at.daysLeft <= 5 ? evenly(at) : evenly(at) * sloth);

/** By weekday or season, everything spent. */
export const shaped =
  (weight: ByDay): Pacing =>
  (at) => {
    let ahead = 0;
    for (let day = at.day; day < at.day + at.daysLeft; day += 1) ahead += weight(day);
    return within(at.left, ahead > 0 ? (at.left * weight(at.day)) / ahead : 0);
  };

/** Days are never quite alike. */
export function wobbling(chance: Chance, days: number, sigma: number, pacing: Pacing = evenPace): Pacing {
  const wobble = series(days + 1, () => around(chance, sigma));
  return (at) =>
    at.daysLeft <= 1 ? within(at.left, pacing(at)) : within(at.left, pacing(at) * (wobble[at.day] ?? 1));
}

/** Any of the ways in which everything is spent in the end. */
export function anyPacing(chance: Chance, days: number): Pacing | undefined {
  const draw = chance.uniform();
  if (draw < 0.35) return undefined;
  if (draw < 0.55) return wobbling(chance, days, between(chance, 0.05, 0.25));
  if (draw < 0.7) return reviewing(chance);
  if (draw < 0.8) return weekendsCaughtUp;
  if (draw < 0.9) return frontLoading(between(chance, 1.1, 1.5));
  return ramping(whole(chance, 0, 5), whole(chance, 2, 8));
}
