import { sumOver } from "../../lib/money.ts";
import { median } from "../model/measured/figures.ts";
import { daysStopped, launchDays, sinceLaunch, weeksOf } from "./launch.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";

/** Days that a turn may have begun ago, and those before it that say what the line brought. */
const [newest, oldest, before] = [2, 28, 28];
/** It brings half of what it did, or twice as much, by so many standard deviations. */
const turned = 2;
/** Of one that began longer ago than so many days, which luck that stays may be: to next to nothing. */
const [recent, dead] = [10, 6];
const deviations = 3.3;
/** Variance of good and bad weeks, against which a turn must stand out, and how many weeks that is worth. */
const usualLuck = 0.05;
const usualWeeks = 8;
/** How many days it is worth that outcomes come one by one. */
const usualDays = 7;
/** Exponent of what a line brings where little works below a threshold: what a cut of ours may have done is no turn. */
const steepest = 3;
/** And of what one brings where money fades, against which more than that is a turn, or a return. */
const usualExponent = 0.7;
/** Of fewer outcomes than this nothing is said. */
const fewest = 6;

/** Since which day a line brings much less than it did, or much more, and others do not. */
export interface Turn {
  readonly day: number;
  /** That were counted since. */
  readonly days: number;
  readonly isDown: boolean;
  /** Its money was cut for it: what it brings since says too little to cut it further for that. */
  readonly isPast?: true;
}

/** Lines that have turned, by lineId. */
export function turnsOf(lines: readonly LiveLine[]): ReadonlyMap<string, Turn> {
  const counted = lines.map((line) => sinceLaunch(line).filter(({ outcome }) => outcome !== undefined));
  return new Map(
    lines.flatMap((line, place) => {
      const others = counted.filter((_, other) => other !== place);
      const own = counted[place] ?? [];
      const turn = stopOf(line) ?? turnOf(own, others) ?? cutFor(own, others);
      return turn === undefined ? [] : [[line.lineId, turn] as const];
    }),
  );
}

/** One that spends nothing any more needs no counts to be known for it. */
function stopOf(line: LiveLine): Turn | undefined {
  const [first] = daysStopped(line);
  return first && { day: first.day, days: launchDays, isDown: true };
}

/** The clearest turn of a line. */
function turnOf(own: readonly SeenDay[], others: readonly (readonly SeenDay[])[]): Turn | undefined {
  const last = own.at(-1)?.day ?? 0;
  const luck = luckIn(others);
  const turns = own.flatMap(({ day, length }) => {
    const days = last - day + length;
    if (days < newest || days > oldest) return [];
    const off = offSince(day, own, others, { luck, times: days > recent ? dead : turned });
    return off === undefined ? [] : [{ day, off, days }];
  });
  const [clearest] = turns.sort((a, b) => Math.abs(b.off) - Math.abs(a.off));
  return clearest && { day: clearest.day, days: clearest.days, isDown: clearest.off < 0 };
}

/** The breakdown for which a line's money was cut: little money says little of it, and it stands until the line brings again what it did. */
function cutFor(own: readonly SeenDay[], others: readonly (readonly SeenDay[])[]): Turn | undefined {
  const last = own.at(-1)?.day ?? 0;
  for (const [at, cut] of own.entries()) {
    if (cut.budget >= (own[at - 1]?.budget ?? 0)) continue;
    const turn = turnOf(
      own.slice(0, at),
      others.map((days) => days.filter(({ day }) => day < cut.day)),
    );
    if (turn?.isDown === true && !isBack(own, turn))
      return { ...turn, days: turn.days + last - (own[at - 1]?.day ?? 0), isPast: true };
  }
  return undefined;
}

/** Whether it brought again more than half of what it did, in the newest days that were to bring enough to say so. */
function isBack(own: readonly SeenDay[], { day: since }: Turn): boolean {
  return own.some(({ day: from }) => {
    const newest = own.filter(({ day }) => day < since || day >= from);
    const seen = from < since ? undefined : compared(newest, since, usualExponent);
    return seen !== undefined && seen.expected >= fewest && seen.outcome * turned > seen.expected;
  });
}

/** Whether any line has broken down, and not only in the past. */
export function isBroken(lines: readonly LiveLine[]): boolean {
  return [...turnsOf(lines).values()].some(isFresh);
}

export function isFresh({ isDown, isPast }: Turn): boolean {
  return isDown && isPast !== true;
}

/** What makes a turn of a difference. */
interface Bar {
  /** Variance of good and bad weeks. */
  readonly luck: number;
  /** How much less, or more, it must bring. */
  readonly times: number;
}

