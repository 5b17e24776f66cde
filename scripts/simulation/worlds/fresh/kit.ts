import type { Chance } from "../chance.ts";
import type {
  Changed,
  ForecastPoint,
  Report,
  ReportedDay,
  TrueDay,
  Wish,
  World,
  WorldLine,
} from "../world.ts";

/** What the kinds of this folder are made with: a plan that is right by its forecasts, and truths beside them. */

type Range = readonly [number, number];
type Daily = (day: number) => number;
type Teller = (morning: number, truth: readonly TrueDay[]) => Report;

/** What a line brings at a multiple of its planned spend; its slope is 1 at the plan. */
export type Curve = (times: number) => number;

export const between = (chance: Chance, low: number, high: number): number =>
  low + (high - low) * chance.uniform();
/** As often near the low end as near the high one, by ratio. */
const along = (chance: Chance, [low, high]: Range): number => low * (high / low) ** chance.uniform();
export const whole = (chance: Chance, low: number, high: number): number =>
  Math.max(low, Math.min(high, Math.floor(between(chance, low, high + 1))));
/** 1 on average. */
export const factor = (chance: Chance, spread: number): number =>
  Math.exp(spread * chance.normal() - spread ** 2 / 2);
export const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

export const shuffled = (chance: Chance, count: number): number[] => {
  const order = times(count, (index) => ({ index, at: chance.uniform() }));
  return order.sort((one, other) => one.at - other.at).map(({ index }) => index);
};

export const some = <const Item>(chance: Chance, items: readonly [Item, ...Item[]]): Item =>
  items[whole(chance, 0, items.length - 1)] ?? items[0];

export const power =
  (exponent: number): Curve =>
  (x) =>
    x > 0 ? x ** exponent / exponent : 0;
export const filling =
  (room: number): Curve =>
  (x) =>
    x > 0 ? room * Math.exp(1 / room) * (1 - Math.exp(-x / room)) : 0;

const someCurve = (chance: Chance, metric: World["metric"]): Curve =>
  // Reach is what a whole flight has bought: it always fills.
  metric !== "reach" && chance.uniform() < 0.7
    ? power(between(chance, 0.6, 0.85))
    : filling(between(chance, 1.2, 2.5));

/** Shares of the lines, one of them given, in any order of size. */
export const shares = (chance: Chance, count: number, spread: number, first?: number): number[] => {
  const weights = times(count, () => Math.max(0.35, Math.exp(spread * chance.normal())));
  const counted = first === undefined ? weights : weights.slice(1);
  const sum = counted.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, index) => {
    if (first === undefined) return weight / sum;
    return index === 0 ? first : ((1 - first) * weight) / sum;
  });
};

interface Asked {
  readonly metric: World["metric"];
  readonly lines: Range;
  readonly weeks: Range;
  /** In whole EUR. */
  readonly budget: Range;
  /** Minor units for one outcome more at the plan. */
  readonly cost: Range;
  readonly dispersion?: Range;
  readonly shares?: (chance: Chance, count: number) => readonly number[];
  readonly curve?: (chance: Chance, index: number) => Curve;
  /** Spread of the weeks' luck; absent: none in half of the worlds, up to 0.12 in the rest. */
  readonly weeksLuck?: Range;
  /** Depth of the season all lines share; absent: up to 0.15. */
  readonly season?: Range;
  /** Room over the biggest line's share. */
  readonly cap?: Range;
  /** Of completed views by impressions. */
  readonly ratio?: Range;
  /** Spread of each day's own luck; absent: up to 0.1. */
  readonly daysLuck?: Range;
  /** What sellers forecast; absent: outcomes in most worlds, impressions alone on some lines of the rest. */
  readonly forecast?: Place["forecast"];
  /** Where not all forecast outcomes, all lines have one curve: nothing is won by it unseen. */
  readonly oneCurve?: true;
}

