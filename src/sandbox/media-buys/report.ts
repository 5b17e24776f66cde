import { z } from "zod";
import { isoTime } from "../../lib/clock.ts";
import { dayOf, eachDay } from "../../lib/days.ts";
import { toDecimalPrice } from "../../lib/price.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import { Refusal } from "../refusal.ts";
import { amountOf, type BookedBuy, type BookedPackage, type DeliveredDay } from "./record.ts";

/** What a settled buy has delivered: in total, by package, and by day where days are asked for. */
export function reportDelivery(
  buy: BookedBuy,
  { granularity, date_range }: RequestOf<"get_media_buy_delivery">,
  { packageDays = true }: { readonly packageDays?: boolean } = {},
): ResponseOf<"get_media_buy_delivery"> {
  if (granularity === "hourly")
    throw new Refusal("UNSUPPORTED_GRANULARITY", "this seller reports by day or by month", "granularity");
  const inRange = (one: DeliveredDay) =>
    date_range === undefined || (one.date >= date_range.start && one.date <= date_range.end);
  const daysOf = (booked: BookedPackage) => booked.delivered.filter(inRange);
  const all = buy.packages.flatMap(daysOf);
  // The first day of the span that a day is counted in.
  const firstDayOf = ({ date }: DeliveredDay) =>
    granularity === "monthly" ? `${date.slice(0, 7)}-01` : date;
  const elapsed = elapsedDays(buy).map(nothingOn).filter(inRange);
  const series = (rows: readonly DeliveredDay[]) =>
    [...new Set([...elapsed, ...rows].map(firstDayOf))].sort().map((date) => ({
      date,
      ...figures(
        rows.filter((one) => firstDayOf(one) === date),
        buy.currency,
      ),
    }));
  return {
    media_buy_id: buy.media_buy_id,
    status: buy.status,
    currency: buy.currency,
    reporting_period: periodOf(buy, date_range),
    delivery: { ...figures(all, buy.currency), ...contacts(buy, all) },
    by_package: buy.packages.map((booked) => ({
      package_id: booked.package_id,
      product_id: booked.listing.product_id,
      buyer_ref: booked.buyer_ref,
      pricing_model: booked.option.pricing_model,
      rate: rateOf(booked, daysOf(booked)),
      ...figures(daysOf(booked), buy.currency),
      ...(packageDays && granularity === "daily" && { timeseries: series(daysOf(booked)) }),
    })),
    ...(granularity !== undefined && { timeseries: series(all) }),
  };
}

/** Days that are over: one without delivery is reported as such. */
function elapsedDays({ start, end, settledUntil }: BookedBuy): readonly string[] {
  const until = Math.min(end, settledUntil);
  return until > start ? eachDay(dayOf(start), dayOf(until - 1)) : [];
}

export function nothingOn(date: string): DeliveredDay {
  return { date, impressions: 0, clicks: 0, completions: undefined, spend: 0 };
}

/** What was agreed on; of an auction what 1,000 impressions came to, and what was bid where there are none. */
function rateOf({ option, bid }: BookedPackage, days: readonly DeliveredDay[]): number {
  if (option.fixed_price !== undefined) return option.fixed_price;
  const { impressions, spend } = figures(days, option.currency);
  if (impressions > 0) return Math.round((spend.amount / impressions) * 100_000) / 100;
  return bid === undefined ? (option.floor ?? 0) : toDecimalPrice({ minor: bid, currency: option.currency });
}

/** What the figures are of: from the first instant to the last one that is counted. */
function periodOf(buy: BookedBuy, range: RequestOf<"get_media_buy_delivery">["date_range"]) {
  const { start, end, settledUntil } = buy;
  const last = Math.min(end, Math.max(start, settledUntil));
  return {
    start: range === undefined ? isoTime(start) : `${range.start}T00:00:00Z`,
    end: range === undefined ? isoTime(last) : `${range.end}T23:59:59Z`,
  };
}

/** Nobody is shown a package more often, on average, unless its cap is lower. */
const usualContacts = 2;

/** A seller that caps frequency reports reach: of a buy with a cap on each of its packages. */
function contacts({ packages }: BookedBuy, days: readonly DeliveredDay[]) {
  const caps = packages.map(({ targeting_overlay: overlay }) => capSchema.safeParse(overlay).data);
  const impressions = days.reduce((sum, one) => sum + one.impressions, 0);
  if (impressions === 0 || caps.some((cap) => cap === undefined)) return {};
  const most = Math.min(usualContacts, ...caps.map((cap) => cap?.frequency_cap.max_impressions ?? 1));
  const reach = Math.ceil(impressions / most);
  return { reach, reach_unit: "individuals", frequency: Math.round((impressions / reach) * 100) / 100 };
}

const capSchema = z.looseObject({
  frequency_cap: z.looseObject({ max_impressions: z.number().positive() }),
});

function figures(days: readonly DeliveredDay[], currency: string) {
  const total = (of: (one: DeliveredDay) => number) => days.reduce((sum, one) => sum + of(one), 0);
  const measured = days.filter((one) => one.completions !== undefined);
  const starts = measured.reduce((sum, one) => sum + one.impressions, 0);
  const completions = measured.reduce((sum, one) => sum + (one.completions ?? 0), 0);
  return {
    impressions: total((one) => one.impressions),
    clicks: total((one) => one.clicks),
    spend: amountOf(
      total((one) => one.spend),
      currency,
    ),
    ...(starts > 0 && { completion_rate: rounded(completions / starts) }),
    ...doneIn(days),
    ...seenIn(days),
  };
}

/** What people did, by kind and in all; nothing where nothing of it is counted. */
function doneIn(days: readonly DeliveredDay[]) {
  const kinds = [...new Set(days.flatMap(({ events = {} }) => Object.keys(events)))];
  const by_event_type = kinds.map((event_type) => ({
    event_type,
    count: days.reduce((sum, { events }) => sum + (events?.[event_type] ?? 0), 0),
  }));
  const conversions = by_event_type.reduce((sum, { count }) => sum + count, 0);
  return kinds.length === 0 ? {} : { conversions, by_event_type };
}

/** How much of what could be measured was in view, and for how long on average; nothing where nothing was. */
function seenIn(days: readonly DeliveredDay[]) {
  const viewableCounts = days.flatMap(({ inView }) => inView ?? []);
  const measurable = viewableCounts.reduce((sum, one) => sum + one.measurable, 0);
  if (measurable === 0) return {};
  const viewable = viewableCounts.reduce((sum, one) => sum + one.viewable, 0);
  const timed = viewableCounts.flatMap(({ viewable, seconds }) =>
    seconds === undefined ? [] : [{ viewable, seconds }],
  );
  const times = timed.reduce((sum, one) => sum + one.viewable, 0);
  const seconds = timed.reduce((sum, one) => sum + one.viewable * one.seconds, 0);
  return {
    viewability: {
      measurable_impressions: measurable,
      viewable_impressions: viewable,
      viewable_rate: rounded(viewable / measurable),
      ...(times > 0 && { viewed_seconds: rounded(seconds / times) }),
      standard: "mrc",
    },
  };
}

function rounded(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}
