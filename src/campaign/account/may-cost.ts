import { dayOf, eachDay, earlierDay, endOf } from "../../lib/days.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import { invoicedCost } from "../model/measured/invoice.ts";
import { differ } from "../model/measured/tolerance.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, isSameBuy } from "../model/step/buy-identity.ts";
import { liveBuys } from "./live-buys.ts";
import { plannedOn, readingsOf } from "./planned-by.ts";

/** What a buy can have cost up to today by what its seller reports of its days, in minor units of its currency. */
export interface MayCost {
  /** Of a day whose last figure is not final the largest that was ever reported. */
  readonly reported: number;
  /** What was ordered for days that are not reported, by the fair reading that makes most of them. */
  readonly unreported: number;
  /** Days that are not reported for each of its packages. */
  readonly days: readonly string[];
  /** All its days are over, reported and final. */
  readonly final: boolean;
  /** When its last day is over, in UTC milliseconds. */
  readonly over: number;
}

/**
 * The most that was ever reported as spent on a buy, whether by the day and package or in all, or that is billed for it, in minor units
 * of its currency; 0 where nothing was. No other function says what a buy has cost.
 */
export function reportedCost(
  buy: BuyIdentity & { readonly currency: string },
  { delivery, invoices }: Pick<CampaignState, "delivery" | "invoices">,
): number {
  const billed = invoicedCost(buy, { invoices });
  const known = delivery.find((one) => isSameBuy(one, buy) && one.currency === buy.currency);
  if (known === undefined) return billed;
  const byRows = known.rows.reduce((sum, row) => sum + mostOf(row, known), 0);
  return Math.max(billed, byRows, unexplainedSpend(known) > 0 ? (known.inAll?.spendMinor ?? 0) : 0);
}

/** What a seller reports as spent in all beyond its rows of our packages and days: rounding explains none of it. */
export function unexplainedSpend({ rows, inAll }: BuyDelivery): number {
  const shown = rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
  const all = inAll?.spendMinor ?? 0;
  return all > shown && differ(all, shown, rows.length) ? all - shown : 0;
}

/** A day without a report is a day that may be billed. `now` is UTC milliseconds. */
export function mayCost(buy: BuyIdentity, state: CampaignState, now: number): MayCost | undefined {
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  if (live === undefined) return undefined;
  const known = state.delivery.find((one) => isSameBuy(one, buy) && one.currency === live.currency);
  const rows = known?.rows.filter(({ spendMinor }) => spendMinor !== undefined) ?? [];
  const today = dayOf(now);
  const days = live.start > today ? [] : eachDay(live.start, earlierDay(live.end, today));
  const notReported = new Set<string>();
  let unreported = 0;
  for (const one of live.packages) {
    const own = rows.filter(({ packageId }) => packageId === one.packageId);
    const reportedDays = new Set(own.flatMap(daysOfRow));
    const missing = days.filter((day) => !reportedDays.has(day));
    const [first] = missing;
    if (first === undefined) continue;
    for (const day of missing) notReported.add(day);
    // What was ordered for a day is what is more by then than by the day before.
    const since = days.slice(Math.max(0, days.indexOf(first) - 1));
    const sums = readingsOf(one).map((reading) => {
      const planned = plannedOn(one, since, reading);
      return missing.reduce((sum, day) => sum + (planned.get(day) ?? 0), 0);
    });
    unreported += Math.ceil(Math.max(...sums));
  }
  return {
    reported: reportedCost(live, state),
    unreported,
    days: [...notReported].sort(),
    final: endOf(live.end) <= now && notReported.size === 0 && rows.every(({ final }) => final),
    over: endOf(live.end),
  };
}

function mostOf(row: DeliveryRow, known: BuyDelivery): number {
  const { spendMinor = 0 } = row;
  if (row.final || known.restated.length === 0) return spendMinor;
  const earlier = known.restated.filter(
    ({ row: was }) => was.date === row.date && was.packageId === row.packageId,
  );
  return Math.max(spendMinor, ...earlier.map(({ row: was }) => was.spendMinor ?? 0));
}
