import { sinceLaunch } from "./launch.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";

/** Days that a breakdown may have begun ago, and those before it that say what the line brought. */
const [newest, oldest, before] = [2, 10, 28];
/** It brings less than this part of what it did, by so many standard deviations. */
const broken = 0.5;
const deviations = 3.5;
/** Variance of good and bad weeks, against which a breakdown must stand out. */
const luck = 0.05;
/** Fewer outcomes than this were to be expected: nothing is said. */
const fewest = 6;

/** Lines that broke down, by lineId, with the day since when: they bring much less than they did, and others do not. */
export function brokenLines(lines: readonly LiveLine[]): ReadonlyMap<string, number> {
  const counted = lines.map((line) => sinceLaunch(line).filter(({ outcome }) => outcome !== undefined));
  return new Map(
    lines.flatMap(({ lineId }, place) => {
      const own = counted[place] ?? [];
      const others = counted.filter((_, other) => other !== place);
      const since = own.slice(-oldest, -newest + 1 || undefined).flatMap(({ day }) => {
        const off = offSince(day, own, others);
        return off === undefined ? [] : [{ day, off }];
      });
      const [worst] = since.sort((a, b) => b.off - a.off);
      return worst === undefined ? [] : [[lineId, worst.day] as const];
    }),
  );
}

/** By how many standard deviations a line brings less from a day on; undefined where it is no breakdown. */
function offSince(
  day: number,
  own: readonly SeenDay[],
  others: readonly (readonly SeenDay[])[],
): number | undefined {
  const seen = compared(own, day);
  if (seen === undefined) return undefined;
  const rest = others.flatMap((days) => compared(days, day) ?? []);
  const [outcomes, expected] = [
    total(rest.map((one) => one.outcome)),
    total(rest.map((one) => one.expected)),
  ];
  const season = expected > fewest ? outcomes / expected : 1;
  const mean = seen.expected * season;
  if (mean < fewest || seen.outcome >= broken * mean) return undefined;
  const off = (mean - seen.outcome) / Math.sqrt(mean + luck * mean ** 2);
  return off >= deviations ? off : undefined;
}

/** What a line brought from a day on, and what it was to bring as it did before. */
function compared(days: readonly SeenDay[], from: number) {
  const past = days.filter(({ day }) => day < from && day >= from - before);
  const recent = days.filter(({ day }) => day >= from);
  const spend = total(past.map((one) => one.spend));
  if (spend === 0 || past.length < newest) return undefined;
  const rate = total(past.map(({ outcome = 0 }) => outcome)) / spend;
  return {
    outcome: total(recent.map(({ outcome = 0 }) => outcome)),
    expected: rate * total(recent.map((one) => one.spend)),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
