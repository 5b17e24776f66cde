import { randomUUID } from "node:crypto";
import { AdcpError, assertMediaBuyTransition } from "@adcp/sdk/server";
import type {
  CreateMediaBuyRequest,
  CreateMediaBuySuccess,
  GetMediaBuysResponse,
  UpdateMediaBuyRequest,
  UpdateMediaBuySuccess,
} from "@adcp/sdk/types";
import { z } from "zod";
import type { Books, Buy } from "./books.ts";
import type { Product } from "./products.ts";
import type { Whims } from "./whims.ts";

type Package = NonNullable<CreateMediaBuyRequest["packages"]>[number];

/** Writes an order into the books, or refuses it as the standard has it. */
export function book(
  books: Books,
  products: readonly Product[],
  {
    request,
    accountId,
    now,
    dropsTargeting = false,
    newer = false,
  }: {
    readonly request: CreateMediaBuyRequest;
    readonly accountId: string;
    readonly now: number;
  } & Pick<Whims, "dropsTargeting" | "newer">,
): Buy {
  const ordered = request.packages ?? [];
  if (newer) for (const [index, one] of ordered.entries()) refuseOlderSignals(one, index);
  const options = ordered.map((one, index) => optionOf(one, index, products));
  const id = `buy-${randomUUID()}`;
  const buy: Buy = {
    id,
    accountId,
    currency: options[0]?.currency ?? "EUR",
    status: "pending_creatives",
    revision: 1,
    start: request.start_time === "asap" ? new Date(now).toISOString() : request.start_time,
    end: request.end_time,
    packages: ordered.map((one, index) => ({
      id: `${id}-${index + 1}`,
      productId: one.product_id,
      pricingOptionId: one.pricing_option_id,
      bid: one.bid_price,
      cpm: options[index]?.fixed_price ?? one.bid_price ?? 0,
      budget: one.budget,
      earlier: [],
      paused: false,
      targeting: dropsTargeting ? undefined : one.targeting_overlay,
    })),
  };
  books.buys.set(id, buy);
  return buy;
}

const ref = z.discriminatedUnion("scope", [
  z.object({ scope: z.literal("product"), signal_id: z.string() }),
  z.object({ scope: z.literal("data_provider"), data_provider_domain: z.string(), signal_id: z.string() }),
  z.object({ scope: z.literal("signal_source"), signal_source_url: z.url(), signal_id: z.string() }),
]);
/** The signals of a package as 3.1 has them; the types of the standard's SDK know 3.0 alone. */
const newerSchema = z.looseObject({
  signal_targeting_groups: z
    .object({
      operator: z.literal("all"),
      groups: z
        .array(
          z.object({
            operator: z.enum(["any", "none"]),
            signals: z
              .array(
                z.looseObject({ signal_ref: ref, value_type: z.literal("binary"), value: z.literal(true) }),
              )
              .min(1),
          }),
        )
        .min(1),
    })
    .optional(),
});

function refuseOlderSignals({ targeting_overlay: overlay = {} }: Package, index: number): void {
  const wrong = newerSchema.safeParse(overlay).error?.issues[0];
  if (wrong !== undefined)
    throw new AdcpError("VALIDATION_ERROR", {
      message: `${wrong.path.join(".")}: ${wrong.message}`,
      field: `packages[${index}].targeting_overlay`,
    });
}

function optionOf(
  { product_id, pricing_option_id, bid_price }: Package,
  index: number,
  products: readonly Product[],
) {
  const product = products.find((one) => one.product_id === product_id);
  if (product === undefined)
    throw new AdcpError("PRODUCT_NOT_FOUND", {
      message: `there is no product ${product_id}`,
      field: `packages[${index}].product_id`,
    });
  const option = product.pricing_options.find((one) => one.pricing_option_id === pricing_option_id);
  if (option === undefined)
    throw new AdcpError("INVALID_REQUEST", {
      message: `there is no price ${pricing_option_id}`,
      field: `packages[${index}].pricing_option_id`,
    });
  const { fixed_price } = priceSchema.parse(option);
  if (fixed_price === undefined && bid_price === undefined)
    throw new AdcpError("INVALID_REQUEST", {
      message: "a price with a floor is bid for: bid_price is missing",
      field: `packages[${index}].bid_price`,
    });
  return { currency: option.currency, fixed_price };
}

/** Not every kind of price has a fixed one. */
const priceSchema = z.looseObject({ fixed_price: z.number().optional() });

/** Changes a buy as far as the seller takes notice: who does not of budgets goes on as if it had. */
export function change(
  buy: Buy,
  request: UpdateMediaBuyRequest,
  { ignoresBudgets = false, now }: { readonly ignoresBudgets?: boolean | undefined; readonly now: number },
): UpdateMediaBuySuccess {
  if (request.revision !== undefined && request.revision !== buy.revision)
    throw new AdcpError("CONFLICT", {
      message: `the buy is at revision ${buy.revision}`,
      field: "revision",
      recovery: "correctable",
    });
  const wanted =
    request.canceled === true
      ? "canceled"
      : request.paused === undefined
        ? buy.status
        : request.paused
          ? "paused"
          : "active";
  if (wanted !== buy.status) {
    assertMediaBuyTransition(buy.status, wanted);
    buy.status = wanted;
  }
  if (request.end_time !== undefined) buy.end = request.end_time;
  for (const { package_id, budget, paused } of request.packages ?? []) {
    const bought = buy.packages.find(({ id }) => id === package_id);
    if (bought === undefined)
      throw new AdcpError("PACKAGE_NOT_FOUND", {
        message: `there is no package ${package_id}`,
        field: "packages",
      });
    if (budget !== undefined && !ignoresBudgets) {
      bought.earlier.push({ budget: bought.budget, until: now });
      bought.budget = budget;
    }
    if (paused !== undefined) bought.paused = paused;
  }
  buy.revision += 1;
  return { media_buy_id: buy.id, status: buy.status, revision: buy.revision };
}

export function confirmation(buy: Buy): CreateMediaBuySuccess {
  return {
    media_buy_id: buy.id,
    status: buy.status,
    confirmed_at: new Date().toISOString(),
    revision: buy.revision,
    packages: buy.packages.map((one) => ({
      package_id: one.id,
      product_id: one.productId,
      pricing_option_id: one.pricingOptionId,
      budget: one.budget,
    })),
  };
}

export function listed(buys: readonly Buy[]): GetMediaBuysResponse {
  return {
    media_buys: buys.map((buy) => ({
      media_buy_id: buy.id,
      status: buy.status,
      currency: buy.currency,
      total_budget: buy.packages.reduce((sum, { budget }) => sum + budget, 0),
      start_time: buy.start,
      end_time: buy.end,
      revision: buy.revision,
      packages: buy.packages.map((one) => ({
        package_id: one.id,
        product_id: one.productId,
        budget: one.budget,
        currency: buy.currency,
        paused: one.paused,
        ...(one.bid === undefined ? {} : { bid_price: one.bid }),
        ...(one.targeting === undefined ? {} : { targeting_overlay: one.targeting }),
      })),
    })),
  };
}
