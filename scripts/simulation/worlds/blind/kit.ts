// What the kinds of this folder are made of: a campaign as planned, the truth of its lines, paces, reports, dealings.
import type { Chance } from "../chance.ts";
import {
  between,
  type Curve,
  filling,
  happens,
  isWeekend,
  knee,
  pick,
  power,
  scaled,
  shuffled,
  whole,
} from "../shapes.ts";
import type { Changed, DayOfLine, Report, ReportedDay, TrueDay, Wish, World, WorldLine } from "../world.ts";

export type Range = readonly [number, number];
export type ByDay = (day: number) => number;
export type Metric = World["metric"];
export type Pace = (day: DayOfLine) => number;
export type Change = (wish: Wish) => Changed;

// Draws.
/** A factor, 1 in the middle, of this spread on a log scale, within the limits. */
export const off = (chance: Chance, spread: number, low = 0.45, high = 2.2): number =>
  Math.min(high, Math.max(low, Math.exp(spread * chance.normal())));
/** Which of so many: at least `least`, each with this probability. */
export function someOf(chance: Chance, count: number, share: number, least = 1): ReadonlySet<number> {
  const order = shuffled(
    chance,
    Array.from({ length: count }, (_, index) => index),
  );
  return new Set(order.filter((_, at) => at < least || happens(chance, share)));
}

// Luck: 1 on average.
/** Each day its own. */
export function daily(chance: Chance, days: number, spread: number): ByDay {
  const drawn = Array.from({ length: days + 1 }, () => Math.exp(spread * chance.normal() - spread ** 2 / 2));
  return (day) => drawn[day] ?? 1;
}
/** Good and bad times that last about so many days. */
export function tides(chance: Chance, days: number, spread: number, length: number): ByDay {
  const keep = Math.exp(-1 / length);
  let level = chance.normal();
  const drawn = Array.from({ length: days + 1 }, () => {
    const now = Math.exp(spread * level - spread ** 2 / 2);
    level = keep * level + Math.sqrt(1 - keep ** 2) * chance.normal();
    return now;
  });
  return (day) => drawn[day] ?? 1;
}
export const together =
  (...all: readonly ByDay[]): ByDay =>
  (day) =>
    all.reduce((product, one) => product * one(day), 1);

// Curves of money over a usual amount; 1 at 1.
export const hill =
  (half: number): Curve =>
  (money) =>
    money <= 0 ? 0 : ((1 + half) * money) / (half + money);
export const logarithmic =
  (depth: number): Curve =>
  (money) =>
    Math.log1p(depth * Math.max(0, money)) / Math.log1p(depth);
/** Any that bends as most do. */
export const usual = (chance: Chance): Curve =>
  pick<() => Curve>(chance, [
    () => power(between(chance, 0.6, 0.85)),
    () => power(between(chance, 0.55, 0.75)),
    () => hill(between(chance, 1, 4)),
    () => logarithmic(between(chance, 0.8, 4)),
    () => filling(between(chance, 0.5, 1.6)),
  ])();
export const nearlyStraight = (chance: Chance): Curve =>
  happens(chance, 0.5)
    ? power(between(chance, 0.9, 1))
    : knee(between(chance, 1.1, 1.8), between(chance, 0.4, 0.7));
const bend = (curve: Curve): number => Math.max(0.05, (curve(1.01) - curve(0.99)) / 0.02);

// A campaign as planned.
export interface Draft {
  readonly name: string;
  readonly channel: string;
  readonly cpm: number;
  readonly planned: number;
  /** Outcomes for each unit of money at the plan, as believed, and the curve about it. */
  readonly rate: number;
  readonly believed: Curve;
}
export interface Campaign {
  readonly metric: Metric;
  readonly days: number;
  readonly budget: number;
  readonly cap: number;
  readonly drafts: readonly Draft[];
}
export interface Brief {
  readonly metric: Metric;
  readonly lines: Range;
  readonly days: Range;
  /** Of the whole campaign. */
  readonly euros: Range;
  /** Cents for an outcome. */
  readonly price?: Range;
  /** Outcomes of a line a week, instead of a price. */
  readonly weekly?: Range;
  readonly channels?: readonly string[];
  readonly split?: "spread" | "round" | "equal";
  readonly believed?: (chance: Chance) => Curve;
  /** How far from the best plan by what they believe the planners end. */
  readonly slack?: number;
  readonly cap?: Range;
}

