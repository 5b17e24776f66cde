import type { GetMediaBuyDeliveryRequest, GetMediaBuyDeliveryResponse } from "@adcp/sdk/types";
import type { Buy } from "./books.ts";

const dayMs = 86_400_000;

/** What a seller can tell: what was delivered on each day that is asked for, or since the beginning, whatever is asked. */
export type Telling = "days" | "totals";

/** What buys delivered: each day of the flight an equal share of the budget, at the package's price. */
export function delivered(
  buys: readonly Buy[],
  request: Pick<GetMediaBuyDeliveryRequest, "start_date" | "end_date">,
  { now, tells = "days" }: { readonly now: number; readonly tells?: Telling | undefined },
): GetMediaBuyDeliveryResponse {
  const { start_date = buys[0]?.start.slice(0, 10) ?? "2027-01-01", end_date } =
    tells === "days" ? request : {};
  const from = Date.parse(start_date);
  const until = Math.min(end_date === undefined ? now : Date.parse(end_date), now);
  const byDay = <Day>(days: readonly Day[]) => (tells === "days" ? { daily_breakdown: [...days] } : {});
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
          ...byDay(days.map((at) => ({ date: date(at), ...day }))),
        })),
        ...byDay(days.map((at) => ({ date: date(at), ...summed(packages.map(({ day }) => day)) }))),
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
