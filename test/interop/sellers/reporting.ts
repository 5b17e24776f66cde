import type { GetMediaBuyDeliveryRequest, GetMediaBuyDeliveryResponse } from "@adcp/sdk/types";
import type { BoughtPackage, Buy } from "./books.ts";

const dayMs = 86_400_000;

/** What a seller can tell: what was delivered on each day that is asked for, or since the beginning, whatever is asked. */
export type Telling = "days" | "totals";

/** What buys delivered: each day of the flight an equal share of what the budget of that day left, at the package's price. */
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
      const flight = daysOf(buy, Number.POSITIVE_INFINITY);
      const packages = buy.packages.map((one) => {
        const ofDays = figuresOf(one, flight);
        const own = days.map((day) => ofDays.get(day) ?? { impressions: 0, spend: 0 });
        return { package_id: one.id, rate: one.cpm, days: own, total: summed(own) };
      });
      return {
        media_buy_id: buy.id,
        status: buy.status,
        totals: summed(packages.map(({ total }) => total)),
        by_package: packages.map(({ package_id, rate, days: own, total }) => ({
          package_id,
          ...total,
          pricing_model: "cpm" as const,
          rate,
          currency: buy.currency,
          ...byDay(days.map((at, i) => ({ date: date(at), impressions: 0, spend: 0, ...own[i] }))),
        })),
        ...byDay(
          days.map((at, i) => ({
            date: date(at),
            ...summed(packages.flatMap(({ days: own }) => own[i] ?? [])),
          })),
        ),
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

/** Each day's figures, which no later budget changes. */
function figuresOf({ budget, earlier, cpm }: BoughtPackage, flight: readonly number[]): Map<number, Figures> {
  const figures = new Map<number, Figures>();
  let [spent, impressions, known] = [0, 0, Number.NaN];
  for (const [i, day] of flight.entries()) {
    const current = earlier.find(({ until }) => day < until)?.budget ?? budget;
    if (current !== known) impressions = Math.floor((((current - spent) / (flight.length - i)) * 1000) / cpm);
    known = current;
    spent += (impressions * cpm) / 1000;
    figures.set(day, { impressions, spend: cents((impressions * cpm) / 1000) });
  }
  return figures;
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