const costs: Record<string, Range> = {
  display: [120, 520],
  olv: [600, 1700],
  ctv: [1700, 3600],
  audio: [700, 1600],
  social: [280, 1000],
  dooh: [450, 1500],
};
/** Of impressions that are seen to the end. */
const completed: Record<string, Range> = {
  olv: [0.45, 0.7],
  ctv: [0.68, 0.8],
  social: [0.18, 0.4],
  audio: [0.6, 0.78],
};
const sellers = [
  "Kestrel",
  "Ninepin",
  "Orchard",
  "Pelham",
  "Rookery",
  "Saltmarsh",
  "Tideway",
  "Umber",
  "Verity",
  "Wicket",
  "Yarrow",
  "Zephyr",
  "Alder",
  "Brisk",
  "Cobalt",
];

function sharesOf(chance: Chance, count: number, split: Brief["split"]): number[] {
  if (split === "equal") return Array.from({ length: count }, () => 1 / count);
  const raw = Array.from({ length: count }, () => Math.exp(0.55 * chance.normal()));
  const sum = raw.reduce((all, one) => all + one, 0);
  const shares = raw.map((one) => Math.max(0.3 / count, one / sum));
  if (split !== "round") return shares;
  // Steps of five in a hundred; the largest takes what is over or missing.
  const stepped = shares.map((share) => Math.max(1, Math.round(share * 20)));
  const largest = stepped.indexOf(Math.max(...stepped));
  const rest = stepped.reduce((all, one, index) => (index === largest ? all : all + one), 0);
  stepped[largest] = Math.max(1, 20 - rest);
  return stepped;
}

export function campaign(chance: Chance, brief: Brief): Campaign {
  const { metric } = brief;
  const count = whole(chance, ...brief.lines);
  const days = whole(chance, ...brief.days);
  const wanted = scaled(chance, ...brief.euros);
  const grain = 10 ** Math.max(3, Math.floor(Math.log10((wanted * 100) / count)) - 1);
  const shares = sharesOf(chance, count, brief.split);
  const all = shares.reduce((sum, one) => sum + one, 0);
  const planned = shares.map((one) => grain * Math.max(1, Math.round((wanted * 100 * one) / all / grain)));
  const budget = planned.reduce((sum, one) => sum + one, 0);
  const outcomes = brief.weekly
    ? (count * days * scaled(chance, ...brief.weekly)) / 7
    : budget / scaled(chance, ...(brief.price ?? [1_000, 8_000]));
  const curves = planned.map(() => (brief.believed ?? usual)(chance));
  const slack = brief.slack ?? 0.06;
  const raw = curves.map((curve) => Math.exp(slack * chance.normal()) / bend(curve));
  const scale = outcomes / raw.reduce((sum, one, index) => sum + one * (planned[index] ?? 0), 0);
  const names = shuffled(chance, sellers);
  const drafts = planned.map((money, index): Draft => {
    const channel = pick(chance, brief.channels ?? Object.keys(costs));
    const rate = (raw[index] ?? 1) * scale;
    const [cheap, dear] = costs[channel] ?? [300, 900];
    let cpm = between(chance, cheap, dear);
    if (metric === "completed_views")
      cpm = (1000 * between(chance, ...(completed[channel] ?? [0.3, 0.6]))) / rate;
    if (metric === "reach") cpm = 1000 / (rate * between(chance, 2.6, 4));
    return {
      name: `${names[index]} ${channel}`,
      channel,
      cpm: Math.max(10, Math.round(cpm)),
      planned: money,
      rate,
      believed: curves[index] as Curve,
    };
  });
  const largest = Math.max(...planned) / budget;
  const [low, high] = brief.cap ?? (count < 4 ? [0.65, 0.9] : count < 8 ? [0.4, 0.7] : [0.25, 0.6]);
  return {
    metric,
    days,
    budget,
    cap: Math.min(1, Math.max(between(chance, low, high), largest + 0.03)),
    drafts,
  };
}

