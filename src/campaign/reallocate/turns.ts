import { sinceLaunch } from "./launch.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";

/** Days that a turn may have begun ago, and those before it that say what the line brought. */
const [newest, oldest, before] = [2, 28, 28];
/** It brings half of what it did, or twice as much, by so many standard deviations. */
const turned = 2;
/** Of one that began longer ago than so many days, which luck that stays may be: to next to nothing. */
const [recent, dead] = [10, 6];
const deviations = 3.5;
/** Variance of good and bad weeks, against which a turn must stand out. */
const luck = 0.05;
/** Exponent of what a line brings where little works below a threshold: what a cut of ours may have done is no turn. */
const steepest = 3;
/** Of fewer outcomes than this nothing is said. */
const fewest = 6;

/** Since which day a line brings much less than it did, or much more, and others do not. */
export interface Turn {
  readonly day: number;
  /** That were counted since. */
  readonly days: number;
  readonly isDown: boolean;
}

/** Lines that have turned, by lineId. */
export function turnsOf(lines: readonly LiveLine[]): ReadonlyMap<string, Turn> {
  const counted = lines.map((line) => sinceLaunch(line).filter(({ outcome }) => outcome !== undefined));
  return new Map(
    lines.flatMap(({ lineId }, place) => {
      const own = counted[place] ?? [];
      const others = counted.filter((_, other) => other !== place);
      const last = own.at(-1)?.day ?? 0;
      const turns = own.flatMap(({ day, length }) => {
        const since = last - day + length;
        if (since < newest || since > oldest) return [];
        const off = offSince(day, own, others, since > recent ? dead : turned);
        return off === undefined ? [] : [{ day, off, days: since }];
      });
      const [clearest] = turns.sort((a, b) => Math.abs(b.off) - Math.abs(a.off));
      return clearest === undefined
        ? []
        : [[lineId, { day: clearest.day, days: clearest.days, isDown: clearest.off < 0 }] as const];
    }),
  );
}

/** Whether any line has broken down. */
export function isBroken(lines: readonly LiveLine[]): boolean {
  return [...turnsOf(lines).values()].some(({ isDown }) => isDown);
}

/** By how many standard deviations a line brings more from a day on; undefined where it has not turned. */
function offSince(
  day: number,
  own: readonly SeenDay[],
  others: readonly (readonly SeenDay[])[],
  times: number,
): number | undefined {
  const seen = compared(own, day);
  if (seen === undefined) return undefined;
  const rest = others.flatMap((days) => compared(days, day) ?? []);
  const [outcomes, expected] = [
    total(rest.map((one) => one.outcome)),
    total(rest.map((one) => one.expected)),
  ];
  const mean = seen.expected * (expected > fewest ? outcomes / expected : 1);
  if (Math.max(mean, seen.outcome) < fewest || !(mean > 0)) return undefined;
  if (seen.outcome * times > mean && seen.outcome < times * mean) return undefined;
  const off = Math.sign(seen.outcome - mean) * Math.sqrt(deviance(seen.outcome, mean));
  return Math.abs(off) >= deviations ? off : undefined;
}

/** How far a count is from its mean where weeks are good and bad: that of a negative binomial distribution. */
function deviance(count: number, mean: number): number {
  const own = count > 0 ? count * Math.log(count / mean) : 0;
  return 2 * Math.max(0, own - (count + 1 / luck) * Math.log((count * luck + 1) / (mean * luck + 1)));
}

/** What a line brought from a day on, and what it was to bring as it did before. */
function compared(days: readonly SeenDay[], from: number) {
  const past = days.filter(({ day }) => day < from && day >= from - before);
  const since = days.filter(({ day }) => day >= from);
  const spend = total(past.map((one) => one.spend));
  if (spend === 0 || total(past.map(({ length }) => length)) < newest) return undefined;
  const rate = total(past.map(({ outcome = 0 }) => outcome)) / spend;
  const spent = total(since.map((one) => one.spend));
  const cut =
    spent / total(since.map(({ length }) => length)) / (spend / total(past.map(({ length }) => length)));
  return {
    outcome: total(since.map(({ outcome = 0 }) => outcome)),
    // Of less money than before it may bring less than in proportion, where little works below a threshold.
    expected: rate * spent * Math.min(1, cut) ** (steepest - 1),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