/** Usual prices of one outcome more, in minor units. */
export const costs: Readonly<Record<World["metric"], Range>> = {
  conversions: [1400, 5500],
  clicks: [60, 220],
  completed_views: [1.5, 3.5],
  impressions: [0.5, 1.6],
  reach: [3, 9],
};

export interface Place {
  readonly index: number;
  readonly name: string;
  readonly channel: string;
  readonly planned: number;
  /** The plan's even pace. */
  readonly daily: number;
  readonly cpm: number;
  readonly curve: Curve;
  readonly dispersion: number;
  readonly luck: Daily;
  readonly forecast: "outcomes" | "impressions" | "none";
}

export interface Ground {
  readonly metric: World["metric"];
  readonly days: number;
  readonly budget: number;
  readonly mostPerLine: number;
  /** Outcomes for one minor unit more, at the plan, by the forecasts: the same for all lines. */
  readonly rate: number;
  /** 1 on average over the flight. */
  readonly season: Daily;
  readonly places: readonly Place[];
}

const channels: Readonly<Record<World["metric"], readonly string[]>> = {
  conversions: ["display", "social", "olv", "audio", "display", "ctv"],
  clicks: ["display", "social", "display", "olv", "social"],
  completed_views: ["olv", "ctv", "social", "olv"],
  impressions: ["display", "dooh", "olv", "audio", "social"],
  reach: ["ctv", "olv", "dooh"],
};
const prices: Readonly<Record<string, Range>> = {
  display: [250, 600],
  social: [350, 900],
  olv: [900, 1800],
  audio: [800, 1600],
  ctv: [1800, 3200],
  dooh: [900, 2500],
};
const sellers = [
  "Amber",
  "Basalt",
  "Chalk",
  "Dolomite",
  "Ember",
  "Flint",
  "Granite",
  "Hornfels",
  "Ilmenite",
  "Jasper",
  "Kaolin",
  "Loam",
  "Marble",
  "Nickel",
];

export const weekly = (chance: Chance, days: number, spread: number): Daily => {
  const weeks = times(Math.ceil(days / 7), () => factor(chance, spread));
  return (day) => weeks[Math.floor(day / 7)] ?? 1;
};

const ownDays = (chance: Chance, days: number, spread: number): Daily => {
  const own = times(days, () => factor(chance, spread));
  return (day) => own[day] ?? 1;
};

const seasonOf = (chance: Chance, days: number, depth: number): Daily => {
  const weekdays = times(7, () => Math.exp(depth * 0.6 * chance.normal()));
  const phase = between(chance, 0, 2 * Math.PI);
  const length = between(chance, 20, 60);
  const raw = (day: number) =>
    (weekdays[day % 7] ?? 1) * (1 + depth * Math.sin(phase + (2 * Math.PI * day) / length));
  const average = times(days, raw).reduce((sum, value) => sum + value, 0) / days;
  return (day) => raw(day) / average;
};

/** Kinds that begin with the same chance shall not all be made of the same numbers. */
const ownStart = (chance: Chance, asked: Asked): void => {
  const text = JSON.stringify(asked);
  const sum = times(text.length, (at) => text.charCodeAt(at)).reduce(
    (so, code) => (so * 31 + code) % 99_991,
    7,
  );
  for (let left = sum % 997; left > 0; left -= 1) chance.uniform();
};

