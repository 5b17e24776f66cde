import type { Chance } from "../chance.ts";
import type { Changed, DayOfLine, ForecastPoint, Report, TrueDay, Wish, World, WorldLine } from "../world.ts";

export type Metric = World["metric"];
export type ByDay = (day: number) => number;
/** What comes for a share of the planned money, as a share of what was expected. */
export type Curve = (share: number) => number;
export type Range = readonly [number, number];

// Draws.
export const between = (chance: Chance, [low, high]: Range): number => low + (high - low) * chance.uniform();
export const whole = (chance: Chance, [low, high]: Range): number =>
  low + Math.floor(chance.uniform() * (high - low + 1));
/** Evenly on a log scale. */
export const scaled = (chance: Chance, [low, high]: Range): number => low * (high / low) ** chance.uniform();
export const happens = (chance: Chance, share: number): boolean => chance.uniform() < share;
export function pick<T>(chance: Chance, list: readonly [T, ...T[]]): T {
  return list[Math.floor(chance.uniform() * list.length)] ?? list[0];
}
/** About 1, within two spreads. */
export const about = (chance: Chance, spread: number): number =>
  Math.exp(spread * Math.min(2, Math.max(-2, chance.normal())));
/** Different indexes below `count`. */
export function indexes(chance: Chance, count: number, wanted: number): number[] {
  return Array.from({ length: count }, (_, index) => ({ index, at: chance.uniform() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, wanted)
    .map(({ index }) => index);
}

// Response.
export const linear: Curve = (share) => share;
export const bend =
  (exponent: number): Curve =>
  (share) =>
    share > 0 ? share ** exponent : 0;
export const fills =
  (depth: number): Curve =>
  (share) =>
    (1 - Math.exp(-depth * share)) / (1 - Math.exp(-depth));
/** As linear as told up to a share, then flat but for a rest. */
export const plateau =
  (at: number, rest: number): Curve =>
  (share) =>
    share <= at ? share : at + rest * (share - at);
/** Next to nothing well below `half`. */
export const threshold =
  (half: number, steep: number): Curve =>
  (share) =>
    share > 0 ? (1 + half ** steep) / (1 + (half / share) ** steep) : 0;
const slope = (curve: Curve): number => (curve(1.001) - curve(0.999)) / 0.002;

// The plan.
export interface Seller {
  readonly name: string;
  readonly channel: string;
  readonly cpm: number;
  readonly planned: number;
  readonly told: Curve;
  /** At the planned money. */
  readonly expected: number;
}
export interface Campaign {
  readonly metric: Metric;
  readonly days: number;
  readonly cap: number;
  readonly sellers: readonly Seller[];
}
export interface Terms {
  readonly metric: Metric;
  readonly lines: Range;
  readonly weeks: Range;
  readonly euros: Range;
  readonly told: (chance: Chance) => Curve;
  /** Spread of the shares; 0.35 where absent. */
  readonly shares?: number;
  /** How far planners were from the best by the forecasts; 0.05 where absent. */
  readonly slack?: number;
  readonly cap?: Range;
  /** Price of an outcome, in minor units. */
  readonly price?: Range;
}

const prices: Readonly<Record<Metric, Range>> = {
  conversions: [700, 12_000],
  clicks: [40, 220],
  completed_views: [1.4, 4.5],
  impressions: [0.3, 1.4],
  reach: [1.5, 5],
};
/** Outcomes for an impression, where the price of impressions follows from it. */
const perImpression: Readonly<Partial<Record<Metric, Range>>> = {
  completed_views: [0.28, 0.42],
  reach: [0.15, 0.28],
};
const channels: Readonly<Record<Metric, readonly [string, ...string[]]>> = {
  conversions: ["display", "display", "social", "social", "olv", "audio"],
  clicks: ["display", "social", "social", "olv"],
  completed_views: ["olv", "olv", "ctv", "social"],
  impressions: ["display", "dooh", "audio", "olv"],
  reach: ["ctv", "olv", "audio", "dooh", "social"],
};
const cpms: Readonly<Record<string, Range>> = {
  display: [180, 520],
  social: [350, 950],
  olv: [700, 1600],
  audio: [600, 1400],
  dooh: [500, 1500],
  ctv: [1600, 3200],
};
const publishers = "Aurel,Brandt,Cedar,Delphi,Eder,Falke,Gantry,Hollis,Iduna,Juno,Kestrel,Linden".split(",");

/** A plan that makes equal sense everywhere, by what was told: the next euro brings the same in each line. */
export function campaign(chance: Chance, terms: Terms): Campaign {
  const { metric } = terms;
  const count = whole(chance, terms.lines);
  const weeks = whole(chance, terms.weeks);
  const budget = 100 * scaled(chance, terms.euros);
  const fewest = metric === "conversions" ? 8 : 1;
  const price = Math.min(scaled(chance, terms.price ?? prices[metric]), budget / (count * weeks * fewest));
  const parts = Array.from({ length: count }, () => about(chance, terms.shares ?? 0.35));
  const sum = parts.reduce((all, part) => all + part, 0);
  const names = indexes(chance, publishers.length, count);
  const sellers = parts.map((part, index): Seller => {
    const channel = pick(chance, channels[metric]);
    const planned = 100 * Math.round((budget * part) / sum / 100);
    const told = terms.told(chance);
    const expected = ((planned / price) * about(chance, terms.slack ?? 0.05) * 0.7) / slope(told);
    const share = perImpression[metric];
    const listed = Math.round(between(chance, cpms[channel] ?? [300, 900]));
    const cpm = share
      ? Math.max(20, Math.round((1000 * between(chance, share) * planned) / expected))
      : listed;
    const name = `${publishers[names[index] ?? 0] ?? "Aurel"} ${channel}`;
    return { name, channel, cpm, planned, told, expected };
  });
  const largest = Math.max(...parts) / sum;
  const cap = Math.min(1, Math.max(largest + 0.05, between(chance, terms.cap ?? [0.4, 0.7])));
  return { metric, days: 7 * weeks, cap, sellers };
}
export const largest = ({ sellers }: Campaign): number =>
  sellers.reduce((best, { planned }, index) => (planned > (sellers[best]?.planned ?? 0) ? index : best), 0);
export const smallest = ({ sellers }: Campaign): number =>
  sellers.reduce(
    (best, { planned }, index) => (planned < (sellers[best]?.planned ?? Infinity) ? index : best),
    0,
  );

// The truth of a line.
export interface Truth {
  /** Over what was expected. */
  readonly level?: number;
  /** The true response, where it is not the told one. */
  readonly curve?: Curve;
  /** The response is one to all money since the start, not to each day's. */
  readonly pooled?: boolean;
  /** Factor of what a day brings. */
  readonly time?: ByDay;
  /** How large a day's audience is; 1 on average. */
  readonly audience?: ByDay;
  /** Factor by the spends up to a day. */
  readonly fresh?: (spends: readonly number[]) => number;
  /** Share that comes on each next day instead. */
  readonly carry?: number;
  readonly telling?: "outcomes" | "impressions" | "nothing";
  /** Told over what was expected. */
  readonly boast?: number;
  readonly spends?: (day: DayOfLine) => number;
  readonly luck?: ByDay;
  readonly dispersion?: number;
  readonly reports?: (morning: number, truth: readonly TrueDay[]) => Report;
  readonly change?: (wish: Wish) => Changed;
}

const parts = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5];
function forecast(seller: Seller, truth: Truth): readonly ForecastPoint[] | undefined {
  if (truth.telling === "nothing") return undefined;
  return parts.map((part) => {
    const spend = Math.round(seller.planned * part);
    const impressions = Math.round((1000 * spend) / seller.cpm);
    if (truth.telling === "impressions") return { spend, impressions };
    return { spend, impressions, outcomes: seller.expected * (truth.boast ?? 1) * seller.told(part) };
  });
}

function meanOf(days: number, seller: Seller, truth: Truth): WorldLine["mean"] {
  const { planned, expected } = seller;
  const { level = 1, curve = seller.told, pooled, time, audience, fresh, carry = 0 } = truth;
  const direct = (day: number, spends: readonly number[]): number => {
    const money = spends[spends.length - 1] ?? 0;
    if (!(money > 0)) return 0;
    const at = expected * level * (time?.(day) ?? 1) * (fresh?.(spends) ?? 1);
    if (pooled) {
      const all = spends.reduce((sum, spend) => sum + spend, 0);
      return at * Math.max(0, curve(all / planned) - curve((all - money) / planned));
    }
    const size = (audience?.(day) ?? 1) / days;
    return at * size * curve(money / (planned * size));
  };
  if (carry === 0) return direct;
  return (day, spends) => {
    let sum = 0;
    for (let back = 0; back < Math.min(15, spends.length); back += 1) {
      sum += (1 - carry) * carry ** back * direct(day - back, spends.slice(0, spends.length - back));
    }
    return sum;
  };
}

export function line(plan: Campaign, seller: Seller, truth: Truth): WorldLine {
  const { spends, luck, dispersion, reports, change } = truth;
  const told = forecast(seller, truth);
  return {
    name: seller.name,
    channel: seller.channel,
    planned: seller.planned,
    cpm: seller.cpm,
    mean: meanOf(plan.days, seller, truth),
    ...(told && { forecast: told }),
    ...(spends && { spends }),
    ...(luck && { luck }),
    ...(dispersion !== undefined && { dispersion }),
    ...(reports && { reports }),
    ...(change && { change }),
  };
}

export const world = (
  plan: Campaign,
  truths: (seller: Seller, index: number) => Truth,
  beside: Pick<World, "buyerCounts" | "collapse"> = {},
): World => ({
  metric: plan.metric,
  days: plan.days,
  mostPerLine: plan.cap,
  lines: plan.sellers.map((seller, index) => line(plan, seller, truths(seller, index))),
  ...beside,
});

// Days.
export const isWeekend: (day: number) => boolean = (day) => day % 7 >= 5;
export const times =
  (...all: readonly ByDay[]): ByDay =>
  (day) =>
    all.reduce((product, one) => product * one(day), 1);
export function dailyLuck(chance: Chance, days: number, spread: number): ByDay {
  const drawn = Array.from({ length: days }, () => Math.exp(spread * chance.normal() - spread ** 2 / 2));
  return (day) => drawn[day] ?? 1;
}
export function weeklyLuck(chance: Chance, days: number, spread: number): ByDay {
  const drawn = dailyLuck(chance, Math.ceil(days / 7), spread);
  return (day) => drawn(Math.floor(day / 7));
}
/** A week's shape, 1 on average. */
export function weekShape(chance: Chance, spread: number): ByDay {
  const drawn = Array.from({ length: 7 }, () => about(chance, spread));
  const sum = drawn.reduce((all, one) => all + one, 0);
  return (day) => (7 * (drawn[day % 7] ?? 1)) / sum;
}
/** Rises from a part at the first day to the whole after some. */
export const rising =
  (first: number, from: number, length: number): ByDay =>
  (day) =>
    Math.min(1, from + ((1 - from) * Math.max(0, day - first)) / length);
/** Spends by these weights, all of it. */
export const paced =
  (weight: ByDay): ((day: DayOfLine) => number) =>
  ({ day, daysLeft, left }) => {
    let ahead = 0;
    for (let at = day; at < day + daysLeft; at += 1) ahead += weight(at);
    return ahead > 0 ? Math.max(0, (left * weight(day)) / ahead) : 0;
  };
