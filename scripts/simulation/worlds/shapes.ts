import type { Chance } from "./chance.ts";
import { seededChance } from "./chance.ts";
import type {
  Changed,
  DayOfLine,
  ForecastPoint,
  Kind,
  Report,
  ReportedDay,
  Wish,
  World,
  WorldLine,
} from "./world.ts";

// Draws.
export const between = (chance: Chance, low: number, high: number): number =>
  low + (high - low) * chance.uniform();
export const whole = (chance: Chance, low: number, high: number): number =>
  low + Math.floor(chance.uniform() * (high - low + 1));
/** Evenly on a log scale. */
export const scaled = (chance: Chance, low: number, high: number): number =>
  low * (high / low) ** chance.uniform();
export const happens = (chance: Chance, share: number): boolean => chance.uniform() < share;
export const pick = <T>(chance: Chance, list: readonly T[]): T =>
  list[Math.floor(chance.uniform() * list.length)] as T;
export function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: chance.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
/** A factor about 1, of this spread on a log scale, never beyond half or double. */
export const factor = (chance: Chance, spread: number): number =>
  Math.min(2, Math.max(0.5, Math.exp(spread * chance.normal())));

/** No day is like another, also where counts are large. */
function dayLuck(chance: Chance, days: number, spread: number): (day: number) => number {
  const each = Array.from({ length: days }, () => Math.exp(spread * chance.normal() - spread ** 2 / 2));
  return (day) => each[day] ?? 1;
}

// Response curves: of money over a line's size; 1 at 1.
export type Curve = (money: number) => number;
export const straight: Curve = (money) => money;
export const power =
  (exponent: number): Curve =>
  (money) =>
    Math.max(0, money) ** exponent;
/** Used up: the larger `depth`, the sooner. */
export const filling =
  (depth: number): Curve =>
  (money) =>
    (1 - Math.exp(-depth * money)) / (1 - Math.exp(-depth));
/** Straight up to `at`, then `slope` of it, softly. */
export function knee(at: number, slope: number): Curve {
  const soft = 0.04;
  const raw = (money: number) => {
    const over = (money - at) / soft;
    const beyond = over > 30 ? money - at : soft * Math.log1p(Math.exp(over));
    return money - (1 - slope) * (beyond - soft * Math.log1p(Math.exp(-at / soft)));
  };
  const top = raw(1);
  return (money) => Math.max(0, raw(money)) / top;
}
/** S: nearly nothing at first, steepest before `half`. */
export const sCurve =
  (half: number, steep: number): Curve =>
  (money) =>
    money <= 0 ? 0 : (1 + half ** steep) / (1 + (half / money) ** steep);

/** A reported day as the seller shows it; age 1 on the next morning; undefined: left out. */
export type View = (row: ReportedDay, age: number) => ReportedDay | undefined;

/** A line before its plan is known. */
export interface Sketch {
  readonly name: string;
  readonly channel: string;
  readonly cpm: number;
  /** Money over the flight at which the line is expected to bring `rate` outcomes for each unit of it. */
  readonly size: number;
  readonly rate: number;
  /** What planners believe. */
  readonly believed: Curve;
  /** The truth, where it is another; and its level over the believed one. */
  readonly curve?: Curve;
  readonly level: number;
  /** Does each day start afresh, or is the curve one of the money spent since the start? */
  readonly basis: "day" | "flight";
  readonly tells: "outcomes" | "impressions" | "nothing";
  /** Factors of a day's mean. */
  readonly times: readonly ((day: number) => number)[];
  /** What share of its money each day gets; absent: all alike. */
  readonly weights?: (day: number) => number;
  readonly losesWeekends?: true;
  /** Most of a day, in planned days. */
  readonly most?: number;
  readonly luck?: (day: number) => number;
  readonly dispersion?: number;
  readonly views: readonly View[];
  readonly lateBy?: number;
  readonly totals?: true;
  readonly change?: (wish: Wish) => Changed;
}

export interface Market {
  readonly metric: World["metric"];
  readonly days: number;
  readonly budget: number;
  readonly cap: number;
  readonly sketches: readonly Sketch[];
}

const cpms: Record<string, readonly [number, number]> = {
  display: [150, 600],
  olv: [700, 1800],
  ctv: [1500, 3800],
  audio: [600, 1500],
  social: [300, 1100],
  dooh: [500, 1600],
};
const houses = [
  "Nordlicht",
  "Halden",
  "Meridian",
  "Kantor",
  "Bluefield",
  "Portico",
  "Ostra",
  "Vantage",
  "Lumen",
  "Sable",
  "Tern",
  "Corso",
  "Arbor",
  "Quay",
];
const prices: Record<World["metric"], readonly [number, number]> = {
  conversions: [800, 15_000],
  clicks: [35, 250],
  completed_views: [1, 5],
  impressions: [0.3, 1.5],
  reach: [0.5, 2.5],
};