export const ground = (chance: Chance, asked: Asked): Ground => {
  ownStart(chance, asked);
  const count = whole(chance, ...asked.lines);
  const days = 7 * whole(chance, ...asked.weeks);
  const budget = Math.round(along(chance, asked.budget)) * 100;
  const parts = asked.shares?.(chance, count) ?? shares(chance, count, 0.5);
  const most = Math.max(...parts);
  const rate = 1 / along(chance, asked.cost);
  const spread = asked.weeksLuck
    ? between(chance, ...asked.weeksLuck)
    : Math.max(0, between(chance, -0.12, 0.12));
  const season = seasonOf(chance, days, between(chance, ...(asked.season ?? ([0, 0.15] as const))));
  const cap = Math.min(0.9, most * between(chance, ...(asked.cap ?? ([1.4, 2.4] as const))));
  const styles = chance.uniform();
  const areAllTold = asked.forecast === "outcomes" || styles < 0.65;
  const common =
    asked.metric === "reach" ? filling(between(chance, 1, 2)) : power(between(chance, 0.68, 0.85));
  const daysSpread = between(chance, ...(asked.daysLuck ?? ([0, 0.1] as const)));
  const places = times(count, (index): Place => {
    const kinds = channels[asked.metric];
    const channel = kinds[whole(chance, 0, kinds.length - 1)] ?? "display";
    const curve =
      asked.oneCurve && !areAllTold
        ? common
        : (asked.curve?.(chance, index) ?? someCurve(chance, asked.metric));
    const bought = rate * curve(1);
    const ratio = between(chance, ...(asked.ratio ?? ([0.45, 0.8] as const)));
    const listed = along(chance, prices[channel] ?? [400, 800]);
    // What is sold by count has its price from the count.
    const cpm =
      asked.metric === "impressions"
        ? 1000 / bought
        : asked.metric === "completed_views"
          ? (1000 * ratio) / bought
          : asked.metric === "reach"
            ? 1000 / (bought * (1.5 + 3 * ratio))
            : listed;
    const weeks = weekly(chance, days, spread);
    const own = ownDays(chance, days, daysSpread);
    const planned = Math.round((budget * (parts[index] ?? 0)) / 100) * 100;
    return {
      index,
      name: `${sellers[index] ?? `Line ${index}`} ${channel}`,
      channel,
      planned,
      daily: planned / days,
      cpm: Math.max(1, Math.round(cpm)),
      curve,
      dispersion: between(chance, ...(asked.dispersion ?? ([1, 4] as const))),
      luck: (day) => weeks(day) * own(day),
      forecast: asked.forecast ?? (areAllTold || chance.uniform() < 0.6 ? "outcomes" : "impressions"),
    };
  });
  return {
    metric: asked.metric,
    days,
    budget,
    mostPerLine: Math.max(0.3, cap),
    rate,
    season,
    places,
  };
};

const forecastOf = (given: Ground, place: Place): readonly ForecastPoint[] =>
  [0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4.5].map((share) => {
    const spend = Math.round(place.planned * share);
    const outcomes = Math.round(given.rate * place.planned * place.curve(share) * 10) / 10;
    const counted =
      given.metric === "impressions" ? outcomes : Math.max(outcomes, (spend / place.cpm) * 1000);
    const impressions = Math.round(counted);
    return place.forecast === "outcomes" ? { spend, impressions, outcomes } : { spend, impressions };
  });

interface Truth {
  /** Of what was forecast. */
  readonly worth?: Daily;
  /** Absent: as forecast. */
  readonly curve?: Curve;
  /** Beside worth and curve: what the spends so far make of it. */
  readonly past?: (day: number, spends: readonly number[]) => number;
  readonly luck?: Daily;
  readonly tells?: Teller;
  readonly spends?: WorldLine["spends"];
  readonly change?: (wish: Wish) => Changed;
}

export const final = 3;

