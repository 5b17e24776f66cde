import { dayMs, dayOf } from "../../lib/days.ts";
import { sha256 } from "../../lib/digest.ts";
import { fromDecimal } from "../../lib/money.ts";
import { fromDecimalPrice } from "../../lib/price.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { isPayload } from "../payload.ts";
import {
  type BookedBuy,
  type BookedPackage,
  type BuyStatus,
  type DeliveredDay,
  moveBuy,
  spent,
} from "./record.ts";

/** Part of a calendar day inside a flight. It counts for the state that the buy is in when it is `due`. */
interface Slice {
  readonly date: string;
  readonly due: number;
  /** 0 to 1 of a whole day. */
  readonly share: number;
}

/** Brings a buy up to `now`: starts it, delivers the days that have ended, completes it. The same in every run. */
export function settle(buy: BookedBuy, now: number, seed: number): void {
  for (const slice of openSlices(buy)) {
    if (slice.due > now) break;
    move(buy, slice.due - 1);
    if (buy.status === "active")
      for (const booked of buy.packages) if (!booked.paused) deliver(booked, buy, slice, seed);
    buy.settledUntil = slice.due;
  }
  move(buy, now);
}

/** Spreads what is left of each budget over what is left of the flight, as the package is paced. */
export function repace(buy: BookedBuy): void {
  const slices = openSlices(buy);
  for (const booked of buy.packages) {
    const days = slices.reduce((total, slice) => total + slice.share * weightOf(slice, booked, buy), 0);
    const price = priceOfDay(booked, 0.6);
    const left = forecastCap(booked, buy) - impressions(booked);
    const affordable = price === 0 ? left * 0.9 : affords(booked.budget - spent(booked), price);
    booked.pace = days === 0 ? 0 : Math.max(0, Math.min(affordable, left)) / days;
  }
}

/** Of what an even day brings: front-loaded delivery falls from one and a half to a half of it over the flight. */
function weightOf({ due, share }: Slice, { pacing }: BookedPackage, { start, end }: BookedBuy): number {
  return pacing === "front_loaded" ? 1.5 - (due - (share * dayMs) / 2 - start) / (end - start) : 1;
}

function move(buy: BookedBuy, instant: number): void {
  const step = (to: BuyStatus) => {
    moveBuy(buy, to);
    buy.revision += 1;
  };
  if (buy.status === "pending_start" && instant >= buy.start) step("active");
  if ((buy.status === "active" || buy.status === "paused") && instant >= buy.end) step("completed");
}

function openSlices(buy: BookedBuy): Slice[] {
  const slices: Slice[] = [];
  for (let from = buy.start - (buy.start % dayMs); from < buy.end; from += dayMs) {
    const due = Math.min(from + dayMs, buy.end);
    const begin = Math.max(from, buy.start, buy.settledUntil);
    if (due > begin) slices.push({ date: dayOf(from), due, share: (due - begin) / dayMs });
  }
  return slices;
}

function deliver(booked: BookedPackage, buy: BookedBuy, slice: Slice, seed: number): void {
  const key = [seed, buy.media_buy_id, booked.package_id] as const;
  const phase = booked.listing.phases?.findLast(({ from }) => from <= slice.date);
  const wanted =
    booked.pace *
    weightOf(slice, booked, buy) *
    (phase?.impressions ?? 1) *
    slice.share *
    between(0.82, 1.13, ...key, "pace") *
    between(0.9, 1.1, ...key, slice.date);
  const price = priceOfDay(booked, between(0.3, 0.9, ...key, slice.date, "price"));
  const budgetLeft = booked.budget - spent(booked);
  const affordable = price === 0 ? Number.MAX_SAFE_INTEGER : affords(budgetLeft, price);
  const served = Math.max(
    0,
    Math.floor(Math.min(wanted, affordable, forecastCap(booked, buy) - impressions(booked))),
  );
  const fee = Math.floor((booked.budget * slice.share * dayMs) / (buy.end - buy.start));
  const response = responseTo(booked.listing);
  const completions =
    response.completion === undefined
      ? undefined
      : Math.round(
          served * Math.min(1, response.completion * between(0.94, 1.05, ...key, slice.date, "end")),
        );
  const delivered: DeliveredDay = {
    date: slice.date,
    impressions: served,
    clicks: Math.round(
      served * response.clicks * (phase?.clicks ?? 1) * between(0.8, 1.2, ...key, slice.date, "clicks"),
    ),
    completions,
    events: Object.fromEntries(
      Object.entries(eventsOf(booked.listing)).map(([name, rate]) => [
        name,
        Math.round(served * rate * between(0.8, 1.2, ...key, slice.date, name)),
      ]),
    ),
    ...(booked.option.pricing_model === "vcpm" && {
      inView: { measurable: served, viewable: Math.round(served * viewableShare) },
    }),
    spend: price === 0 ? Math.min(fee, budgetLeft) : Math.floor((served * price) / 1000),
  };
  booked.delivered.push(delivered);
}