export interface Wanted {
  readonly metrics?: readonly World["metric"][];
  readonly lines?: readonly [number, number];
  readonly weeks?: readonly [number, number];
  readonly budget?: readonly [number, number];
  readonly cap?: readonly [number, number];
  /** Outcomes of a line a week. */
  readonly weekly?: readonly [number, number];
  /** Spread of the rates that planners know. */
  readonly known?: number;
  /** Spread of the shares. */
  readonly shares?: number;
  readonly basis?: Sketch["basis"];
  readonly believed?: (chance: Chance) => Curve;
  readonly tells?: Sketch["tells"];
}

/** Lines whose forecasts are true; kinds change them. */
export function market(chance: Chance, wanted: Wanted = {}): Market {
  const metric = pick<World["metric"]>(
    chance,
    wanted.metrics ?? [
      "conversions",
      "conversions",
      "conversions",
      "conversions",
      "clicks",
      "completed_views",
    ],
  );
  const days = 7 * whole(chance, ...(wanted.weeks ?? [4, 12]));
  const count = whole(chance, ...(wanted.lines ?? [3, 12]));
  const budget = 100 * Math.round(scaled(chance, ...(wanted.budget ?? [20_000, 2_000_000])));
  const [low, high] = wanted.cap ?? (count < 5 ? [0.6, 0.85] : [0.4, 0.75]);
  const cap = between(chance, low, high);
  const price = wanted.weekly
    ? budget / (count * (days / 7) * scaled(chance, ...wanted.weekly))
    : Math.min(scaled(chance, ...prices[metric]), budget / (count * (days / 7) * 6));
  const parts = Array.from({ length: count }, () => Math.exp((wanted.shares ?? 0.4) * chance.normal()));
  const all = parts.reduce((sum, part) => sum + part, 0);
  const common = between(chance, 0.5, 0.78);
  const houseNames = shuffled(chance, houses);
  const sketches = parts.map((part, index): Sketch => {
    const channel = pick(chance, Object.keys(cpms));
    const [cheap, dear] = cpms[channel] as readonly [number, number];
    return {
      name: `${houseNames[index]} ${channel}`,
      channel,
      cpm: Math.round(between(chance, cheap, dear)),
      size: (budget * part) / all,
      rate: factor(chance, wanted.known ?? 0.12) / price,
      believed: wanted.believed ? wanted.believed(chance) : power(common + between(chance, -0.05, 0.05)),
      level: 1,
      basis: wanted.basis ?? "day",
      tells: wanted.tells ?? "outcomes",
      times: [],
      views: [],
      luck: dayLuck(chance, days, between(chance, 0.04, 0.16)),
    };
  });
  return { metric, days, budget, cap, sketches };
}

/** The split that is best by believed concave curves, nothing above the cap. */
export function plan(sketches: readonly Sketch[], budget: number, cap: number): number[] {
  const split = sketches.map(() => budget * 0.01);
  const steps = 1500;
  const step = (budget * (1 - 0.01 * sketches.length)) / steps;
  const gain = (index: number) => {
    const { rate, size, believed } = sketches[index] as Sketch;
    const money = split[index] as number;
    if (money + step > cap * budget) return -1;
    return rate * size * (believed((money + step) / size) - believed(money / size));
  };
  const gains = sketches.map((_, index) => gain(index));
  for (let at = 0; at < steps; at += 1) {
    const best = gains.indexOf(Math.max(...gains));
    split[best] = (split[best] as number) + step;
    gains[best] = gain(best);
  }
  return split.map((money) => 100 * Math.round(money / 100));
}

const told = [0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.7, 2.2, 3, 4];

function forecastOf(sketch: Sketch, planned: number): readonly ForecastPoint[] | undefined {
  if (sketch.tells === "nothing") return undefined;
  return told.map((part) => {
    const spend = Math.round(part * planned);
    const impressions = Math.round((spend / sketch.cpm) * 1000);
    if (sketch.tells === "impressions") return { spend, impressions };
    return { spend, impressions, outcomes: sketch.rate * sketch.size * sketch.believed(spend / sketch.size) };
  });
}

/** 0 is a Monday. */
export const isWeekend = (day: number): boolean => day % 7 > 4;

