import { fromDecimal } from "../../../lib/money.ts";
import type { DeliveryRow } from "./delivery.ts";

/** Figures of a package, a day or a whole buy. What was not reported is absent. */
export type ReportedFigures = Partial<
  Pick<DeliveryRow, "impressions" | "clicks" | "completionRate" | "spendMinor" | "conversions">
>;

/** Figures that add up. */
export const counts = ["impressions", "clicks", "spendMinor", "conversions"] as const;
export type Count = (typeof counts)[number];

export interface WireFigures {
  readonly impressions?: number | null;
  readonly clicks?: number | null;
  readonly completion_rate?: number | null;
  readonly conversions?: number | null;
  readonly spend?: { readonly amount: number; readonly currency: string } | null;
}

/** More than anybody can have delivered or spent: no figure, whatever it is meant to be. */
const most = 1e12;

/**
 * Spend in another currency than the buy's is never converted: it counts as not reported, as does what cannot be a figure.
 * `mostSpent` is in the currency's major unit.
 */
export function readFigures(wire: WireFigures, currency: string, mostSpent = most): ReportedFigures {
  const { impressions, clicks, completion_rate: completionRate, conversions, spend } = wire;
  return {
    ...(isCount(impressions) && { impressions: Math.round(impressions) }),
    ...(isCount(clicks) && { clicks: Math.round(clicks) }),
    ...(isCount(completionRate) && completionRate <= 1 && { completionRate }),
    ...(isCount(conversions) && { conversions }),
    ...(spend?.currency === currency &&
      isCount(spend.amount, mostSpent) && { spendMinor: fromDecimal(spend.amount, currency).minor }),
  };
}

/** The figures of a row that were reported, and not as figures, by their wire names. */
export function unreadable(wire: WireFigures, mostSpent = most): string[] {
  const { impressions, clicks, completion_rate, conversions, spend } = wire;
  const known = {
    impressions,
    clicks,
    completion_rate,
    conversions,
    spend: spend === null ? null : spend?.amount,
  };
  return Object.entries(known).flatMap(([name, value]) =>
    value === undefined || isCount(value, name === "spend" ? mostSpent : most) ? [] : [name],
  );
}

function isCount(value: number | null | undefined, highest = most): value is number {
  return typeof value === "number" && value >= 0 && value <= highest;
}

/** The sum of one figure; undefined where any part of it was not reported. */
export function totalOf(rows: readonly ReportedFigures[], count: Count): number | undefined {
  return rows.reduce<number | undefined>((sum, row) => {
    const part = row[count];
    return sum === undefined || part === undefined ? undefined : sum + part;
  }, 0);
}

const figures = ["impressions", "clicks", "completionRate", "spendMinor", "conversions"] as const;

/** Whether two versions of a row report the same, but for whether they are final. */
export function hasSameFigures(a: ReportedFigures, b: ReportedFigures): boolean {
  return figures.every((figure) => a[figure] === b[figure]);
}

/** Whether `is` takes back a figure that `was` reported. One that was not reported before is news and no restatement. */
export function restates(is: ReportedFigures, was: ReportedFigures): boolean {
  return figures.some((figure) => was[figure] !== undefined && is[figure] !== was[figure]);
}

/** The middle value, or the mean of the two in the middle; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const inOrder = [...values].sort((a, b) => a - b);
  const middle = Math.floor(inOrder.length / 2);
  const upper = inOrder[middle];
  const lower = inOrder[inOrder.length % 2 === 0 ? middle - 1 : middle];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}