/** Minor units for 1,000 impressions; 0 for what is paid as a whole. `level` is where between floor and bid the auction cleared. */
function priceOfDay(booked: BookedPackage, level: number): number {
  const { floor, fixed_price, currency } = booked.option;
  const units = unitsInThousand(booked);
  if (units === 0) return 0;
  if (floor === undefined) return fromDecimal((fixed_price ?? 0) * units, currency).minor;
  const lowest = fromDecimalPrice(floor, currency).minor;
  return Math.round(lowest + ((booked.bid ?? lowest) - lowest) * level);
}

/** How many of what is paid for 1,000 impressions bring; 0 where the price is for everything. */
function unitsInThousand({ option, listing }: BookedPackage): number {
  const parameters = option["parameters"];
  const named = (name: string) =>
    isPayload(parameters) && typeof parameters[name] === "number" ? parameters[name] : 1;
  switch (option.pricing_model) {
    case "flat-fee":
    case "time":
      return 0;
    case "vcpm":
      return viewableShare;
    case "cpc":
      return 1000 * responseTo(listing).clicks;
    case "cpa":
      return 1000 * named("conversion_rate");
    case "cpp":
      return 100_000 / named("population");
    default:
      return 1;
  }
}

function affords(minor: number, price: number): number {
  return Math.floor((minor * 1000) / price);
}

function forecastCap(booked: BookedPackage, buy: BookedBuy): number {
  return Math.floor((booked.listing.weekly[1] * (buy.end - buy.start)) / (7 * dayMs));
}

function impressions(booked: BookedPackage): number {
  return booked.delivered.reduce((total, one) => total + one.impressions, 0);
}

interface Response {
  readonly clicks: number;
  readonly completion?: number;
}

/** Share of impressions that are clicked, and of starts that run to the end, by a product's first channel. */
export function responseTo({ channels }: Pick<BookedPackage["listing"], "channels">): Response {
  return responses[channels[0] ?? ""] ?? { clicks: 0.001 };
}

/** What its impressions lead to beside clicks, each as a part of them: what it tells and what it is paid for. */
export function eventsOf({ events, pricing }: BookedPackage["listing"]): Readonly<Record<string, number>> {
  const paid = pricing.flatMap(({ event_type: event, parameters }: PricingOption) => {
    const rate = isPayload(parameters) ? parameters["conversion_rate"] : undefined;
    return typeof event === "string" && typeof rate === "number" ? [[event, rate]] : [];
  });
  return { ...events, ...Object.fromEntries(paid) };
}

const responses: Readonly<Record<string, Response>> = {
  ctv: { clicks: 0.0004, completion: 0.94 },
  olv: { clicks: 0.004, completion: 0.71 },
  display: { clicks: 0.0016 },
  social: { clicks: 0.009 },
  retail_media: { clicks: 0.006 },
  streaming_audio: { clicks: 0.0006, completion: 0.92 },
  podcast: { clicks: 0.0008, completion: 0.89 },
  dooh: { clicks: 0 },
};
/** Of impressions that are paid for where they were in view. */
export const viewableShare = 0.7;

/** A number between `low` and `high` that depends on the parts alone: the sandbox's chance repeats in every run. */
function between(low: number, high: number, ...parts: readonly (string | number)[]): number {
  const share = Number.parseInt(sha256(parts.join("\u0000")).slice(0, 8), 16) / 2 ** 32;
  return low + (high - low) * share;
}
