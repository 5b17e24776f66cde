import { addDays, dayMs } from "../../../lib/days.ts";
import { formatMinor } from "../../../lib/money.ts";
import type { Alert } from "../../model/measured/delivery.ts";
import { median } from "../../model/measured/figures.ts";
import { type PacingDay, type PackagePacing, spentUp } from "./package-pacing.ts";

/** Percentages of a budget at which there is an alert. */
const ladder = [100, 90, 75, 50] as const;
/** Days before the end at which what will be left over is an alert. */
const endingDays = 3;
/** Part of the budget that may be left over without a word. */
const leftOver = 0.05;

/** Everything that is worth a word about a package, by what its seller reported so far. The same pacing gives the same alerts. */
export function alertsOf(pacing: PackagePacing): Alert[] {
  return [
    ...budgetAlerts(pacing),
    ...anomalyAlerts(pacing),
    ...stoppedAlerts(pacing),
    ...endingAlerts(pacing),
  ];
}

/** The highest rung alone, which is how it stands now. After the flight, a part of the budget is no news. */
function budgetAlerts({ lineId, budget, spent, currency, days, end }: PackagePacing): Alert[] {
  const rung = budget > 0 ? ladder.find((percent) => spent * 100 >= budget * percent) : undefined;
  const isOver = (days.at(-1)?.date ?? "") >= end;
  if (rung === undefined || (isOver && rung < 100)) return [];
  const text = `${Math.floor((spent * 100) / budget)} % of the budget is spent: ${formatMinor(spent, currency)} of ${formatMinor(budget, currency)}`;
  return [{ kind: "budget", lineId, rung: String(rung), text }];
}

function anomalyAlerts({ lineId, days, currency, spent: all, budget }: PackagePacing): Alert[] {
  // Where the budget is at its end, little is all that is left.
  const odd = anomalies(days).filter(({ spent, usual }) => spent > usual || all < budget * spentUp);
  return odd.map(({ date, spent, usual }) => ({
    kind: "spend anomaly",
    lineId,
    rung: date,
    text: `${formatMinor(spent, currency)} on ${date}, where ${formatMinor(usual, currency)} is usual`,
  }));
}

function stoppedAlerts(pacing: PackagePacing): Alert[] {
  const since = stoppedSince(pacing);
  if (since === undefined) return [];
  const began = pacing.spent > 0 || pacing.days.some(({ impressions = 0 }) => impressions > 0);
  const about = { lineId: pacing.lineId, rung: since };
  return began
    ? [{ ...about, kind: "delivery stopped", text: `nothing has been delivered since ${since}` }]
    : [
        {
          ...about,
          kind: "not started",
          text: `nothing has been delivered yet: it was to begin on ${since}`,
        },
      ];
}

/** What will be left over if it goes on as in the last week. */
function endingAlerts({ lineId, budget, spent, days, end, currency, notReported }: PackagePacing): Alert[] {
  const last = days.at(-1)?.date;
  // What was spent on a day without a report is not known, and so is what is left.
  if (last === undefined || notReported > 0) return [];
  const daysLeft = Math.round((Date.parse(end) - Date.parse(last)) / dayMs);
  const week = days.slice(-7);
  const perDay = week.reduce((sum, day) => sum + day.spent, 0) / week.length;
  const rest = Math.round(budget - spent - perDay * daysLeft);
  if (daysLeft < 1 || daysLeft > endingDays || rest <= budget * leftOver) return [];
  const text = `the flight ends on ${end}, and about ${formatMinor(rest, currency)} of ${formatMinor(budget, currency)} will be left over`;
  return [{ kind: "flight ends", lineId, rung: end, text }];
}

/** Days without delivery that are no chance any more, where some was to be expected. */
const silentDays = 2;
/**
 * The first of the last days, one after the other, that are reported with nothing delivered; undefined where it is delivered, or
 * for a known reason is not: paused, spent up, or days of the week on which it never delivers. A day without a report says
 * neither.
 */
function stoppedSince({ days, suspended, budget, spent, end }: PackagePacing): string | undefined {
  const last = days.at(-1);
  if (suspended || last === undefined || last.date >= end || spent >= budget * spentUp) return undefined;
  const isNext = (day: PacingDay, i: number) => {
    const after = days[i + 1];
    return after === undefined || addDays(day.date, 1) === after.date;
  };
  const before = days.findLastIndex((day, i) => !isSilent(day) || !isNext(day, i));
  const past = days.slice(0, before + 1);
  const silent = days
    .slice(before + 1)
    .filter((day) => day.idle !== true && isExpected(day, past, spent > 0));
  return silent.length >= silentDays ? silent[0]?.date : undefined;
}

function isSilent({ impressions, spent }: PacingDay): boolean {
  return impressions === 0 && spent === 0;
}

/**
 * Whether delivery was to be expected on a day, by what the line did on that day of the week since its first delivery. At a weekend
 * that it has not been through yet nothing is; any other day rests only after two such days did.
 */
function isExpected({ date }: PacingDay, past: readonly PacingDay[], hasBegun: boolean): boolean {
  const began = past.findIndex((day) => !isSilent(day));
  const weekday = new Date(date).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (began < 0) return !hasBegun || !isWeekend;
  const same = past.slice(began).filter((day) => new Date(day.date).getUTCDay() === weekday);
  if (same.length === 0) return !isWeekend;
  return same.slice(-2).some((day) => !isSilent(day));
}

interface Anomaly {
  readonly date: string;
  readonly spent: number;
  /** What was to be expected of the day, from the days before it. */
  readonly usual: number;
}

/** Days that a day is compared with, and how many of them there must be. */
const memory = 21;
const fewest = 7;
/** How far off the median a day must be: in deviations, and as a part of the median itself. */
const deviations = 6;
const leastPart = 0.5;
/** After one, the next days are its wake. */
const quietDays = 7;

/**
 * Days whose spend is far off what is usual. A day's spend is taken as a part of what was planned for it, so that a curve, a
 * change of the budget or a short first day is none; a day without any is no anomaly but a stop. Median and median deviation,
 * so that one odd day does not hide the next.
 */
export function anomalies(days: readonly PacingDay[]): Anomaly[] {
  const rated = days.filter(({ planned, spent }) => planned > 0 && spent > 0);
  const ratios = rated.map(({ spent, planned }) => spent / planned);
  const found: Anomaly[] = [];
  let quietUntil = 0;
  for (const [i, day] of rated.entries()) {
    const past = ratios.slice(Math.max(0, i - memory), i);
    if (past.length < fewest || i < quietUntil) continue;
    const usual = median(past) ?? 0;
    const spread = 1.4826 * (median(past.map((ratio) => Math.abs(ratio - usual))) ?? 0);
    const off = Math.abs(day.spent / day.planned - usual);
    if (usual <= 0 || off <= Math.max(deviations * spread, leastPart * usual)) continue;
    found.push({ date: day.date, spent: day.spent, usual: usual * day.planned });
    quietUntil = i + quietDays;
  }
  return found;
}
