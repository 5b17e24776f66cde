import { addDays, eachDay } from "../../../lib/days.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { budgetNow, type LiveBuy } from "../../account/live-buys.ts";
import { nearestTo, plannedBy, readingsOf, switchedDays } from "../../account/planned-by.ts";
import { type DeliveryRow, daysOfRow } from "../../model/measured/delivery.ts";
import type { SentCurve } from "../../model/offers/sent-curve.ts";

/** How a package has run so far, day by day. Amounts in minor units of the buy's currency. */
export interface PackagePacing {
  readonly lineId: string;
  readonly currency: string;
  readonly budget: number;
  readonly spent: number;
  /** What its curve wants spent on the days that are reported: others say nothing of the pace. */
  readonly planned: number;
  /** Days up to the last one reported of which there is no spend. */
  readonly notReported: number;
  /** The flight's last day. */
  readonly end: string;
  /** Paused or cancelled by us. */
  readonly suspended: boolean;
  /** None where the seller reports its figures as a whole: they are in what is spent and in the pace. */
  readonly days: readonly PacingDay[];
  readonly pace: Pace;
  readonly curve: SentCurve;
}

/** A day that the seller reported. */
export interface PacingDay {
  readonly date: string;
  readonly impressions?: number;
  readonly spent: number;
  /** What the curve wants of this day alone; where a change of ours leaves more than one answer, the one nearest to what is spent. */
  readonly planned: number;
}

/** The pacing of each package of a buy. */
export function pacingsOf(buy: LiveBuy, rows: readonly DeliveryRow[]): PackagePacing[] {
  const byPackage = groupBy(rows, ({ packageId }) => packageId);
  return buy.packages.map((one) => {
    const budget = budgetNow(one);
    const own = byPackage.get(one.packageId) ?? [];
    const reported = own.filter(({ spendMinor }) => spendMinor !== undefined);
    const readings = readingsOf(one);
    let [spent, rated, pace]: [number, number, Pace] = [0, 0, "on"];
    let planned = readings.map(() => 0);
    let toTheLetter = 0;
    const switched = switchedDays(one.budgets);
    const days = reported.flatMap(({ date, from, impressions, spendMinor = 0 }): PacingDay[] => {
      const due = readings.map(
        (reading) => plannedBy(one, date, reading) - plannedBy(one, addDays(from ?? date, -1), reading),
      );
      toTheLetter += due[0] ?? 0;
      spent += spendMinor;
      // What was spent on a day of a switch says nothing of the pace.
      if (from !== undefined || !switched.has(date)) {
        planned = planned.map((before, i) => before + (due[i] ?? 0));
        rated += spendMinor;
        pace = paceAfter(pace, { spent: rated, planned: nearestTo(rated, planned), budget });
      }
      return from === undefined
        ? [{ date, impressions, spent: spendMinor, planned: nearestTo(spendMinor, due) }]
        : [];
    });
    const last = own.at(-1)?.date ?? buy.start;
    const reportedDays = new Set(reported.flatMap(daysOfRow));
    return {
      lineId: one.lineId,
      currency: buy.currency,
      budget,
      spent,
      planned: Math.round(toTheLetter),
      notReported: eachDay(buy.start, last).filter((day) => !reportedDays.has(day)).length,
      end: buy.end,
      suspended: buy.suspended || one.suspended,
      days,
      pace,
      curve: one.curve,
    };
  });
}

/** How a package spends beside its curve. */
export type Pace = "under" | "on" | "over";

/** Off by more than the outer band is under or over; back within the inner band is on again. Parts of what was planned. */
const outerBand = 0.1;
const innerBand = 0.05;
/** Before this part of the budget was to be spent, a day's chance says more than the pace. */
const leastPlanned = 0.05;

/** The pace after a day, from the one before it: between the bands it stays what it was, so that it does not flicker. */
export function paceAfter(
  before: Pace,
  { spent, planned, budget }: { readonly spent: number; readonly planned: number; readonly budget: number },
): Pace {
  if (planned <= 0 || planned < leastPlanned * budget) return "on";
  const off = spent / planned - 1;
  if (off < -outerBand) return "under";
  if (off > outerBand) return "over";
  if (Math.abs(off) <= innerBand) return "on";
  // Between the bands, on the side that it came from.
  return (before === "under" && off < 0) || (before === "over" && off > 0) ? before : "on";
}
