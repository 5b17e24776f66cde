import { firstOf, listed } from "../../../lib/english.ts";
import { groupBy } from "../../../lib/group-by.ts";
import type { PlacedResult } from "../../measure/place-results.ts";
import type { Measure, MeasuredDay } from "../../model/learned/feedback.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../../model/measured/delivery.ts";
import { isSameBuy } from "../../model/step/buy-identity.ts";
import { daysIn, type Period } from "./periods.ts";
import type { Unit } from "./units.ts";

type SellerMetric = Extract<Measure, { source: "seller" }>["metric"];

/** What one unit brought in a period, or why that is not known. `open`: not yet. */
export type Evidence =
  | { readonly type: "measured"; readonly days: readonly MeasuredDay[] }
  | { readonly type: "open" | "none"; readonly reason: string };

/** The days of a unit: all of them reported, final and paid for. `results` are the buyer's, of the type that is counted. */
export function measuredDays(
  unit: Unit,
  period: Period,
  reported: {
    readonly delivery: BuyDelivery;
    readonly measure: Measure;
    readonly results: readonly PlacedResult[];
  },
): Evidence {
  const { delivery, measure, results } = reported;
  const ids = new Set(unit.packages.map(({ packageId }) => packageId));
  const own = delivery.rows.filter(({ packageId }) => ids.has(packageId));
  const rows = own.filter(({ date, from = date }) => isWithin(date, period) && isWithin(from, period));
  const across = own.find(
    (row) => !rows.includes(row) && daysOfRow(row).some((day) => isWithin(day, period)),
  );
  if (across !== undefined)
    return { type: "open", reason: `reported for ${across.from} to ${across.date} as a whole` };
  if (rows.length === 0) return { type: "none", reason: "it delivered nothing in the period" };
  const open = rows.filter(({ final }) => !final).map(({ date }) => date);
  if (open.length > 0) return { type: "open", reason: `not final yet: ${named(open)}` };
  const missing = missingDays(unit, period, rows);
  if (missing.length > 0) return { type: "none", reason: `not reported: ${named(missing)}` };
  const unpaid = rows.filter(({ spendMinor }) => spendMinor === undefined).map(({ date }) => date);
  if (unpaid.length > 0) return { type: "none", reason: `without a figure of spend: ${named(unpaid)}` };
  const counts = measure.source === "buyer" ? byResults(unit, period, results) : byRows(rows, measure.metric);
  if (typeof counts === "string") return { type: "none", reason: counts };
  const spent = groupBy(rows, ({ date }) => date);
  const dates = [...new Set([...spent.keys(), ...counts.keys()])].sort();
  const days = dates.map((date) => ({
    date,
    outcomes: counts.get(date) ?? 0,
    spendMinor: (spent.get(date) ?? []).reduce((total, row) => total + (row.spendMinor ?? 0), 0),
  }));
  if (days.every(({ spendMinor }) => spendMinor === 0))
    return { type: "none", reason: "nothing was spent in the period" };
  return { type: "measured", days };
}

/** Days of which a package has no row. */
function missingDays({ packages }: Unit, period: Period, rows: readonly DeliveryRow[]): string[] {
  return packages.flatMap(({ packageId }) => {
    const reportedDays = new Set(rows.filter((row) => row.packageId === packageId).flatMap(daysOfRow));
    return daysIn(period).filter((day) => !reportedDays.has(day));
  });
}

function byResults(unit: Unit, period: Period, results: readonly PlacedResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { result, packageId, ...buy } of results) {
    const day = result.at.slice(0, 10);
    const isOurs = isSameBuy(buy, unit) && (unit.packageId === undefined || packageId === unit.packageId);
    if (isOurs && isWithin(day, period)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

function byRows(rows: readonly DeliveryRow[], metric: SellerMetric): Map<string, number> | string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const count = countIn(row, metric);
    if (count === undefined) return `the seller does not report its ${metric}`;
    counts.set(row.date, (counts.get(row.date) ?? 0) + count);
  }
  return counts;
}

function countIn(row: DeliveryRow, metric: SellerMetric): number | undefined {
  const { impressions, clicks, completionRate } = row;
  // Of a day without an impression, such as one on which we had it paused, sellers have no rate to report.
  const unreported = impressions === 0 ? 0 : undefined;
  switch (metric) {
    case "impressions":
      return impressions;
    case "clicks":
      return clicks ?? unreported;
    case "completed views":
      if (impressions === undefined || completionRate === undefined) return unreported;
      return Math.round(impressions * completionRate);
    // Reports are not read for these: nothing else stands in for them.
    case "viewable impressions":
    case "reach":
    case "engagements":
    case "follows":
    case "saves":
    case "profile visits":
    case "downloads":
    case "views":
    case "rating points":
      return undefined;
  }
}

function isWithin(day: string, { start, end }: Period): boolean {
  return day >= start && day <= end;
}

function named(days: readonly string[]): string {
  return listed(firstOf([...new Set(days)].sort(), 1));
}
