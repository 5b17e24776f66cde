import { isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { fromDecimal } from "../../lib/money.ts";
import { fromDecimalPrice } from "../../lib/price.ts";
import type { PackageRequest } from "../../protocol/records/media-buy.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { type Listing, pricesOf } from "../inventory/listing.ts";
import { invalid, Refusal } from "../refusal.ts";
import { amountOf, type BookedPackage } from "./record.ts";

/** Flight as asked for: `asap` stays open until the buy is confirmed. */
export interface Flight {
  readonly start: number | "asap";
  readonly end: number;
}

export function checkFlight(
  wanted: { readonly start_time?: string; readonly end_time?: string },
  now: number,
): Flight {
  const start =
    wanted.start_time === undefined || wanted.start_time === "asap" ? "asap" : Date.parse(wanted.start_time);
  if (wanted.end_time === undefined) throw invalid("this seller sells no flight without an end", "end_time");
  const end = Date.parse(wanted.end_time);
  // A flight may have begun earlier today: its first day is then shorter.
  if (start !== "asap" && start < now - (now % dayMs))
    throw invalid(`start_time lies before ${isoTime(now)}`, "start_time");
  if (end <= now) throw invalid(`end_time lies before ${isoTime(now)}`, "end_time");
  if (start !== "asap" && end <= start) throw invalid("end_time must lie after start_time", "end_time");
  return { start, end };
}

/** One package against the catalogue; `field` is its path in the request. */
export function checkPackage(
  wanted: PackageRequest,
  listings: ReadonlyMap<string, Listing>,
  field: string,
  package_id: string,
): BookedPackage {
  const listing = listings.get(wanted.product_id);
  if (listing === undefined)
    throw new Refusal("PRODUCT_NOT_FOUND", `no product "${wanted.product_id}"`, `${field}.product_id`);
  const option = pricesOf(listing).find((one) => one.pricing_option_id === wanted.pricing_option_id);
  if (option === undefined)
    throw invalid(
      `"${wanted.pricing_option_id}" is not a pricing option of ${wanted.product_id}`,
      `${field}.pricing_option_id`,
    );
  const booked: BookedPackage = {
    package_id,
    listing,
    option,
    buyer_ref: wanted.buyer_ref,
    budget: fromDecimal(wanted.budget, option.currency).minor,
    bid: undefined,
    paused: false,
    targeting_overlay: wanted.targeting_overlay,
    pacing: wanted.pacing,
    creative_ids: [...(wanted.creative_ids ?? [])],
    pace: 0,
    delivered: [],
  };
  checkBudget(booked, booked.budget, `${field}.budget`);
  booked.bid = checkBid(option, wanted.bid_price, `${field}.bid_price`);
  return booked;
}

/** `budget` in minor units. */
export function checkBudget(booked: BookedPackage, budget: number, field: string): void {
  const { currency, min_spend_per_package: minimum = 0 } = booked.option;
  if (budget < fromDecimal(minimum, currency).minor)
    throw new Refusal(
      "BUDGET_TOO_LOW",
      `${amountOf(budget, currency).amount} ${currency} is below the minimum spend of ${minimum} ${currency}`,
      field,
    );
}

/** The bid in minor units, which need not be whole; undefined where the option is no auction. */
export function checkBid(option: PricingOption, bid: number | undefined, field: string): number | undefined {
  if (option.floor === undefined) return undefined;
  if (bid === undefined) throw invalid("an auction needs a bid_price", field);
  if (bid < option.floor)
    throw invalid(`bid ${bid} is below the floor of ${option.floor} ${option.currency}`, field);
  return fromDecimalPrice(bid, option.currency).minor;
}

/** A buy is invoiced in one currency. */
export function checkCurrency(packages: readonly BookedPackage[], currency: string, field: string): void {
  const odd = packages.findIndex((booked) => booked.option.currency !== currency);
  if (odd >= 0)
    throw invalid(
      `all packages of one buy share one currency, here ${currency}`,
      `${field}[${odd}].pricing_option_id`,
    );
}
