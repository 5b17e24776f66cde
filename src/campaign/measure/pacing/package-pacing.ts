import { addDays, daysApart, eachDay } from "../../../lib/days.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { sumOver } from "../../../lib/money.ts";
import { budgetNow, type LiveBuy, type LivePackage } from "../../account/live-buys.ts";
import {
  dueOf,
  nearestTo,
  pausedDays,
  plannedBy,
  readingsOf,
  switchedDays,
} from "../../account/planned-by.ts";
import { type BuyDelivery, type DeliveryRow, dayByDay, daysOfRow } from "../../model/measured/delivery.ts";
import type { SentCurve } from "../../model/offers/sent-curve.ts";

/** How a package has run so far, day by day. Amounts in minor units of the buy's currency. */
export interface PackagePacing {
  readonly lineId: string;
  readonly currency: string;
  readonly budget: number;
  readonly spent: number;
  /** What was due of the days that are reported: others say nothing of the pace. */
  readonly planned: number;
  /** Days up to the last one reported of which there is no spend. */
  readonly notReported: number;
  /** The flight's last day. */
  readonly end: string;
  /** Paused or cancelled by us. */
  readonly suspended: boolean;
  /** Where the seller reports totals alone, those of which it did so for the day before, too. */
  readonly days: readonly PacingDay[];
  readonly pace: Pace;
  /** So little was to be spent by now, or on so few days, that nothing is said of its pace. */
  readonly isEarly: boolean;
  readonly curve: SentCurve;
}

/** A day that the seller reported. */
export interface PacingDay {
  readonly date: string;
  readonly impressions?: number;
  readonly spent: number;
  /** What the curve wants of this day alone; where a change of ours leaves more than one answer, the one nearest to what is spent. */
  readonly planned: number;
  /** Nothing was to be delivered on it: we had it paused, or its budget was spent. */
  readonly idle?: true;
}

/** A budget that is spent to this part is at its end. */
export const spentUp = 0.98;
/** What a day that is not reported may have spent, beside the others. */
const unreportedAt = 1.4;

/** The pacing of each package of a buy. */
export function pacingsOf(
  buy: LiveBuy,
  { rows, wholes }: Pick<BuyDelivery, "rows" | "wholes">,
): PackagePacing[] {
  const byPackage = groupBy(rows, ({ packageId }) => packageId);
  return buy.packages.map((one) => {
    const budget = budgetNow(one);
    const own = byPackage.get(one.packageId) ?? [];
    const reported = own.filter(({ spendMinor }) => spendMinor !== undefined);
    const readings = readingsOf(one);
    const dueOn = (date: string) =>
      readings.map((reading) => plannedBy(one, date, reading) - plannedBy(one, addDays(date, -1), reading));
    const spent = sumOver(reported, ({ spendMinor = 0 }) => spendMinor);
    const planned = Math.round(dueOf(one, reported).total);
    const last = own.at(-1)?.date ?? buy.start;
    const reportedDays = new Set(reported.flatMap(daysOfRow));
    const isEarly = reportedDays.size < fewestDays || planned < leastPlanned * budget;
    return {
      lineId: one.lineId,
      currency: buy.currency,
      budget,
      spent,
      planned,
      notReported: eachDay(buy.start, last).filter((day) => !reportedDays.has(day)).length,
      end: buy.end,
      suspended: buy.suspended || one.suspended,
      days: daysOf(one, dayByDay({ rows, wholes }, one.packageId), dueOn),
      pace: isEarly ? "on" : paceOf(spent, planned),
      isEarly,
      curve: one.curve,
    };
  });
}

function daysOf(
  { budgets }: LivePackage,
  rows: readonly DeliveryRow[],
  dueOn: (date: string) => readonly number[],
): PacingDay[] {
  const paused = new Set([...pausedDays(budgets, rows.at(-1)?.date ?? ""), ...switchedDays(budgets)]);
  let [before, count, last] = [0, 0, rows[0]?.date ?? ""];
  let missing = 0;
  return rows.flatMap(({ date, from, impressions, spendMinor: spent }) => {
    if (spent === undefined) return [];
    missing += Math.max(0, daysApart(last, from ?? date) - 1);
    const budget = budgets.findLast((one) => one.from.slice(0, 10) <= date)?.minor ?? 0;
    // Days that are not reported may have spent more than usual ones.
    const atMost = before * (1 + (unreportedAt * missing) / Math.max(1, count));
    const idle = paused.has(date) || atMost >= budget * spentUp;
    before += spent;
    count += spent > 0 ? daysApart(from ?? date, date) + 1 : 0;
    last = date;
    if (from !== undefined) return [];
    return [{ date, impressions, spent, planned: nearestTo(spent, dueOn(date)), ...(idle && { idle }) }];
  });
}

/** How a package spends beside its curve. */
export type Pace = "under" | "on" | "over";

/** Percent of what was due, as people read it: the same figure has the same word wherever it stands. */
const [least, most] = [90, 110];
/** Before this part of the budget was to be spent, and before so many days are reported, chance says more than the pace. */
const leastPlanned = 0.05;
const fewestDays = 3;

/** The one rule of pace, of a line and of a campaign: off by more than a tenth of what was due is under or over. */
export function paceOf(spent: number, due: number): Pace {
  if (due <= 0) return "on";
  const percent = Math.round((spent / due) * 100);
  return percent < least ? "under" : percent > most ? "over" : "on";
}