// The truth of a line.
export interface Truth {
  readonly planned: number;
  readonly days: number;
  /** Outcomes for each unit of money at the usual amount. */
  readonly rate: number;
  readonly curve: Curve;
  /** Days over which the plan's money is spent; the usual amount of a day is the plan over these. Absent: all. */
  readonly active?: number;
  readonly time?: ByDay;
  /** By what was spent before that day, since `refresh` where the day is past it. */
  readonly memory?: (before: number, day: number) => number;
  readonly refresh?: number;
  /** Which share of a day's outcomes comes so many days later. */
  readonly carry?: readonly number[];
  /** The curve is one of all money so far, not of a day's. */
  readonly cumulative?: true;
}

export function response(truth: Truth): WorldLine["mean"] {
  const {
    planned,
    days,
    rate,
    curve,
    time = () => 1,
    memory,
    refresh = Infinity,
    carry = [1],
    cumulative,
  } = truth;
  const unit = planned / (truth.active ?? days);
  const bring = (day: number, spends: readonly number[]): number => {
    const money = spends[day] ?? 0;
    if (!(money > 0)) return 0;
    let before = 0;
    if (memory || cumulative)
      for (let at = day >= refresh ? refresh : 0; at < day; at += 1) before += spends[at] ?? 0;
    const fresh = memory ? memory(before, day) : 1;
    if (cumulative)
      return (
        time(day) *
        fresh *
        rate *
        planned *
        Math.max(0, curve((before + money) / planned) - curve(before / planned))
      );
    return time(day) * fresh * rate * unit * curve(money / unit);
  };
  return (day, spends) => {
    const last = Math.min(day, spends.length - 1);
    let sum = 0;
    for (let after = 0; after < carry.length && after <= last; after += 1)
      sum += (carry[after] ?? 0) * bring(last - after, spends);
    return sum;
  };
}
/** Most come at once, the rest over two weeks. */
export function carryOver(pace: number): readonly number[] {
  const raw = Array.from({ length: 15 }, (_, day) => Math.exp(-day / pace));
  const sum = raw.reduce((all, one) => all + one, 0);
  return raw.map((one) => one / sum);
}
/** The algorithm learns with the money. */
export const learns =
  (missing: number, money: number) =>
  (before: number): number =>
    1 - missing * Math.exp(-before / money);

// Time.
/** Factors of the days of a week, 1 on average, whatever day the flight starts on. */
export function weekShape(chance: Chance, spread: number, weekend = 1): ByDay {
  const raw = Array.from(
    { length: 7 },
    (_, day) => (isWeekend(day) ? weekend : 1) * Math.exp(spread * chance.normal()),
  );
  const sum = raw.reduce((all, one) => all + one, 0);
  return (day) => (7 * (raw[day % 7] ?? 1)) / sum;
}
export function wave(chance: Chance, days: number, height: number): ByDay {
  const start = between(chance, 0, 2 * Math.PI);
  const length = days * between(chance, 0.8, 2.5);
  return (day) => 1 + height * Math.sin(start + (2 * Math.PI * day) / length);
}
export const within = (day: number, from: number, until: number): boolean => day >= from && day < until;

// Paces.
export const weighted =
  (weight: ByDay): Pace =>
  ({ day, daysLeft, left }) => {
    let ahead = 0;
    for (let at = day; at < day + daysLeft; at += 1) ahead += weight(at);
    return ahead > 0 ? (left * weight(day)) / ahead : 0;
  };
export const evenly: Pace = ({ left, daysLeft }) => left / Math.max(1, daysLeft);
export const limited =
  (most: ByDay, pace: Pace = evenly): Pace =>
  (day) =>
    Math.max(0, Math.min(day.left, most(day.day), pace(day)));
