import { type ExchangeTable, exchangeDown } from "../../lib/exchange.ts";
import { fromDecimal, type Money, money } from "../../lib/money.ts";
import { buyProducts } from "../../protocol/dialects/adcp/compact/buy-products.ts";
import { controlMediaBuy } from "../../protocol/dialects/adcp/compact/control-media-buy.ts";
import type { PackageRequest } from "../../protocol/records/media-buy.ts";
import { type RequestOf, tasks } from "../../protocol/tasks/index.ts";
import { tryArguments } from "../arguments.ts";
import type { AgentDialect } from "../dialects/dialect.ts";
import type { Listing } from "../inventory/listing.ts";
import type { BookedBuy } from "../media-buys/record.ts";

/** What the governance agent can look up at the sellers. */
export interface Market {
  readonly listing: (product_id: string) => Listing | undefined;
  /** A principal's own buy. */
  readonly buy: (media_buy_id: string, requested: BuyChange) => BookedBuy | undefined;
}

/** Whose buy is meant, and at which seller where the caller says so: an id names a buy at one seller alone. */
export interface BuyChange {
  readonly principal: string;
  readonly agentUrl: string | undefined;
}

/** One amount that a call asks for, with the field that a condition would lower. */
export interface AmountAtIssue {
  readonly field: string;
  /** The field's value as sent, in the seller's currency. */
  readonly value: Money;
  /** What of it is committed in the seller's books already. */
  readonly committed: Money;
  /** The new part, in the plan's currency. */
  readonly added: Money;
}

/** What a call asks for, read from its arguments. */
export interface Ask {
  readonly amounts: readonly AmountAtIssue[];
  readonly start?: number | "asap";
  readonly end?: number;
  /** Countries and channels that the call names or, where it names none, those of its products. */
  readonly places: readonly {
    readonly field: string;
    readonly countries: readonly string[];
    readonly targeted: boolean;
  }[];
  readonly channels: readonly { readonly field: string; readonly channels: readonly string[] }[];
}

const nothing: Ask = { amounts: [], places: [], channels: [] };

export interface AskOptions extends BuyChange {
  readonly market: Market;
  /** The plan's currency. */
  readonly currency: string;
  readonly exchange: ExchangeTable;
  readonly dialect: AgentDialect;
}

/** Undefined where the arguments do not fit the task: what cannot be read is not approved. */
export function readAsk(tool: string, payload: Readonly<Record<string, unknown>>, options: AskOptions) {
  if (tool === "create_media_buy") {
    const request = tryArguments(tasks.create_media_buy, payload, options.dialect.read);
    return request && { ...packagesAsk(request.packages, "packages", options), ...flightOf(request) };
  }
  if (tool === "update_media_buy") {
    const request = tryArguments(tasks.update_media_buy, payload, options.dialect.read);
    return request && updateAsk(request.media_buy_id, request.updates, options);
  }
  if (tool === "buy_products") {
    const request = tryArguments(tasks.buy_products, payload, options.dialect.read);
    const inside = request && tasks.create_media_buy.request.parse(buyProducts.request.read(request, at));
    return inside && { ...packagesAsk(inside.packages, "purchases", options), ...flightOf(inside) };
  }
  if (tool === "control_media_buy") {
    const request = tryArguments(tasks.control_media_buy, payload, options.dialect.read);
    const inside = request && tasks.update_media_buy.request.parse(controlMediaBuy.request.read(request, at));
    return inside && updateAsk(inside.media_buy_id, inside.updates, options);
  }
  return nothing;
}

const at = { release: "3.2", request: {} } as const;

function packagesAsk(packages: readonly PackageRequest[], path: string, options: AskOptions): Ask {
  const { market, currency, exchange } = options;
  const known = packages.map((one, i) => ({
    one,
    field: `${path}[${i}]`,
    listing: market.listing(one.product_id),
  }));
  return {
    amounts: known.map(({ one, field, listing }) => {
      const option = listing?.pricing.find((price) => price.pricing_option_id === one.pricing_option_id);
      const value = fromDecimal(one.budget, option?.currency ?? currency);
      const committed = money(0, value.currency);
      return { field: `${field}.budget`, value, committed, added: inPlan(value, currency, exchange) };
    }),
    places: known.map(({ one, field, listing }) => {
      const named = countriesIn(one.targeting_overlay);
      return { field, countries: named ?? listing?.countries ?? [], targeted: named !== undefined };
    }),
    channels: known.flatMap(({ field, listing }) => (listing ? [{ field, channels: listing.channels }] : [])),
  };
}

function updateAsk(
  media_buy_id: string,
  updates: RequestOf<"update_media_buy">["updates"],
  options: AskOptions,
): Ask {
  const { currency, exchange, market } = options;
  const buy = market.buy(media_buy_id, options);
  const change = (field: string, to: number, before: number): AmountAtIssue => {
    const value = fromDecimal(to, buy?.currency ?? currency);
    const committed = money(before, value.currency);
    const added = money(Math.max(0, value.minor - before), value.currency);
    return { field, value, committed, added: inPlan(added, currency, exchange) };
  };
  const fresh = packagesAsk(updates.new_packages ?? [], "updates.new_packages", options);
  const changes = (updates.packages ?? []).flatMap((one, i) => {
    if (one.budget === undefined) return [];
    const before = buy?.packages.find((booked) => booked.package_id === one.package_id)?.budget ?? 0;
    return [change(`updates.packages[${i}].budget`, one.budget, before)];
  });
  const whole =
    updates.budget_change === undefined ? [] : [change("updates.budget_change", updates.budget_change, 0)];
  return { ...fresh, ...flightOf(updates), amounts: [...fresh.amounts, ...changes, ...whole] };
}

function flightOf({ start_time, end_time }: { start_time?: string; end_time?: string }) {
  return {
    ...(start_time !== undefined && {
      start: start_time === "asap" ? ("asap" as const) : Date.parse(start_time),
    }),
    ...(end_time !== undefined && { end: Date.parse(end_time) }),
  };
}

function countriesIn(overlay: Record<string, unknown> | undefined): string[] | undefined {
  const named = overlay?.["geo_countries"] ?? overlay?.["countries"];
  return Array.isArray(named) ? named.filter((one) => typeof one === "string") : undefined;
}

/** A currency outside the table counts one to one: too much rather than nothing. */
function inPlan(amount: Money, currency: string, exchange: ExchangeTable): Money {
  return exchangeDown(amount, currency, exchange) ?? money(amount.minor, currency);
}
