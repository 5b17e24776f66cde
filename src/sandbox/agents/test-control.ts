import { z } from "zod";
import type { Clock } from "../../lib/clock.ts";
import { dayOf } from "../../lib/days.ts";
import { fromDecimal } from "../../lib/money.ts";
import { formatById } from "../inventory/formats.ts";
import { auction, type Listing } from "../inventory/listing.ts";
import type { MediaBuyBook } from "../media-buys/book.ts";
import type { Payload } from "../payload.ts";
import { Refusal } from "../refusal.ts";
import { comply_test_controller, type Tool, tool } from "../tool.ts";

export interface Controlled {
  readonly book: MediaBuyBook;
  readonly clock: Clock;
  /** What is on sale; products are added here. */
  readonly listings: Listing[];
}

type Scenario = (params: Payload, controlled: Controlled, principal: string) => Payload;

const scenarios: ReadonlyMap<string, Scenario> = new Map([
  ["seed_product", seedProduct],
  ["seed_pricing_option", seedPrice],
  ["simulate_delivery", simulateDelivery],
]);

/** Errors are answers here: a suite asks for what not every seller can do. */
export function testControl(controlled: Controlled): Tool {
  return tool(comply_test_controller, ({ scenario, params = {} }, { principal }) => {
    if (scenario === "list_scenarios") return { success: true, scenarios: [...scenarios.keys()] };
    const play = scenarios.get(scenario);
    if (play === undefined) return told("UNKNOWN_SCENARIO", `no scenario "${scenario}"`);
    try {
      return play(params, controlled, principal);
    } catch (error) {
      if (error instanceof z.ZodError) return told("INVALID_PARAMS", z.prettifyError(error));
      if (error instanceof Refusal) return told("NOT_FOUND", error.message);
      throw error;
    }
  });
}

function told(error: string, error_detail: string): Payload {
  return { success: false, error, error_detail };
}

const productSchema = z.looseObject({
  product_id: z.string().min(1),
  fixture: z.looseObject({
    name: z.string().optional(),
    description: z.string().optional(),
    delivery_type: z.enum(["guaranteed", "non_guaranteed"]).default("guaranteed"),
    channels: z.array(z.string()).default(["display"]),
    format_ids: z.array(z.looseObject({ id: z.string() })).default([{ id: "display_300x250" }]),
  }),
});

/** Puts a product on sale as it is described, without a price. Twice is once. */
function seedProduct(params: Payload, { listings, book }: Controlled): Payload {
  const { product_id, fixture } = productSchema.parse(params);
  const formats = fixture.format_ids.map(({ id }) => id);
  const unknown = formats.find((id) => !formatById.has(id));
  if (unknown !== undefined) return told("INVALID_PARAMS", `no format "${unknown}" here`);
  const name = fixture.name ?? product_id.replaceAll("_", " ");
  const listing: Listing = {
    product_id,
    name,
    description: fixture.description ?? name,
    // Suites say video where the standard's channels are more exact.
    channels: fixture.channels.map((channel) => (channel === "video" ? "olv" : channel)),
    countries: ["US"],
    delivery_type: fixture.delivery_type,
    formats,
    weekly: [1_000_000, 2_000_000],
    pricing: listings.find((one) => one.product_id === product_id)?.pricing ?? [],
  };
  offer(listing, { listings, book });
  return { success: true, message: `${product_id} is on sale` };
}

const priceSchema = z.looseObject({
  product_id: z.string().min(1),
  pricing_option_id: z.string().min(1),
  fixture: z.looseObject({
    pricing_model: z.string(),
    currency: z.string().length(3),
    fixed_price: z.number().positive().optional(),
    floor_price: z.number().nonnegative().optional(),
    price_guidance: z.record(z.string(), z.number()).optional(),
  }),
});

function seedPrice(params: Payload, { listings, book }: Controlled): Payload {
  const { product_id, pricing_option_id, fixture } = priceSchema.parse(params);
  const listing = listings.find((one) => one.product_id === product_id);
  if (listing === undefined) return told("NOT_FOUND", `no product "${product_id}"`);
  const { pricing_model, currency, fixed_price, floor_price: floor, price_guidance } = fixture;
  if (pricing_model !== "cpm") return told("UNKNOWN_SCENARIO", `nothing is sold by ${pricing_model} here`);
  if ((fixed_price === undefined) === (floor === undefined))
    return told("INVALID_PARAMS", "a price is fixed_price or floor_price");
  const option =
    floor === undefined
      ? { pricing_option_id, pricing_model, currency, fixed_price }
      : { ...auction(currency, floor), pricing_option_id, ...(price_guidance && { price_guidance }) };
  const others = listing.pricing.filter((one) => one.pricing_option_id !== pricing_option_id);
  offer({ ...listing, pricing: [...others, option] }, { listings, book });
  return { success: true, message: `${product_id} has the price ${pricing_option_id}` };
}

function offer(listing: Listing, { listings, book }: Pick<Controlled, "listings" | "book">): void {
  const at = listings.findIndex((one) => one.product_id === listing.product_id);
  if (at < 0) listings.unshift(listing);
  else listings[at] = listing;
  book.stock(listing);
}

const deliverySchema = z.looseObject({
  media_buy_id: z.string().min(1),
  impressions: z.number().int().nonnegative().default(0),
  clicks: z.number().int().nonnegative().default(0),
  reported_spend: z.looseObject({ amount: z.number().nonnegative(), currency: z.string() }).optional(),
});

/** Delivery of today, in the buy's first package, beside what runs. */
function simulateDelivery(params: Payload, { book, clock }: Controlled, principal: string): Payload {
  const { media_buy_id, impressions, clicks, reported_spend } = deliverySchema.parse(params);
  const buy = book.find(media_buy_id, principal);
  if (reported_spend !== undefined && reported_spend.currency !== buy.currency)
    return told("INVALID_PARAMS", `the buy is in ${buy.currency}`);
  buy.packages[0]?.delivered.push({
    date: dayOf(clock.now()),
    impressions,
    clicks,
    completions: undefined,
    spend: fromDecimal(reported_spend?.amount ?? 0, buy.currency).minor,
  });
  return { success: true, simulated: { impressions, clicks, ...(reported_spend && { reported_spend }) } };
}
