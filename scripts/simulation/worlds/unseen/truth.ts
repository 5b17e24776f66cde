import type { WorldLine } from "../world.ts";
import { always, type ByDay, type Curve, straight } from "./forms.ts";

/** What is true of a line's response; everything beside `rate` is relative to what was planned. */
export interface Truth {
  /** Outcomes per minor unit at the planned pace. */
  readonly rate: number;
  readonly planned: number;
  readonly days: number;
  /** By the mean pace of the last `window` days of delivery. */
  readonly curve?: Curve;
  readonly window?: number;
  readonly time?: ByDay;
  /** How much each planned budget already spent takes from what the next brings: creatives wear out, people were reached before. */
  readonly wear?: number;
  /** An audience that is used up after so much of the plan; what is left of the response then. */
  readonly usedUp?: { readonly at: number; readonly sharpness: number; readonly rest: number };
  /** The seller's machine learns: what is missing on the first day, and in how many days half of that is learnt. */
  readonly learning?: { readonly missing: number; readonly half: number };
  /** Shares of a day's outcomes which come so many days later. */
  readonly lags?: readonly number[];
  /** Most outcomes per minor unit: all impressions. */
  readonly ceiling?: number;
  /** From this day on only so much is left, of what comes. */
  readonly broken?: { readonly day: number; readonly rest: number };
}

type Mean = WorldLine["mean"];

export function response(truth: Truth): Mean {
  const { rate, planned, days, usedUp, learning, broken } = truth;
  const curve = truth.curve ?? straight;
  const window = truth.window ?? 2;
  const time = truth.time ?? always;
  const wear = truth.wear ?? 0;
  const lags = truth.lags ?? [1];
  const usual = planned / days;
  const freshness = wear > 0 ? wear / -Math.expm1(-wear) : 1;
  /** Of what is bought from one sum spent to another. */
  const worn = (before: number, after: number): number =>
    wear > 0
      ? (freshness *
          (planned / wear) *
          (Math.exp((-wear * before) / planned) - Math.exp((-wear * after) / planned))) /
        (after - before)
      : 1;
  return (day, spends) => {
    const sums = [0];
    let first = -1;
    for (let index = 0; index <= day; index += 1) {
      const spend = spends[index] ?? 0;
      if (spend > 0 && first < 0) first = index;
      sums.push((sums[index] ?? 0) + spend);
    }
    if (first < 0) return 0;
    const broughtBy = (on: number): number => {
      const spend = spends[on] ?? 0;
      if (!(spend > 0)) return 0;
      const from = Math.max(first, on - window + 1);
      const before = sums[on] ?? 0;
      const after = before + spend;
      const pace = (after - (sums[from] ?? 0)) / (on - from + 1) / usual;
      let brings = spend * rate * (curve(pace) / pace) * time(on) * worn(before, after);
      if (usedUp !== undefined) {
        const gone = 1 / (1 + Math.exp(-usedUp.sharpness * ((before + spend / 2) / planned - usedUp.at)));
        brings *= 1 - (1 - usedUp.rest) * gone;
      }
      if (learning !== undefined) brings *= 1 - learning.missing * 0.5 ** ((on - first) / learning.half);
      return truth.ceiling === undefined ? brings : Math.min(brings, truth.ceiling * spend);
    };
    let mean = 0;
    for (let lag = 0; lag < lags.length && lag <= day; lag += 1)
      mean += (lags[lag] ?? 0) * broughtBy(day - lag);
    return broken !== undefined && day >= broken.day ? mean * broken.rest : mean;
  };
}

/** All at once on the first days, or with a long tail. */
export function lagsOf(meanDays: number, longest: number): readonly number[] {
  const keep = meanDays / (1 + meanDays);
  const raw = Array.from({ length: longest + 1 }, (_, lag) => keep ** lag);
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((value) => value / sum);
}

/** True outcomes of one line over the flight with a budget, and with another from a day on. */
export function outcomesOf(
  line: WorldLine,
  days: number,
  budget: number,
  later?: { readonly from: number; readonly budget: number },
): number {
  const spent: number[] = [];
  let sum = 0;
  let total = 0;
  for (let day = 0; day < days; day += 1) {
    const left = Math.max(0, (later !== undefined && day >= later.from ? later.budget : budget) - sum);
    const daysLeft = days - day;
    const spend = Math.max(
      0,
      Math.min(
        left,
        line.spends === undefined ? Math.floor(left / daysLeft) : line.spends({ day, daysLeft, left, spent }),
      ),
    );
    spent.push(spend);
    sum += spend;
    total += line.mean(day, spent);
  }
  return total;
}

/** The same lines, each at a level at which one more unit of budget brings as much as at any other. */
export function levelled(lines: readonly WorldLine[], days: number, rate: number): WorldLine[] {
  return lines.map((line) => {
    const step = line.planned * 0.02;
    const slope =
      (outcomesOf(line, days, line.planned + step) - outcomesOf(line, days, line.planned - step)) /
      (2 * step);
    const factor = rate / slope;
    return { ...line, mean: (day: number, spends: readonly number[]) => factor * line.mean(day, spends) };
  });
}
