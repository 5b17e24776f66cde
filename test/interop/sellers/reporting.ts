import type { GetMediaBuyDeliveryRequest, GetMediaBuyDeliveryResponse } from "@adcp/sdk/types";
import type { Buy } from "./books.ts";

const dayMs = 86_400_000;

/** What buys delivered in the days asked for: each day of the flight an equal share of the budget, at the package's price. */
export function delivered(
  buys: readonly Buy[],
  request: GetMediaBuyDeliveryRequest,
  now: number,
): GetMediaBuyDeliveryResponse {
  const from = Date.parse(request.start_date ?? buys[0]?.start.slice(0, 10) ?? "2027-01-01");
  const until = Math.min(request.end_date === undefined ? now : Date.parse(request.end_date), now);
  return {
    reporting_period: { start: new Date(from).toISOString(), end: new Date(until).toISOString() },
    currency: buys[0]?.currency ?? "EUR",
    media_buy_deliveries: buys.map((buy) => {
      const days = daysOf(buy, now).filter((day) => day >= from && day <= until);
      const flightDays = Math.max(daysOf(buy, Number.POSITIVE_INFINITY).length, 1);
      const packages = buy.packages.map((one) => {
        const ofDays = (count: number) => {
          const impressions = Math.floor(((one.budget / flightDays) * 1000) / one.cpm) * count;
          return { impressions, spend: cents((impressions * one.cpm) / 1000) };
        };
        return { package_id: one.id, rate: one.cpm, day: ofDays(1), total: ofDays(days.length) };
      });
      return {
        media_buy_id: buy.id,
        status: buy.status,
        totals: summed(packages.map(({ total }) => total)),
        by_package: packages.map(({ package_id, rate, day, total }) => ({
          package_id,
          ...total,
          pricing_model: "cpm" as const,
          rate,
          currency: buy.currency,
          daily_breakdown: days.map((at) => ({ date: date(at), ...day })),
        })),
        daily_breakdown: days.map((at) => ({ date: date(at), ...summed(packages.map(({ day }) => day)) })),
      };
    }),
  };
}

interface Figures {
  readonly impressions: number;
  /** Major units. */
  readonly spend: number;
}

function summed(figures: readonly Figures[]): Figures {
  return {
    impressions: figures.reduce((sum, { impressions }) => sum + impressions, 0),
    spend: cents(figures.reduce((sum, { spend }) => sum + spend, 0)),
  };
}

/** UTC midnights of the flight's days that are over. */
function daysOf(buy: Buy, now: number): number[] {
  const first = Date.parse(buy.start.slice(0, 10));
  const days: number[] = [];
  for (let day = first; day < Date.parse(buy.end) && day + dayMs <= now; day += dayMs) days.push(day);
  return days;
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function date(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