export const line = (given: Ground, place: Place, truth: Truth = {}): WorldLine => {
  const curve = truth.curve ?? place.curve;
  const counted = given.metric !== "conversions" && given.metric !== "clicks";
  const told = <Row extends TrueDay>(row: Row): Row => ({
    ...row,
    impressions: given.metric === "impressions" ? row.outcomes : Math.max(row.impressions, row.outcomes),
  });
  const tells = truth.tells ?? (counted ? promptly(0) : undefined);
  return {
    name: place.name,
    channel: place.channel,
    planned: place.planned,
    cpm: place.cpm,
    ...(place.forecast === "none" ? {} : { forecast: forecastOf(given, place) }),
    ...(truth.spends ? { spends: truth.spends } : {}),
    mean: (day, spends) => {
      const spend = spends.at(-1) ?? 0;
      if (!(spend > 0)) return 0;
      const worth = given.season(day) * (truth.worth?.(day) ?? 1) * (truth.past?.(day, spends) ?? 1);
      if (given.metric === "reach") {
        // People who were not reached before: what the sum of all days buys, less what it bought without this one.
        const sum = spends.reduce((total, one) => total + one, 0) / place.planned;
        const more = curve(sum) - curve(Math.max(0, sum - spend / place.planned));
        return Math.max(0, given.rate * place.planned * more * worth);
      }
      return given.rate * place.daily * curve(spend / place.daily) * worth;
    },
    luck: truth.luck ?? place.luck,
    dispersion: place.dispersion,
    ...(tells
      ? {
          reports: (morning: number, days: readonly TrueDay[]): Report => {
            const report = tells(morning, days);
            return report.type === "days" ? { ...report, days: report.days.map(told) } : told(report);
          },
        }
      : {}),
    ...(truth.change ? { change: truth.change } : {}),
  };
};

export const world = (
  given: Ground,
  lines: readonly WorldLine[],
  more: Pick<World, "buyerCounts" | "collapse"> = {},
): World => ({
  metric: given.metric,
  days: given.days,
  mostPerLine: given.mostPerLine,
  lines,
  ...more,
});

/** Day by day, each row as a function of its day and its age in days (1 for yesterday). */
export const rows =
  (row: (told: ReportedDay, age: number, morning: number) => ReportedDay | undefined): Teller =>
  (morning, truth) => ({
    type: "days",
    days: truth.slice(0, morning).flatMap((day, index) => {
      const age = morning - index;
      return row({ ...day, day: index, final: age > final }, age, morning) ?? [];
    }),
  });

/** Days come so many days late. */
export const promptly = (late: number): Teller =>
  rows((told, age) => (age > late ? { ...told, final: age > Math.max(final, late) } : undefined));

/** Totals alone, up to and with the day that is known on that morning; age is 1 for that last day. */
export const totals =
  (through: (morning: number) => number, share: (age: number) => number = () => 1): Teller =>
  (morning, truth) => {
    const last = Math.min(through(morning), morning - 1, truth.length - 1);
    if (last < 0) return { type: "days", days: [] };
    const days = truth.slice(0, last + 1);
    const sum = (of: (day: TrueDay, index: number) => number) =>
      days.reduce((total, day, index) => total + of(day, index), 0);
    return {
      type: "total",
      through: last,
      spend: sum((day) => day.spend),
      impressions: sum((day) => day.impressions),
      outcomes: Math.round(sum((day, index) => day.outcomes * share(last + 1 - index))),
    };
  };

/** Between day 8 and two thirds of the flight. */
export const breakDay = (chance: Chance, days: number, from = 0, to = 2 / 3): number =>
  whole(chance, Math.max(8, Math.ceil(days * from)), Math.floor(days * to));

/** 1 up to a day, then a level for good: at once, or nearly all of the way over some days. */
export const broken =
  (from: number, level: number, over = 0): Daily =>
  (day) => {
    if (day < from) return 1;
    if (day >= from + over) return level;
    return level ** ((day - from + 1) / (over + 1));
  };

/** One of the lines that has money enough to matter. */
export const weighty = (chance: Chance, given: Ground, least = 0.08): number => {
  const able = given.places.filter((place) => place.planned >= least * given.budget);
  const chosen = able[whole(chance, 0, Math.max(0, able.length - 1))];
  return chosen?.index ?? 0;
};

/** Spends that swing around the even pace and end with it; 1 at the end of the flight. */
export const swinging =
  (swing: Daily): NonNullable<WorldLine["spends"]> =>
  ({ day, daysLeft, left }) =>
    Math.max(0, Math.min(left, (left / Math.max(1, daysLeft)) * (daysLeft <= 3 ? 1 : swing(day))));
