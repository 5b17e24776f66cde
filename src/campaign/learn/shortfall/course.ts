import { countDays, daysBetween, earlierDay } from "../../../lib/days.ts";
import type { BuyDelivery, DeliveryRow } from "../../measure/delivery.ts";
import type { OrderedLine } from "../../ordered-lines.ts";

/** How a line has run so far, by what its seller told. */
export interface Course {
  readonly delivered: number;
  readonly spentMinor?: number;
  /** Impressions of a day in which it ran, of the newest days: mean, and the mean's standard error. */
  readonly pace: { readonly mean: number; readonly error: number; readonly days: number };
  /** Mean of all days that were told. */
  readonly usual: number;
  readonly toldTo: string;
  readonly untoldDays: number;
  readonly daysAhead: number;
  /** Its last day was asked for, and nothing that was told may be restated. */
  readonly closed: boolean;
}

/** Days that speak for the pace: a week, so that each weekday counts once. */
const paceDays = 7;

/** Undefined before a day was told. Days on which we had paused the line say nothing of its pace. */
export function courseOf(
  { period, paused, packageId }: OrderedLine,
  { rows: all, reportedTo }: BuyDelivery,
): Course | undefined {
  const rows = all.filter((row) => row.packageId === packageId);
  const told = rows.filter(hasImpressions);
  const last = told.at(-1);
  if (last === undefined) return undefined;
  const toldTo = earlierDay(reportedTo, period.end);
  const running = told.filter(({ date }) => !paused.has(date));
  const days = new Set(told.map(({ date }) => date));
  const passed = daysBetween(period.start, toldTo);
  const spends = rows.flatMap(({ spendMinor }) => spendMinor ?? []);
  return {
    delivered: sumOf(told),
    ...(spends.length > 0 && { spentMinor: spends.reduce((a, b) => a + b, 0) }),
    pace: paceOf(running.slice(-paceDays)),
    usual: running.length === 0 ? 0 : sumOf(running) / running.length,
    toldTo,
    untoldDays: passed.filter((day) => !days.has(day) && !paused.has(day)).length,
    daysAhead: Math.max(0, countDays(toldTo, period.end) - 1),
    closed: reportedTo >= period.end && rows.every(({ final }) => final),
  };
}

type Told = DeliveryRow & { readonly impressions: number };

function hasImpressions(row: DeliveryRow): row is Told {
  return row.impressions !== undefined;
}

function sumOf(rows: readonly Told[]): number {
  return rows.reduce((total, { impressions }) => total + impressions, 0);
}

function paceOf(rows: readonly Told[]): Course["pace"] {
  const days = rows.length;
  if (days === 0) return { mean: 0, error: 0, days };
  const mean = sumOf(rows) / days;
  const squares = rows.reduce((total, { impressions }) => total + (impressions - mean) ** 2, 0);
  return { mean, error: days < 2 ? mean : Math.sqrt(squares / (days - 1) / days), days };
}
