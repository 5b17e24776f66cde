import type { Chance } from "../chance.ts";

/** What a share of the usual pace (1) brings, in shares of what the usual pace brings: 0 at 0, 1 at 1. */
export type Curve = (pace: number) => number;

export const between = (chance: Chance, low: number, high: number): number =>
  low + (high - low) * chance.uniform();

/** As likely in each doubling. */
export const spread = (chance: Chance, low: number, high: number): number =>
  low * (high / low) ** chance.uniform();

/** Both ends among them. */
export const whole = (chance: Chance, low: number, high: number): number =>
  low + Math.floor((high - low + 1) * chance.uniform());

export const maybe = (chance: Chance, probability: number): boolean => chance.uniform() < probability;

export function oneOf<T>(chance: Chance, things: readonly T[]): T {
  const thing = things[Math.floor(chance.uniform() * things.length)];
  if (thing === undefined) throw new Error("nothing to choose from");
  return thing;
}

export function shuffled<T>(chance: Chance, things: readonly T[]): T[] {
  const keyed = things.map((thing) => ({ thing, key: chance.uniform() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing);
}

/** Mean 1. */
export const around = (chance: Chance, sigma: number): number =>
  Math.exp(sigma * chance.normal() - sigma ** 2 / 2);

/** `count` shares of 1, the more unequal the larger sigma is. */
export function shares(chance: Chance, count: number, sigma: number): number[] {
  const raw = Array.from({ length: count }, () => Math.max(0.15, Math.min(5, around(chance, sigma))));
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((value) => value / sum);
}

export const series = (length: number, at: (index: number) => number): readonly number[] =>
  Array.from({ length }, (_, index) => at(index));

// ---- curves ----

export const straight: Curve = (pace) => pace;

/** Bends slowly, never flat. */
export const bending =
  (bend: number): Curve =>
  (pace) =>
    Math.log1p(bend * pace) / Math.log1p(bend);

/** An audience that is used up. */
export const filling =
  (fill: number): Curve =>
  (pace) =>
    -Math.expm1(-fill * pace) / -Math.expm1(-fill);

/** Straight up to the knee, nearly flat after it. */
export function kneed(knee: number, sharpness: number, rest: number): Curve {
  const soft = (pace: number) =>
    (Math.log1p(Math.exp(-sharpness * knee)) -
      Math.log(Math.exp(-sharpness * pace) + Math.exp(-sharpness * knee))) /
    sharpness;
  const raw = (pace: number) => soft(pace) + rest * pace;
  const atOne = raw(1);
  return (pace) => (pace > 60 ? raw(60) / atOne : raw(pace) / atOne);
}

/** Next to nothing below a threshold, then steep, then flat. */
export const sShaped =
  (half: number, steepness: number): Curve =>
  (pace) =>
    (pace ** steepness / (pace ** steepness + half ** steepness)) * (1 + half ** steepness);

export function mildCurve(chance: Chance): Curve {
  return maybe(chance, 0.5) ? bending(spread(chance, 0.3, 2)) : filling(between(chance, 0.2, 0.9));
}

// ---- factors by day ----

export type ByDay = (day: number) => number;

export const always: ByDay = () => 1;

export const times =
  (...factors: readonly ByDay[]): ByDay =>
  (day) =>
    factors.reduce((product, factor) => product * factor(day), 1);

/** Seven factors of mean 1. */
export function weekdays(factors: readonly number[]): ByDay {
  const mean = factors.reduce((a, b) => a + b, 0) / factors.length;
  return (day) => (factors[day % 7] ?? mean) / mean;
}

export function anyWeekdays(chance: Chance, sigma: number): ByDay {
  return weekdays(Array.from({ length: 7 }, () => around(chance, sigma)));
}

export const officeHours = (chance: Chance): ByDay => {
  const low = between(chance, 0.25, 0.6);
  return weekdays([1, 1.1, 1.1, 1.05, 0.9, low, low * between(chance, 0.8, 1.2)]);
};

export const leisure = (chance: Chance): ByDay => {
  const high = between(chance, 1.4, 2.2);
  return weekdays([0.8, 0.8, 0.85, 0.9, 1.1, high, high * between(chance, 0.85, 1.1)]);
};

/** A slow wave, and perhaps a sale of some days. */
export function season(chance: Chance, days: number, size: number): ByDay {
  const period = days * between(chance, 0.7, 2.5);
  const phase = between(chance, 0, 2 * Math.PI);
  const saleFrom = whole(chance, Math.floor(days / 4), Math.floor((days * 3) / 4));
  const saleDays = whole(chance, 3, 9);
  const sale = maybe(chance, 0.5) ? between(chance, 1.2, 1.8) : 1;
  const after = sale > 1 ? between(chance, 0.75, 1) : 1;
  return (day) => {
    const wave = 1 + size * Math.sin((2 * Math.PI * day) / period + phase);
    if (day >= saleFrom && day < saleFrom + saleDays) return wave * sale;
    return day >= saleFrom + saleDays && day < saleFrom + saleDays + 5 ? wave * after : wave;
  };
}

/** From 1 at the start to `end` at the end, by equal factors. */
export const drift =
  (days: number, end: number): ByDay =>
  (day) =>
    end ** (day / days);

/** From 1 to `end` within `over` days from `from` on. */
export const slide =
  (from: number, over: number, end: number): ByDay =>
  (day) =>
    end ** Math.max(0, Math.min(1, (day - from) / over));

// ---- luck ----

/** The same luck for `spell` days, then another; spells begin anywhere. */
export function spells(chance: Chance, days: number, sigma: number, spell: number): ByDay {
  const shift = Math.floor(chance.uniform() * spell);
  const drawn = series(Math.ceil((days + spell) / spell) + 2, () => around(chance, sigma));
  return (day) => drawn[Math.floor((day + shift) / spell)] ?? 1;
}

/** Luck that is forgotten little by little, by half in `halfLife` days. */
export function lingering(chance: Chance, days: number, sigma: number, halfLife: number): ByDay {
  const keep = 0.5 ** (1 / halfLife);
  let state = chance.normal();
  const drawn = series(days + 1, () => {
    const now = Math.exp(sigma * state - sigma ** 2 / 2);
    state = keep * state + Math.sqrt(1 - keep ** 2) * chance.normal();
    return now;
  });
  return (day) => drawn[day] ?? 1;
}