function spendsOf(sketch: Sketch, planned: number, days: number): ((day: DayOfLine) => number) | undefined {
  const { weights, losesWeekends, most } = sketch;
  if (!weights && !losesWeekends && most === undefined) return undefined;
  const limit = most === undefined ? Infinity : (most * planned) / days;
  return ({ day, daysLeft, left, spent }) => {
    let rest = left;
    let share = 1 / daysLeft;
    if (weights) {
      let ahead = 0;
      for (let at = day; at < day + daysLeft; at += 1) ahead += weights(at);
      share = ahead > 0 ? weights(day) / ahead : 0;
    }
    if (losesWeekends) {
      if (isWeekend(day)) return 0;
      // What the Fridays before spent is what each lost day would have.
      spent.forEach((_, at) => {
        if (isWeekend(at)) rest -= spent[at - (at % 7) + 4] ?? 0;
      });
    }
    return Math.max(0, Math.min(left, rest * share, limit));
  };
}

function meanOf(sketch: Sketch, days: number): WorldLine["mean"] {
  const { size, rate, level, times, basis } = sketch;
  const curve = sketch.curve ?? sketch.believed;
  const height = rate * size * level;
  return (day, spends) => {
    const money = spends[spends.length - 1] ?? 0;
    if (!(money > 0)) return 0;
    const at = times.reduce((product, time) => product * time(day), 1);
    if (basis === "day") return (at * height * curve((money * days) / size)) / days;
    const all = spends.reduce((sum, spend) => sum + spend, 0);
    return at * height * Math.max(0, curve(all / size) - curve((all - money) / size));
  };
}

function reportsOf(sketch: Sketch): WorldLine["reports"] {
  const { views, lateBy = 0, totals } = sketch;
  if (views.length === 0 && lateBy === 0 && !totals) return undefined;
  return (morning, truth): Report => {
    const rows: ReportedDay[] = [];
    truth.slice(0, Math.max(0, morning - lateBy)).forEach((day, index) => {
      const age = morning - index;
      let row: ReportedDay | undefined = { day: index, final: age > 3, ...whole3(day) };
      for (const view of views) row = row && view(row, age);
      if (row) rows.push({ ...row, ...whole3(row) });
    });
    if (!totals) return { type: "days", days: rows };
    const sum = (of: (row: ReportedDay) => number) => rows.reduce((all, row) => all + of(row), 0);
    return {
      type: "total",
      through: Math.max(-1, morning - lateBy - 1),
      spend: sum((row) => row.spend),
      impressions: sum((row) => row.impressions),
      outcomes: sum((row) => row.outcomes),
    };
  };
}

const whole3 = (day: { spend: number; impressions: number; outcomes: number }) => ({
  spend: Math.max(0, Math.round(day.spend)),
  impressions: Math.max(0, Math.round(day.impressions)),
  outcomes: Math.max(0, Math.round(day.outcomes)),
});

/** Lines from sketches; planned by the believed curves unless a split is given. */
export function build({ metric, days, budget, cap, sketches }: Market, split?: readonly number[]): World {
  const planned = split ?? plan(sketches, budget, cap);
  const largest = Math.max(...planned) / planned.reduce((sum, money) => sum + money, 0);
  const lines = sketches.map((sketch, index): WorldLine => {
    const money = planned[index] as number;
    const forecast = forecastOf(sketch, money);
    const spends = spendsOf(sketch, money, days);
    const reports = reportsOf(sketch);
    return {
      name: sketch.name,
      channel: sketch.channel,
      planned: money,
      cpm: sketch.cpm,
      mean: meanOf(sketch, days),
      ...(forecast && { forecast }),
      ...(spends && { spends }),
      ...(reports && { reports }),
      ...(sketch.luck && { luck: sketch.luck }),
      ...(sketch.change && { change: sketch.change }),
      ...(sketch.dispersion !== undefined && { dispersion: sketch.dispersion }),
    };
  });
  return { metric, days, mostPerLine: Math.min(1, Math.max(cap, largest + 0.02)), lines };
}

/** Each sketch changed by a function. */
export const each = (given: Market, change: (sketch: Sketch, index: number) => Sketch): Market => ({
  ...given,
  sketches: given.sketches.map(change),
});
/** Levels off what was forecast, as sellers' forecasts are. */
export const leveled = (chance: Chance, given: Market, spread: number): Market =>
  each(given, (sketch) => ({ ...sketch, level: sketch.level * factor(chance, spread) }));
export const bestOf = ({ sketches }: Market): number =>
  sketches.reduce((best, { level }, index) => (level > (sketches[best] as Sketch).level ? index : best), 0);

/** Each kind with a chance of its own, so that one seed does not draw the same market for all kinds. */
export const apart = (kinds: readonly Kind[]): readonly Kind[] =>
  kinds.map((kind) => {
    const salt = Array.from(kind.name).reduce(
      (sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0,
      7,
    );
    return {
      ...kind,
      make: (chance) => kind.make(seededChance(Math.floor(chance.uniform() * 2 ** 32) ^ salt)),
    };
  });