/** By how many standard deviations a line brings more from a day on; undefined where it has not turned. */
function offSince(day: number, own: readonly SeenDay[], others: readonly (readonly SeenDay[])[], bar: Bar) {
  const rest = others
    .flatMap((days) => compared(days, day) ?? [])
    .filter(({ expected }) => expected > fewest);
  const common = sumOver(rest, ({ outcome }) => outcome) / sumOver(rest, ({ expected }) => expected);
  const seasons =
    rest.length === 0 ? [1] : [common, median(rest.map((one) => one.outcome / one.expected)) ?? 1];
  // A seller may take back what it shows in its own favour as long as that is not final.
  const final = own.filter(({ weight, length }) => weight === 1 || length > 1);
  return (
    offBy(compared(own, day), -1, Math.min(...seasons), bar) ??
    offBy(compared(final, day, usualExponent), 1, Math.max(...seasons), bar)
  );
}

function offBy(seen: Compared | undefined, way: 1 | -1, season: number, { luck, times }: Bar) {
  if (seen === undefined) return undefined;
  const { outcome, past } = seen;
  const mean = seen.expected * season;
  const isMuch = way === 1 ? outcome >= times * mean : outcome * times <= mean;
  if (!(mean > 0) || !isMuch || Math.max(mean, outcome) < fewest) return undefined;
  const noise = noiseOf([past]);
  // What is not known of the time before is added to the luck.
  const outcomes = sumOver(past, (one) => one.outcome ?? 0);
  const error = noise / Math.max(1, outcomes);
  const off = Math.sqrt(deviance(outcome / noise, mean / noise, luck + error));
  return off >= deviations ? way * off : undefined;
}

/** How far a count is from its mean where weeks are good and bad: that of a negative binomial distribution. */
function deviance(count: number, mean: number, luck: number): number {
  const own = count > 0 ? count * Math.log(count / mean) : 0;
  return 2 * Math.max(0, own - (count + 1 / luck) * Math.log((count * luck + 1) / (mean * luck + 1)));
}

interface Compared {
  readonly outcome: number;
  readonly expected: number;
  /** The time before. */
  readonly past: readonly SeenDay[];
}

/** What a line brought from a day on, and what it was to bring as it did before. */
function compared(days: readonly SeenDay[], from: number, exponent = steepest): Compared | undefined {
  const past = days.filter(({ day }) => day < from && day >= from - before);
  const since = days.filter(({ day }) => day >= from);
  const spend = sumOver(past, (one) => one.spend);
  const length = sumOver(past, (one) => one.length);
  if (spend === 0 || since.length === 0 || length < newest) return undefined;
  const rate = rateOf(past);
  const spent = sumOver(since, (one) => one.spend);
  const cut = dailySpend(since) / dailySpend(past);
  return {
    outcome: sumOver(since, ({ outcome = 0 }) => outcome),
    // Of less money than before it may bring less than in proportion, where little works below a threshold.
    expected: rate * spent * Math.min(1, cut) ** (exponent - 1),
    past,
  };
}

/** On days that spend anything: a weekend without delivery is no cut. */
function dailySpend(days: readonly SeenDay[]): number {
  const running = days.filter(({ spend }) => spend > 0);
  const length = sumOver(running, (one) => one.length);
  return sumOver(running, ({ spend }) => spend) / Math.max(1, length);
}

/** What a minor unit brought. */
function rateOf(days: readonly SeenDay[]): number {
  return sumOver(days, ({ outcome = 0 }) => outcome) / sumOver(days, ({ spend }) => spend);
}

/** Variance of a day's count over its mean, from one day of a line to the next: that its level changes is no noise. */
export function noiseOf(lines: readonly (readonly SeenDay[])[]): number {
  const squares = lines.flatMap((days) => {
    const rate = rateOf(days);
    const off = days.flatMap(({ length, spend, outcome = 0 }) =>
      length === 1 && spend > 0 && rate > 0 ? [(outcome - rate * spend) / Math.sqrt(rate * spend)] : [],
    );
    return off.slice(1).map((one, at) => (one - (off[at] ?? 0)) ** 2 / 2);
  });
  return Math.max(1, (sumOver(squares) + usualDays) / (squares.length + usualDays));
}

/** Variance of lines' good and bad weeks beyond counting, drawn to what is usual. */
function luckIn(lines: readonly (readonly SeenDay[])[]): number {
  const weeks = lines.flatMap((days) => {
    const rate = rateOf(days);
    if (!(rate > 0)) return [];
    const noise = noiseOf([days]);
    return weeksOf(days).flatMap((own, _, all) => {
      const mean = rate * sumOver(own, ({ spend }) => spend);
      if (!(mean > 0)) return [];
      const off = sumOver(own, ({ outcome = 0 }) => outcome) / mean - 1;
      const weight = mean / (mean + noise / usualLuck);
      // A breakdown is no luck, and takes no more than twice its mean.
      return { weight, free: 1 - 1 / all.length, beyond: Math.max(0, Math.min(1, off ** 2) - noise / mean) };
    });
  });
  const seen = sumOver(weeks, ({ weight, beyond }) => weight * beyond);
  return (seen + usualWeeks * usualLuck) / (sumOver(weeks, ({ weight, free }) => weight * free) + usualWeeks);
}