export const halted =
  (from: number, until: number, pace: Pace = evenly): Pace =>
  (day) =>
    within(day.day, from, until) ? 0 : pace(day);
export const workdays = weighted((day) => (isWeekend(day) ? 0 : 1));
export const startingOn = (first: number): Pace => weighted((day) => (day < first ? 0 : 1));
/** No two days of an auction are alike. */
export function uneven(chance: Chance, days: number, spread: number, pace: Pace = evenly): Pace {
  const each = daily(chance, days, spread);
  return (day) => (day.daysLeft <= 1 ? day.left : Math.min(day.left, pace(day) * each(day.day)));
}

// Reports.
export interface Habit {
  /** Days until a day stands in the report at all, beside the night. */
  readonly late?: number;
  /** A day of the week on whose morning all before it is reported; nothing new on others. */
  readonly weekly?: number;
  /** Age after which a day is final. */
  readonly finalAfter?: number;
  /** Reported over true outcomes, by day and by age. */
  readonly counts?: (day: number, age: number) => number;
  readonly shows?: number;
  /** Days that are left out up to an age. */
  readonly hides?: (day: number, age: number) => boolean;
  readonly totals?: true;
}
export function reporting(habit: Habit): NonNullable<WorldLine["reports"]> {
  const {
    late = 0,
    weekly,
    finalAfter = 3,
    counts = () => 1,
    shows = 1,
    hides = () => false,
    totals,
  } = habit;
  return (morning: number, truth: readonly TrueDay[]): Report => {
    let end = Math.max(0, Math.min(truth.length, morning - late));
    if (weekly !== undefined) while (end > 0 && end % 7 !== weekly) end -= 1;
    const rows: ReportedDay[] = [];
    for (let day = 0; day < end; day += 1) {
      const age = morning - day;
      const row = truth[day];
      if (row === undefined || hides(day, age)) continue;
      rows.push({
        day,
        final: age > finalAfter,
        spend: Math.round(row.spend),
        impressions: Math.round(row.impressions * shows),
        outcomes: Math.max(0, Math.round(row.outcomes * counts(day, age))),
      });
    }
    if (!totals) return { type: "days", days: rows };
    const sum = (of: (row: ReportedDay) => number): number => rows.reduce((all, row) => all + of(row), 0);
    return {
      type: "total",
      through: end - 1,
      spend: sum((row) => row.spend),
      impressions: sum((row) => row.impressions),
      outcomes: sum((row) => row.outcomes),
    };
  };
}
/** Outcomes are ascribed over days. */
export const arriving =
  (pace: number, full: number) =>
  (_day: number, age: number): number =>
    age >= full ? 1 : (1 - Math.exp(-age / pace)) / (1 - Math.exp(-full / pace));
/** Habits of everyday life. */
export function everyday(chance: Chance): Habit {
  const kind = chance.uniform();
  if (kind < 0.45) return {};
  if (kind < 0.7) return { late: 1 };
  const full = whole(chance, 3, 8);
  return { counts: arriving(between(chance, 0.8, 2), full), finalAfter: full };
}

// Dealings.
export const made: Change = () => ({ type: "made" });
export const noMore =
  (reason: string): Change =>
  ({ from, to }) =>
    to > from ? { type: "refused", reason } : { type: "made" };
export const noLess =
  (share: number, planned: number): Change =>
  ({ from, to, spent }) => {
    const floor = Math.max(spent, Math.round(share * planned));
    if (to >= floor) return { type: "made" };
    return from <= floor
      ? { type: "refused", reason: "below the committed volume" }
      : { type: "made", to: floor };
  };
/** So many days pass; too late near the end. */
export const afterDays =
  (wait: number, days: number): Change =>
  ({ day }) =>
    day + wait < days ? { type: "made", on: day + wait } : { type: "refused", reason: "flight ends before" };
/** Increases alone wait. */
export const increasesAfter =
  (wait: number, days: number): Change =>
  (wish) =>
    wish.to > wish.from ? afterDays(wait, days)(wish) : { type: "made" };
