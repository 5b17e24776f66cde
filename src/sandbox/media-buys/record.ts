import { isoTime } from "../../lib/clock.ts";
import { fromDecimal, money, toDecimal } from "../../lib/money.ts";
import { toDecimalPrice } from "../../lib/price.ts";
import {
  type BuyAction,
  buyActions,
  type MediaBuy,
  type PackageRequest,
} from "../../protocol/records/media-buy.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { mayMove, mediaBuyStates, type StateOf, statesOf } from "../../protocol/records/states.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import type { Listing } from "../inventory/listing.ts";

/** Where a caller wants reports, and what it wants to be shown again. */
export type Webhook = Pick<
  NonNullable<RequestOf<"create_media_buy">["push_notification_config"]>,
  "url" | "token" | "operation_id"
>;

/** The states that this deployment's buys take, out of the contract's; no seller here rejects a buy unless a suite has it do so. */
export type BuyStatus = Exclude<StateOf<typeof mediaBuyStates>, "pending">;
export const buyStatuses = statesOf(mediaBuyStates).filter(
  (state): state is BuyStatus => state !== "pending",
);

/** A buy in the seller's books. Amounts in minor units of `currency`, instants in UTC milliseconds, `end` exclusive. */
export interface BookedBuy {
  readonly media_buy_id: string;
  readonly principal: string;
  readonly buyer_ref: string | undefined;
  readonly currency: string;
  readonly confirmedAt: number;
  /** It starts only with creatives, and takes every change until then. */
  readonly waitsForCreatives: boolean;
  status: BuyStatus;
  /** Where it was when it was paused last. */
  pausedFrom?: BuyStatus;
  revision: number;
  start: number;
  end: number;
  packages: BookedPackage[];
  /** Where its caller wants to know when it starts. */
  readonly webhook: Webhook | undefined;
  /** What the order's caller wants to be shown again wherever the buy is read. */
  readonly context: RequestOf<"create_media_buy">["context"];
  /** Delivery is counted up to here. */
  settledUntil: number;
  readonly feedback: Feedback[];
}

export interface Feedback {
  readonly period: { readonly start: string; readonly end: string };
  readonly performance_index: number;
  readonly package_id?: string;
}

export interface BookedPackage {
  readonly package_id: string;
  readonly listing: Listing;
  readonly option: PricingOption;
  readonly buyer_ref: string | undefined;
  budget: number;
  bid: number | undefined;
  paused: boolean;
  targeting_overlay: Record<string, unknown> | undefined;
  readonly pacing: PackageRequest["pacing"];
  creative_ids: string[];
  /** Impressions that a day of the rest of the flight brings, before it is weighed by its pacing. */
  pace: number;
  delivered: DeliveredDay[];
}

/** A package as it is ordered: nothing of it is delivered. */
export function bookedPackage(
  of: Pick<BookedPackage, "package_id" | "listing" | "option">,
  ordered: Pick<PackageRequest, "budget"> & Partial<PackageRequest>,
): BookedPackage {
  const { budget, targeting_overlay, buyer_ref, pacing, creative_ids = [] } = ordered;
  return {
    ...of,
    buyer_ref,
    budget: fromDecimal(budget, of.option.currency).minor,
    bid: undefined,
    paused: false,
    targeting_overlay,
    pacing,
    creative_ids: [...creative_ids],
    pace: 0,
    delivered: [],
  };
}

export interface DeliveredDay {
  /** `2027-01-18`, in UTC. */
  readonly date: string;
  readonly impressions: number;
  readonly clicks: number;
  readonly completions: number | undefined;
  /** What people did, by the public standard's names. */
  readonly events?: Readonly<Record<string, number>>;
  /** Of impressions sold in view; `seconds` as long as they were so on average. */
  readonly inView?: {
    readonly measurable: number;
    readonly viewable: number;
    readonly seconds?: number;
  };
  /** Minor units. */
  readonly spend: number;
}

/** The only way a buy changes its state. Throws where the contract knows no such move: that is a bug of the sandbox. */
export function moveBuy(buy: BookedBuy, to: BuyStatus): void {
  if (!mayMove(mediaBuyStates, buy.status, to))
    throw new Error(`${buy.media_buy_id} cannot go from ${buy.status} to ${to}`);
  if (to === "paused") buy.pausedFrom = buy.status;
  buy.status = to;
}

/** What the seller allows now; anything else is refused. */
export function validActions(buy: Pick<BookedBuy, "status" | "waitsForCreatives">): readonly BuyAction[] {
  const { status, waitsForCreatives } = buy;
  switch (status) {
    case "pending_creatives":
    case "pending_start":
      return waitsForCreatives ? ["pause", "cancel", ...running] : ["pause", "cancel", "sync_creatives"];
    case "active":
      return ["pause", "cancel", ...running];
    case "paused":
      return ["resume", "cancel", ...running];
    case "completed":
    case "rejected":
    case "canceled":
      return [];
  }
}

const running = buyActions.filter(
  (action) => action !== "pause" && action !== "resume" && action !== "cancel",
);

export function spent(booked: BookedPackage): number {
  return booked.delivered.reduce((total, one) => total + one.spend, 0);
}

/** Minor units as an amount on the wire. */
export function amountOf(minor: number, currency: string) {
  return { amount: toDecimal(money(minor, currency)), currency };
}

/** A buy as it goes on the wire. */
export function describeBuy(buy: BookedBuy): MediaBuy {
  return {
    media_buy_id: buy.media_buy_id,
    status: buy.status,
    revision: buy.revision,
    currency: buy.currency,
    buyer_ref: buy.buyer_ref,
    start_time: isoTime(buy.start),
    end_time: isoTime(buy.end),
    confirmed_at: isoTime(buy.confirmedAt),
    valid_actions: [...validActions(buy)],
    ...(buy.feedback.length > 0 && { performance_feedback: [...buy.feedback] }),
    packages: buy.packages.map((booked) => ({
      package_id: booked.package_id,
      product_id: booked.listing.product_id,
      pricing_option_id: booked.option.pricing_option_id,
      budget: amountOf(booked.budget, buy.currency).amount,
      paused: booked.paused,
      creative_ids: booked.creative_ids,
      ...(booked.bid === undefined
        ? {}
        : { bid_price: toDecimalPrice({ minor: booked.bid, currency: buy.currency }) }),
      buyer_ref: booked.buyer_ref,
      pacing: booked.pacing,
      targeting_overlay: booked.targeting_overlay,
    })),
  };
}
