import { groupBy } from "../../../lib/group-by.ts";
import type { Pacing } from "../../brief/brief.ts";
import type { DeliveryRow } from "../delivery.ts";
import { budgetNow, type LiveBuy } from "../live-buys.ts";
import { type Pace, paceAfter } from "./pace.ts";
import { plannedBy } from "./planned-by.ts";

/** How a package has run so far, day by day. Amounts in minor units of the buy's currency. */
export interface PackageCourse {
  readonly slot: string;
  readonly currency: string;
  readonly budget: number;
  readonly spent: number;
  /** What its curve wants spent by the last day told. */
  readonly planned: number;
  /** The flight's last day. */
  readonly end: string;
  /** Paused or cancelled by us. */
  readonly held: boolean;
  readonly days: readonly CourseDay[];
  readonly pace: Pace;
}

/** A day that the seller told. */
export interface CourseDay {
  readonly date: string;
  readonly impressions: number;
  readonly spent: number;
  /** What the curve wants of this day alone. */
  readonly planned: number;
}

/** The course of each package of a buy. */
export function coursesOf(
  buy: LiveBuy,
  rows: readonly DeliveryRow[],
  pacingOf: (one: LiveBuy["packages"][number]) => Pacing,
): PackageCourse[] {
  const byPackage = groupBy(rows, ({ packageId }) => packageId);
  return buy.packages.map((one) => {
    const pacing = pacingOf(one);
    const budget = budgetNow(one);
    const told = (byPackage.get(one.packageId) ?? []).filter(({ spendMinor }) => spendMinor !== undefined);
    let [spent, planned, pace]: [number, number, Pace] = [0, 0, "on"];
    const days = told.map(({ date, impressions = 0, spendMinor = 0 }): CourseDay => {
      const before = planned;
      planned = plannedBy(one, date, pacing);
      spent += spendMinor;
      pace = paceAfter(pace, { spent, planned, budget });
      return { date, impressions, spent: spendMinor, planned: planned - before };
    });
    return {
      slot: one.slot,
      currency: buy.currency,
      budget,
      spent,
      planned: Math.round(planned),
      end: buy.end,
      held: buy.held || one.held,
      days,
      pace,
    };
  });
}
