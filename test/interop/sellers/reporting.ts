import type { GetMediaBuyDeliveryRequest, GetMediaBuyDeliveryResponse } from "@adcp/sdk/types";
import type { Buy } from "./books.ts";

const dayMs = 86_400_000;

/** What buys delivered in the days asked for: each day of the flight an equal share of the budget, at one price. */
export function delivered(
  buys: readonly Buy[],
  request: GetMediaBuyDeliveryRequest,
  { now, cpm }: { readonly now: number; readonly cpm: number },
): GetMediaBuyDeliveryResponse {
  const from = Date.parse(request.start_date ?? buys[0]?.start.slice(0, 10) ?? "2027-01-01");
  const until = Math.min(request.end_date === undefined ? now : Date.parse(request.end_date), now);
  return {
    reporting_period: { start: new Date(from).toISOString(), end: new Date(until).toISOString() },
    currency: buys[0]?.currency ?? "EUR",
    media_buy_deliveries: buys.map((buy) => {
      const days = daysOf(buy, now).filter((day) => day >= from && day <= until);
      const perDay = (budget: number) => budget / Math.max(daysOf(buy, Number.POSITIVE_INFINITY).length, 1);
      const figures = (budget: number, count: number) => {
        const spend = cents(perDay(budget) * count);
        return { spend, impressions: Math.round((spend / cpm) * 1000) };
      };
      const whole = buy.packages.reduce((sum, { budget }) => sum + budget, 0);
      return {
        media_buy_id: buy.id,
        status: buy.status === "canceled" ? ("canceled" as const) : ("active" as const),
        totals: figures(whole, days.length),
        by_package: buy.packages.map((one) => ({
          package_id: one.id,
          ...figures(one.budget, days.length),
          pricing_model: "cpm" as const,
          rate: cpm,
          currency: buy.currency,
          daily_breakdown: days.map((day) => ({ date: date(day), ...figures(one.budget, 1) })),
        })),
        daily_breakdown: days.map((day) => ({ date: date(day), ...figures(whole, 1) })),
      };
    }),
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
