import { countDays, earlierDay } from "../../../lib/days.ts";
import type { OrderedLine } from "../../buys/ordered-lines.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../../model/measured/delivery.ts";

/** How a line has run so far, by what its seller told. */
export interface Course {
  readonly delivered: number;
  readonly spentMinor?: number;
  /** What the newest days brought of what their curve wants, 1 is all of it: mean, and the mean's standard error. */
  readonly pace: { readonly mean: number; readonly error: number; readonly days: number };
  /** The same of all days that were told. */
  readonly usual: number;
  readonly toldTo: string;
  readonly daysAhead: number;
  readonly unreportedDays: number;
  /** What the curve wants of the days ahead, of those that passed untold, and of those on which we had paused it, 0 to 1. */
  readonly parts: { readonly ahead: number; readonly untold: number; readonly paused: number };
  /** Its last day was asked for, and nothing that was told may be restated. */
  readonly closed: boolean;
}

/** Days that speak for the pace: a week, so that each weekday counts once. */
const paceDays = 7;

/** Undefined before a day was told of a line with a forecast. Days on which we had paused it say nothing of its pace. */
export function courseOf(
  { period, paused, packageId, parts, ordered }: OrderedLine,
  { rows: all, reportedTo }: BuyDelivery,
): Course | undefined {
  const rows = all.filter((row) => row.packageId === packageId);
  const told = rows.filter(hasImpressions);
  const { impressions } = ordered;
  if (told.length === 0 || impressions === undefined) return undefined;
  const toldTo = earlierDay(reportedTo, period.end);
  const ratios = told.flatMap((row) => {
    const ran = daysOfRow(row).filter((day) => !paused.has(day));
    const wanted = impressions * ran.reduce((sum, day) => sum + (parts.get(day) ?? 0), 0);
    return wanted === 0 ? [] : [row.impressions / wanted];
  });
  const days = new Set(told.flatMap(daysOfRow));
  const untold = [...parts.keys()].filter((day) => day <= toldTo && !days.has(day) && !paused.has(day));
  const ahead = [...parts.keys()].filter((day) => day > toldTo && !paused.has(day));
  const partOf = (some: Iterable<string>) => [...some].reduce((sum, day) => sum + (parts.get(day) ?? 0), 0);
  const spends = rows.flatMap(({ spendMinor }) => spendMinor ?? []);
  return {
    delivered: told.reduce((total, row) => total + row.impressions, 0),
    ...(spends.length > 0 && { spentMinor: spends.reduce((a, b) => a + b, 0) }),
    pace: paceOf(ratios.slice(-paceDays)),
    usual: paceOf(ratios).mean,
    toldTo,
    daysAhead: Math.max(0, countDays(toldTo, period.end) - 1),
    unreportedDays: untold.length,
    parts: { ahead: partOf(ahead), untold: partOf(untold), paused: partOf(paused) },
    closed: reportedTo >= period.end && rows.every(({ final }) => final),
  };
}

function hasImpressions(row: DeliveryRow): row is DeliveryRow & { readonly impressions: number } {
  return row.impressions !== undefined;
}

function paceOf(ratios: readonly number[]): Course["pace"] {
  const days = ratios.length;
  if (days === 0) return { mean: 0, error: 0, days };
  const mean = ratios.reduce((a, b) => a + b, 0) / days;
  const squares = ratios.reduce((total, ratio) => total + (ratio - mean) ** 2, 0);
  return { mean, error: days < 2 ? mean : Math.sqrt(squares / (days - 1) / days), days };
}
