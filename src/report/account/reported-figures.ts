import { z } from "zod";
import type { OrderedLine } from "../../campaign/account/ordered-lines.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../../campaign/model/measured/delivery.ts";
import { money, moneySchema } from "../../lib/money.ts";
import { count, type Described, fields } from "../blocks/schema.ts";
import { total, totalIfAny } from "../blocks/totals.ts";

/** What a seller reports of a package, in sums. */
export const reportedSchema = fields({
  /** With figures, and of them those that are not restated any more. */
  days: count,
  finalDays: count,
  /** Absent where none were reported. */
  impressions: count.optional(),
  /** Absent where none was reported. */
  spend: moneySchema.optional(),
  adjustment: moneySchema.describe("what restatements changed of the spend"),
  conversions: z.number().optional().describe("as the seller counts them"),
});

export type ReportedFigures = Described<typeof reportedSchema> & {
  /** Some of it is reported as a whole with earlier days: it is not to be compared with what these days were to bring. */
  readonly across: boolean;
  readonly rows: readonly DeliveryRow[];
};

/** The rows of a package between two days, both inclusive; what is reported as a whole counts with its last day. */
export function reportedFigures(
  { packageId, ordered: { budget } }: OrderedLine,
  delivery: BuyDelivery | undefined,
  days: { readonly from: string; readonly to: string },
): ReportedFigures {
  const isWanted = (row: DeliveryRow) =>
    row.packageId === packageId && row.date >= days.from && row.date <= days.to;
  const rows = (delivery?.rows ?? []).filter(isWanted);
  const first = firstSpends((delivery?.restated ?? []).map(({ row }) => row).filter(isWanted));
  const spent = totalIfAny(rows, ({ spendMinor }) => spendMinor);
  const adjustment = total(
    rows,
    ({ date, spendMinor }) => spendMinor && spendMinor - (first.get(date) ?? spendMinor),
  );
  const { currency } = budget;
  return {
    days: rows.flatMap(daysOfRow).length,
    finalDays: rows.filter(({ final }) => final).flatMap(daysOfRow).length,
    impressions: totalIfAny(rows, ({ impressions }) => impressions),
    spend: spent === undefined ? undefined : money(spent, currency),
    adjustment: money(adjustment, currency),
    conversions: totalIfAny(rows, ({ conversions }) => conversions),
    rows,
    across: rows.some(({ from }) => from !== undefined && from < days.from),
  };
}

/** What is reported of a package as a whole and counts with a day after these, though it covers some of them. */
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