/** No step above this share of the budget. */
export const inSteps =
  (share: number): Change =>
  ({ from, to }) =>
    to > from * (1 + share) ? { type: "made", to: Math.round(from * (1 + share)) } : { type: "made" };
/** Never above this multiple of the plan. */
export const upToTimes =
  (most: number, planned: number): Change =>
  ({ from, to }) => {
    const top = Math.round(most * planned);
    if (to <= Math.max(from, top)) return { type: "made" };
    return from >= top ? { type: "refused", reason: "no more inventory" } : { type: "made", to: top };
  };

// Lines and worlds.
export interface Making {
  readonly truth?: Partial<Truth>;
  /** What the seller says: level and shape, where they differ from what was believed. */
  readonly claim?: { readonly level?: number; readonly curve?: Curve };
  readonly tells?: "outcomes" | "impressions" | "nothing";
  readonly spends?: Pace;
  readonly habit?: Habit;
  readonly change?: Change;
  readonly luck?: ByDay;
  readonly dispersion?: number;
}

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3.5];

export function lineOf({ days }: Campaign, draft: Draft, making: Making): WorldLine {
  const { name, channel, planned, cpm, rate, believed } = draft;
  const { claim = {}, tells = "outcomes", spends, habit, change, luck, dispersion } = making;
  const level = rate * planned * (claim.level ?? 1);
  const curve = claim.curve ?? believed;
  const forecast = steps.map((step) => {
    const spend = Math.round(step * planned);
    const impressions = Math.round((spend / cpm) * 1000);
    return tells === "impressions"
      ? { spend, impressions }
      : { spend, impressions, outcomes: level * curve(step) };
  });
  return {
    name,
    channel,
    planned,
    cpm,
    ...(tells !== "nothing" && { forecast }),
    mean: response({ planned, days, rate, curve: believed, ...making.truth }),
    ...(spends && { spends }),
    ...(luck && { luck }),
    ...(dispersion !== undefined && { dispersion }),
    ...(habit && Object.keys(habit).length > 0 && { reports: reporting(habit) }),
    ...(change && { change }),
  };
}

export function worldOf(
  plan: Campaign,
  makings: readonly Making[],
  extra: Pick<World, "buyerCounts" | "collapse"> = {},
): World {
  return {
    metric: plan.metric,
    days: plan.days,
    mostPerLine: plan.cap,
    lines: plan.drafts.map((draft, index) => lineOf(plan, draft, makings[index] ?? {})),
    ...extra,
  };
}

/** What a line truly brings for a budget over the flight. */
export function bringsFor(line: WorldLine, days: number, budget: number): number {
  const spent: number[] = [];
  let left = budget;
  let sum = 0;
  for (let day = 0; day < days; day += 1) {
    const at = { day, daysLeft: days - day, left, spent };
    const money = Math.max(0, Math.min(left, (line.spends ?? evenly)(at)));
    spent.push(money);
    left -= money;
    sum += line.mean(day, spent);
  }
  return sum;
}

/** Rates set so that one more euro brings the same on each line at the plan; those of `apart` left as they are. */
export function leveled(
  plan: Campaign,
  makings: readonly Making[],
  apart: ReadonlySet<number> = new Set(),
): Making[] {
  const margins = plan.drafts.map((draft, index) => {
    const line = lineOf(plan, draft, makings[index] ?? {});
    const more = bringsFor(line, plan.days, draft.planned * 1.01);
    return (more - bringsFor(line, plan.days, draft.planned * 0.99)) / (0.02 * draft.planned);
  });
  const among = margins.filter((_, index) => !apart.has(index));
  const target = Math.exp(among.reduce((sum, one) => sum + Math.log(one), 0) / Math.max(1, among.length));
  return plan.drafts.map((draft, index) => {
    const making = makings[index] ?? {};
    if (apart.has(index)) return making;
    const rate = ((making.truth?.rate ?? draft.rate) * target) / (margins[index] ?? target);
    return { ...making, truth: { ...making.truth, rate } };
  });
}
