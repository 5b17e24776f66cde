import { addDays, countDays, earlierDay, laterDay } from "../../../lib/days.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { type ExpectedDays, type OrderedLine, sumOf } from "../../account/ordered-lines.ts";
import { type BuyDelivery, type DeliveryRow, dayByDay, daysOfRow } from "../../model/measured/delivery.ts";

/** How a line has run so far, by what its seller reported, beside one reading of its order. */
export interface DeliveryTrend {
  readonly delivered: number;
  readonly spentMinor?: number;
  /** With what was ordered for days that passed and of which no spend is reported. */
  readonly mostSpentMinor: number;
  /** All that the order wants, in impressions and in minor units. */
  readonly ordered: number;
  readonly orderedMinor: number;
  /** What the newest days brought of what was ordered on them, 1 is all of it. */
  readonly pace: Pace;
  /** The same of the last weeks, where there are two at least. */
  readonly weeks?: Pace;
  /** It still brings more from day to day. */
  readonly isRising: boolean;
  /** The mean of the days on which anything was delivered. */
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

/** Of days beside their order: mean, the mean's standard error, and how many there are. */
export interface Pace {
  readonly mean: number;
  readonly error: number;
  readonly days: number;
}

/** Days that speak for the pace: a week, so that each weekday counts once; and the weeks that do beside it. */
export const paceDays = 7;
const weeksDays = { least: 14, most: 28 };
/** A pace rises where its trend over so many delivering days at least is so many standard errors. */
const risingDays = 5;
const rising = 2;
/** Days that a seller has after a flight to report those that are missing at its end. */
const trailingDays = 7;
/** Days after the first delivery that may bring less than this part of their order: a line is often slow to begin. */
const launch = { days: 3, part: 0.5 };

/**
 * Undefined before a day was reported of a line with a forecast. Days on which we had paused it say nothing of its pace, nor do those
 * before it began to deliver, and those up to our last change of its money or its end: what it was then is not what it is now.
 */
export function trendOf(
  { period, paused, packageId, budgets, impressionsPerMinor: rate }: OrderedLine,
  delivery: BuyDelivery,
  expected: ExpectedDays,
): DeliveryTrend | undefined {
  const { reportedTo, reportedAt } = delivery;
  const rows = dayByDay(delivery, packageId);
  const reported = rows.filter(hasImpressions);
  if (reported.length === 0 || rate === undefined) return undefined;
  const lastReported = earlierDay(reportedTo, period.end);
  const wantedOn = (isWanted: (day: string) => boolean) => rate * sumOf(expected, isWanted);
  const run = reported.flatMap((row): Ran[] => {
    const ran = daysOfRow(row).filter((day) => !paused.has(day));
    const wanted = rate * ran.reduce((sum, day) => sum + (expected.get(day) ?? 0), 0);
    return wanted > 0 ? [{ ...row, wanted, ratio: row.impressions / wanted }] : [];
  });
  const launched = run.slice(launchDaysOf(run));
  const changed = budgets.findLast(({ minor, end }, i) => {
    const before = budgets[i - 1];
    return before !== undefined && (before.minor !== minor || before.end !== end);
  });
  const since = changed?.from.slice(0, 10) ?? "";
  // Of a seller that makes its figures larger later those speak that it will not touch again.
  const isRestated = isMadeLarger(delivery, packageId);
  const telling = launched.filter(({ date, final }) => date > since && (final || !isRestated));
  const newest = telling.slice(-paceDays);
  const lastRow = reported.reduce((last, { date }) => laterDay(last, date), "");
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
    pace: paceOf(newest),
    ...(telling.length >= weeksDays.least && { weeks: paceOf(telling.slice(-weeksDays.most)) }),
    isRising: isRising(telling.filter(({ ratio }) => ratio > 0).slice(-paceDays)),
    usual: paceOf(run.filter(({ ratio }) => ratio > 0)).mean,
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
    closed:
      reportedTo >= period.end &&
      rows.every(({ final }) => final) &&
      (lastRow >= period.end || reportedAt.slice(0, 10) > addDays(period.end, trailingDays)),
  };
}

/** What was reported of one day, or as a whole, beside what was ordered for it. */
interface Ran extends Pick<DeliveryRow, "date" | "final"> {
  readonly wanted: number;
  readonly ratio: number;
}

/** Whether its seller has restated a day of a package upwards. */
function isMadeLarger({ rows, restated }: BuyDelivery, packageId: string): boolean {
  return restated.some(({ row: { date, impressions = 0, ...row } }) => {
    const now = rows.find((one) => one.packageId === packageId && one.date === date);
    return row.packageId === packageId && (now?.impressions ?? 0) > impressions;
  });
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

/** The error of whole weeks is what is left beside what each weekday brings. */
function paceOf(run: readonly Ran[]): Pace {
  const days = run.length;
  if (days === 0) return { mean: 0, error: 0, days };
  const mean = meanOf(run);
  if (days < 2) return { mean, error: mean, days };
  const byWeekday = groupBy(run, ({ date }) => new Date(date).getUTCDay());
  const isInWeeks = days >= weeksDays.least;
  const free = isInWeeks ? days - byWeekday.size : days - 1;
  const usual = ({ date }: Ran) =>
    isInWeeks ? meanOf(byWeekday.get(new Date(date).getUTCDay()) ?? []) : mean;
  const squares = run.reduce((total, one) => total + (one.ratio - usual(one)) ** 2, 0);
  return { mean, error: Math.sqrt(squares / Math.max(1, free) / days), days };
}

function meanOf(run: readonly Ran[]): number {
  return run.reduce((sum, { ratio }) => sum + ratio, 0) / run.length;
}

/** Whether what days bring rises by more than chance would have it. */
function isRising(run: readonly Ran[]): boolean {
  const count = run.length;
  if (count < risingDays) return false;
  const [mean, middle] = [meanOf(run), (count - 1) / 2];
  const spread = run.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const slope = run.reduce((sum, { ratio }, i) => sum + (i - middle) * (ratio - mean), 0) / spread;
  const squares = run.reduce((sum, { ratio }, i) => sum + (ratio - mean - slope * (i - middle)) ** 2, 0);
  return slope > Math.max(0.01, rising * Math.sqrt(squares / (count - 2) / spread));
}
