import { fromDecimal } from "../../lib/money.ts";
import type { DeliveryRow } from "./delivery.ts";

/** Figures of a package, a day or a whole buy. What was not told is absent. */
export type Told = Partial<
  Pick<DeliveryRow, "impressions" | "clicks" | "completionRate" | "spendMinor" | "conversions">
>;

/** Figures that add up. */
export const counts = ["impressions", "clicks", "spendMinor", "conversions"] as const;
export type Count = (typeof counts)[number];

export interface WireFigures {
  readonly impressions?: number | null | undefined;
  readonly clicks?: number | null | undefined;
  readonly completion_rate?: number | null | undefined;
  readonly conversions?: number | null | undefined;
  readonly spend?: { readonly amount: number; readonly currency: string } | null | undefined;
}

/** Spend in another currency than the buy's is never converted: it counts as not told. */
export function readFigures(wire: WireFigures, currency: string): Told {
  const { impressions, clicks, completion_rate: completionRate, conversions, spend } = wire;
  return {
    ...(impressions == null ? {} : { impressions }),
    ...(clicks == null ? {} : { clicks }),
    ...(completionRate == null ? {} : { completionRate }),
    ...(conversions == null ? {} : { conversions }),
    ...(spend?.currency === currency ? { spendMinor: fromDecimal(spend.amount, currency).minor } : {}),
  };
}

/** The sum of one figure; undefined where any part of it was not told. */
export function totalOf(rows: readonly Told[], count: Count): number | undefined {
  return rows.reduce<number | undefined>((sum, row) => {
    const part = row[count];
    return sum === undefined || part === undefined ? undefined : sum + part;
  }, 0);
}
