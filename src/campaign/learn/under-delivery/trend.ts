import { countDays, earlierDay } from "../../../lib/days.ts";
import { type ExpectedDays, type OrderedLine, sumOf } from "../../account/ordered-lines.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../../model/measured/delivery.ts";

/** How a line has run so far, by what its seller reported, beside one reading of its order. */
export interface DeliveryTrend {
  readonly delivered: number;
  readonly spentMinor?: number;
  /** With what was ordered for days that passed and of which no spend is reported. */
  readonly mostSpentMinor: number;
  /** All that the order wants, in impressions and in minor units. */
  readonly ordered: number;
  readonly orderedMinor: number;
  /** What the newest days brought of what was ordered on them, 1 is all of it: mean, and the mean's standard error. */
  readonly pace: { readonly mean: number; readonly error: number; readonly days: number };
  /** The same of all days that were reported. */
  readonly usual: number;
  readonly reportedTo: string;
  readonly daysAhead: number;
  readonly unreportedDays: number;
  /** Impressions that the order wants of the days ahead, and of those that passed without a report. */
  readonly ahead: number;
  readonly unreported: number;
  /** Impressions that were missed while it was beginning to run: its seller has until the end to make up for them. */
  readonly missedAtLaunch: number;
  /** Its last day was asked for, and nothing that was reported may be restated. */
  readonly closed: boolean;
}

/** Days that speak for the pace: a week, so that each weekday counts once. */
export const paceDays = 7;
/** Days after the first delivery that may bring less than this part of their order: a line is often slow to begin. */
const launch = { days: 3, part: 0.5 };

/**
 * Undefined before a day was reported of a line with a forecast. Days on which we had paused it say nothing of its pace, nor do those
 * before it began to deliver, and those up to our last change of its money or its end: what it was then is not what it is now.
 */
export function trendOf(
  { period, paused, packageId, budgets, impressionsPerMinor: rate }: OrderedLine,
  { rows: all, reportedTo }: BuyDelivery,
  expected: ExpectedDays,
): DeliveryTrend | undefined {
  const rows = all.filter((row) => row.packageId === packageId);
  const reported = rows.filter(hasImpressions);
  if (reported.length === 0 || rate === undefined) return undefined;
  const lastReported = earlierDay(reportedTo, period.end);
  const wantedOn = (isWanted: (day: string) => boolean) => rate * sumOf(expected, isWanted);
  const run = reported.flatMap((row): Ran[] => {
    const ran = daysOfRow(row).filter((day) => !paused.has(day));
    const wanted = rate * ran.reduce((sum, day) => sum + (expected.get(day) ?? 0), 0);
    return wanted > 0 ? [{ date: row.date, wanted, ratio: row.impressions / wanted }] : [];
  });
  const launched = run.slice(launchDaysOf(run));
  const changed = budgets.findLast(({ minor, end }, i) => {
    const before = budgets[i - 1];
    return before !== undefined && (before.minor !== minor || before.end !== end);
  });
  const since = changed?.from.slice(0, 10) ?? "";
  const days = new Set(reported.flatMap(daysOfRow));
  const isUnreported = (day: string) => day <= lastReported && !days.has(day) && !paused.has(day);
  const spends = rows.flatMap(({ spendMinor }) => spendMinor ?? []);
  const paid = new Set(rows.filter(({ spendMinor }) => spendMinor !== undefined).flatMap(daysOfRow));
  const unpaid = sumOf(expected, (day) => day <= lastReported && !paid.has(day));
  return {
    delivered: reported.reduce((total, row) => total + row.impressions, 0),
    ...(spends.length > 0 && { spentMinor: spends.reduce((a, b) => a + b, 0) }),
    mostSpentMinor: spends.reduce((a, b) => a + b, 0) + Math.ceil(unpaid),
    ordered: Math.round(wantedOn(() => true)),
    orderedMinor: Math.round(sumOf(expected, () => true)),
    pace: paceOf(launched.filter(({ date }) => date > since).slice(-paceDays)),
    usual: paceOf(run).mean,
    reportedTo: lastReported,
    daysAhead: Math.max(0, countDays(lastReported, period.end) - 1),
    unreportedDays: [...expected.keys()].filter((day) => day <= period.end && isUnreported(day)).length,
    ahead: wantedOn((day) => day > lastReported),
    unreported: wantedOn(isUnreported),
    missedAtLaunch: Math.round(
      run
        .slice(0, run.length - launched.length)
        .reduce((sum, { wanted, ratio }) => sum + Math.max(0, wanted * (1 - ratio)), 0),
    ),
    closed: reportedTo >= period.end && rows.every(({ final }) => final),
  };
}

/** What was reported of one day, or as a whole, beside what was ordered for it. */
interface Ran {
  readonly date: string;
  readonly wanted: number;
  readonly ratio: number;
}

function launchDaysOf(run: readonly Ran[]): number {
  const begun = run.findIndex(({ ratio }) => ratio > 0);
  if (begun < 0) return run.length;
  const slow = run.slice(begun, begun + launch.days).findIndex(({ ratio }) => ratio >= launch.part);
  return begun + (slow < 0 ? Math.min(launch.days, run.length - begun) : slow);
}

function hasImpressions(row: DeliveryRow): row is DeliveryRow & { readonly impressions: number } {
  return row.impressions !== undefined;
}

function paceOf(run: readonly Ran[]): DeliveryTrend["pace"] {
  const days = run.length;
  if (days === 0) return { mean: 0, error: 0, days };
  const mean = run.reduce((sum, { ratio }) => sum + ratio, 0) / days;
  const squares = run.reduce((total, { ratio }) => total + (ratio - mean) ** 2, 0);
  return { mean, error: days < 2 ? mean : Math.sqrt(squares / (days - 1) / days), days };
}
