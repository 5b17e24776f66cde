import { groupBy } from "../../lib/group-by.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";

/** Part of what is due under which a day is one of a launch, as long as no day was whole. */
const ramping = 0.5;
/** Delivering days before which a line's figures say nothing of what it can do. */
export const launchDays = 7;
/** Part of its pace under which a line does not spend what it has. */
const able = 0.9;
/** Days that say what a line can spend now, and how many of the best of them. */
const recentDays = 14;
const bestDays = 3;
/** What is thought of how spend follows pace before it was seen, and how much that is worth. */
const usualElasticity = 0.5;
const elasticityWeight = 0.01;

/**
 * Part of its pace under which a line has stopped, and how many days on which it used to spend say so: more than it paused before, of
 * which so many are usual at most.
 */
const stopping = 0.05;
const silentDays = 2;
const usualPause = 3;

type Seen = Pick<LiveLine, "seen">;

/** The days since a line runs as it is to: neither those before its first delivery nor those of its ramp, a week of it at most. */
export function sinceLaunch({ seen }: Seen): readonly SeenDay[] {
  const first = seen.findIndex(({ spend }) => spend > 0);
  if (first < 0) return [];
  const begun = seen.slice(first);
  const whole = begun.findIndex(
    ({ spend, pace, day }) => spend >= ramping * pace || day - (begun[0]?.day ?? 0) >= launchDays,
  );
  return whole < 0 ? [] : begun.slice(whole);
}

/** Days on which it delivered since its launch. */
export function deliveringDays(line: Seen): number {
  return sinceLaunch(line).reduce((sum, { spend, length }) => sum + (spend > 0 ? length : 0), 0);
}

/** How a line that leaves money spends: `spend` at a daily pace of `pace`, and by how much more for a part more of it, 0 to 1. */
export interface Ability {
  readonly spend: number;
  readonly pace: number;
  /** 0: it has a limit. 1: it spends a share of what it has, however much that is. */
  readonly elasticity: number;
}

/**
 * What a line spends of its pace, where it left money and no day reached it: a line that spends its pace on some days of the week
 * alone is able to. Undefined while nothing is known.
 */
export function abilityOf(line: Seen): Ability | undefined {
  const silent = daysStopped(line);
  if (silent.length > 0) return { spend: 0, pace: mean(silent, "pace"), elasticity: 0 };
  if (deliveringDays(line) < launchDays) return undefined;
  const since = sinceLaunch(line);
  const days = since.slice(-recentDays);
  const [spend, pace] = [mean(days, "spend"), mean(days, "pace")];
  if (!(spend < able * pace)) return undefined;
  const best = days
    .map((one) => one.spend / one.length)
    .toSorted((a, b) => b - a)
    .slice(0, bestDays);
  const most = best.reduce((sum, one) => sum + one, 0) / best.length;
  return most < able * pace ? { spend: most, pace, elasticity: elasticityOf(since) } : undefined;
}

/** What a line spends a day where this is its pace. */
export function spendAt(pace: number, ability: Ability | undefined): number {
  if (ability === undefined || pace <= 0) return Math.max(0, pace);
  return Math.min(pace, ability.spend * (pace / ability.pace) ** ability.elasticity);
}

/** How weekly spend followed weekly pace, drawn to half of it: both on a logarithmic scale. */
function elasticityOf(days: readonly SeenDay[]): number {
  const weeks = weeksOf(days).map(
    (own) => [Math.log(mean(own, "pace")), Math.log(mean(own, "spend"))] as const,
  );
  const known = weeks.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const centre = (at: 0 | 1) => known.reduce((sum, one) => sum + one[at], 0) / Math.max(1, known.length);
  const [meanX, meanY] = [centre(0), centre(1)];
  let [xy, xx] = [usualElasticity * elasticityWeight, elasticityWeight];
  for (const [x, y] of known) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
  }
  return Math.min(1, Math.max(0, xy / xx));
}

/** The last days of a line that has stopped: it spends nothing on days of the week on which it used to. */
export function daysStopped(line: Seen): readonly SeenDay[] {
  const since = sinceLaunch(line);
  const isSpent = ({ spend, pace }: SeenDay) => spend > stopping * pace;
  const isExpected = ({ day, length, pace }: SeenDay) =>
    length === 1 &&
    pace > 0 &&
    since.some((one) => isSpent(one) && one.day < day && (day - one.day) % 7 === 0);
  let [pause, longest] = [0, 0];
  for (const day of since)
    if (isSpent(day)) [pause, longest] = [0, Math.max(longest, pause)];
    else if (isExpected(day)) pause += 1;
  return pause >= Math.max(silentDays, Math.min(longest, usualPause) + 1)
    ? since.slice(since.findLastIndex(isSpent) + 1)
    : [];
}

/** The least and the largest spend of a day that were seen to work: the means of its leanest and of its best week. */
export function provenSpends(line: Seen): { readonly least: number; readonly most: number } {
  const weeks = weeksOf(sinceLaunch(line).filter(({ spend }) => spend > 0)).map((own) => mean(own, "spend"));
  return weeks.length === 0 ? { least: 0, most: 0 } : { least: Math.min(...weeks), most: Math.max(...weeks) };
}

/** Days by the week of the flight. */
export function weeksOf(days: readonly SeenDay[]): SeenDay[][] {
  return [...groupBy(days, ({ day }) => Math.floor(day / 7)).values()];
}

/** Of a day. */
function mean(days: readonly SeenDay[], of: "spend" | "pace"): number {
  const length = days.reduce((sum, day) => sum + day.length, 0);
  return days.reduce((sum, day) => sum + day[of], 0) / Math.max(1, length);
}
