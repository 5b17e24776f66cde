import type { OrderedLine } from "../../campaign/buys/ordered-lines.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../../campaign/model/measured/delivery.ts";
import { type Money, money } from "../../lib/money.ts";

/** What a seller tells of a package, in sums. */
export interface ReportedFigures {
  /** Days with figures, and of them those that are not restated any more. */
  readonly days: number;
  readonly finalDays: number;
  readonly impressions: number;
  /** Absent where no spend was told. */
  readonly spend?: Money;
  /** What restatements have changed of the spend that was told first. */
  readonly adjustment: Money;
  /** As the seller counts them. */
  readonly conversions?: number;
  /** Some of it is told as a whole with earlier days: it is not to be held against what these days were to bring. */
  readonly across?: true;
}

/** The rows of a package between two days, both inclusive; what is told as a whole counts with its last day. */
export function reportedFigures(
  { packageId, ordered: { budget } }: OrderedLine,
  delivery: BuyDelivery | undefined,
  days: { readonly from: string; readonly to: string },
): ReportedFigures {
  const isWanted = (row: DeliveryRow) =>
    row.packageId === packageId && row.date >= days.from && row.date <= days.to;
  const rows = (delivery?.rows ?? []).filter(isWanted);
  const first = firstSpends((delivery?.restated ?? []).map(({ row }) => row).filter(isWanted));
  const spends = rows.flatMap(({ spendMinor }) => spendMinor ?? []);
  const conversions = rows.flatMap((row) => row.conversions ?? []);
  const adjustments = rows.map(({ date, spendMinor = 0 }) => spendMinor - (first.get(date) ?? spendMinor));
  return {
    days: rows.flatMap(daysOfRow).length,
    finalDays: rows.filter(({ final }) => final).flatMap(daysOfRow).length,
    impressions: total(rows.map(({ impressions = 0 }) => impressions)),
    ...(spends.length > 0 && { spend: money(total(spends), budget.currency) }),
    adjustment: money(total(adjustments), budget.currency),
    ...(rows.some(({ from }) => from !== undefined && from < days.from) && { across: true as const }),
    ...(conversions.length > 0 && { conversions: total(conversions) }),
  };
}

/** What is told of a package as a whole and counts with a day after these, though it tells of some of them. */
export function rowsAcross(
  { packageId }: Pick<OrderedLine, "packageId">,
  delivery: BuyDelivery | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): readonly DeliveryRow[] {
  return (delivery?.rows ?? []).filter(
    (row) =>
      row.packageId === packageId && row.date > to && daysOfRow(row).some((day) => day >= from && day <= to),
  );
}

/** By day, of rows that were restated, the oldest first. */
function firstSpends(restated: readonly DeliveryRow[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { date, spendMinor } of restated)
    if (spendMinor !== undefined && !first.has(date)) first.set(date, spendMinor);
  return first;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
