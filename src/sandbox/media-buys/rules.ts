import { z } from "zod";
import { isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { lenient, looseFields } from "../../lib/described.ts";
import { fromDecimal } from "../../lib/money.ts";
import { fromDecimalPrice } from "../../lib/price.ts";
import type { PackageRequest } from "../../protocol/records/media-buy.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { type Listing, pricesOf, type SellerProfile, targetingOf } from "../inventory/listing.ts";
import { invalid, Refusal } from "../refusal.ts";
import { amountOf, type BookedPackage, bookedPackage } from "./record.ts";

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
  const booked = bookedPackage({ package_id, listing, option }, wanted);
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

/** No count agrees with another to the last impression. */
const leastVariance = 5;
/** Days after the flight that counts are taken to: live, three or seven. */
const windows = ["live", "c3", "c7"];

const termsSchema = looseFields({
  billing_measurement: lenient(
    looseFields({ max_variance_percent: lenient(z.number()), measurement_window: lenient(z.string()) }),
  ),
});

/** Refuses orders whose counts would have to agree better, or be waited for longer, than these sellers can promise. */
export function checkTerms(packages: readonly Pick<PackageRequest, "measurement_terms">[]): void {
  packages.forEach(({ measurement_terms }, i) => {
    const billing = termsSchema.safeParse(measurement_terms).data?.billing_measurement;
    const { max_variance_percent: variance, measurement_window: window } = billing ?? {};
    const field = `packages[${i}].measurement_terms.billing_measurement`;
    if (variance !== undefined && variance < leastVariance)
      throw new Refusal(
        "TERMS_REJECTED",
        `counts may differ by ${leastVariance} percent at least; asked for ${variance}`,
        `${field}.max_variance_percent`,
      );
    if (window !== undefined && !windows.includes(window))
      throw new Refusal(
        "TERMS_REJECTED",
        `counts are taken to one of ${windows.join(", ")}; asked for ${window}`,
        `${field}.measurement_window`,
      );
  });
}

/** Refuses what a package cannot be targeted by: it is never dropped in silence. Signals are taken by all. */
export function checkTargeting(
  packages: readonly Pick<PackageRequest, "product_id" | "targeting_overlay">[],
  { profile, listings }: { readonly profile: SellerProfile; readonly listings: ReadonlyMap<string, Listing> },
): void {
  packages.forEach(({ product_id, targeting_overlay: overlay = {} }, i) => {
    const listing = listings.get(product_id);
    if (listing === undefined) return;
    const offered = targetingOf(profile, listing);
    const odd = Object.keys(overlay).find(
      (key) => key !== "signal_targeting_groups" && !isOffered(offered[key.replace(/_exclude$/, "")]),
    );
    if (odd !== undefined)
      throw new Refusal(
        "UNSUPPORTED_FEATURE",
        `${product_id} cannot be targeted by ${odd}`,
        `packages[${i}].targeting_overlay.${odd}`,
      );
  });
}

function isOffered(capability: unknown): boolean {
  return capability !== undefined && capability !== false;
}

/** Packages whose targeting, or one field of it, nobody wrote down. */
export function withoutTargeting<Package extends Pick<PackageRequest, "targeting_overlay">>(
  packages: readonly Package[],
  lost: { readonly field?: string },
): Package[] {
  return packages.map(({ targeting_overlay: overlay = {}, ...rest }) => {
    const kept = Object.entries(overlay).filter(([key]) => lost.field !== undefined && key !== lost.field);
    // What is left of the package has all of its other fields.
    return { ...rest, ...(kept.length > 0 && { targeting_overlay: Object.fromEntries(kept) }) } as Package;
  });
}
