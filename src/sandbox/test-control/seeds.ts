import { z } from "zod";
import { dayMs } from "../../lib/days.ts";
import { eachLoose, looseFields } from "../../lib/described.ts";
import { formatById } from "../inventory/formats.ts";
import { auction, type Listing } from "../inventory/listing.ts";
import { buyStatuses } from "../media-buys/record.ts";
import { checkPackage } from "../media-buys/rules.ts";
import type { Payload } from "../payload.ts";
import { creativeStatusSchema } from "./forces.ts";
import { type Controlled, controlError } from "./scenario.ts";

const productSchema = looseFields({
  product_id: z.string().min(1),
  fixture: looseFields({
    name: z.string().optional(),
    description: z.string().optional(),
    delivery_type: z.enum(["guaranteed", "non_guaranteed"]).default("guaranteed"),
    channels: z.array(z.string()).default(["display"]),
    format_ids: eachLoose({ id: z.string() }).default([{ id: "display_300x250" }]),
  }),
});

/** What no seller here has: a product that is described by it would be sold as another. */
const unsold = ["creative_policy", "reporting_capabilities", "signal_targeting_options", "format_options"];

/** Puts a product on sale as it is described, without a price. Twice is once. */
export function seedProduct(params: Payload, { listings, book }: Controlled): Payload {
  const { product_id, fixture } = productSchema.parse(params);
  const strange = unsold.find((field) => fixture[field] !== undefined);
  if (strange !== undefined) return controlError("UNKNOWN_SCENARIO", `nothing is sold with ${strange} here`);
  const formats = fixture.format_ids.map(({ id }) => id);
  const unknown = formats.find((id) => !formatById.has(id));
  if (unknown !== undefined) return controlError("UNKNOWN_SCENARIO", `no format "${unknown}" here`);
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

const priceSchema = looseFields({
  product_id: z.string().min(1),
  pricing_option_id: z.string().min(1),
  fixture: looseFields({
    pricing_model: z.string(),
    currency: z.string().length(3),
    fixed_price: z.number().positive().optional(),
    floor_price: z.number().nonnegative().optional(),
    price_guidance: z.record(z.string(), z.number()).optional(),
  }),
});

/** Models whose prices suites may put on sale. */
const seededModels: ReadonlySet<string> = new Set(["cpm", "vcpm"]);

export function seedPrice(params: Payload, { listings, book }: Controlled): Payload {
  const { product_id, pricing_option_id, fixture } = priceSchema.parse(params);
  const listing = listings.find((one) => one.product_id === product_id);
  if (listing === undefined) return controlError("NOT_FOUND", `no product "${product_id}"`);
  const { pricing_model, currency, fixed_price, floor_price: floor, price_guidance } = fixture;
  if (!seededModels.has(pricing_model))
    return controlError("UNKNOWN_SCENARIO", `nothing is sold by ${pricing_model} here`);
  if ((fixed_price === undefined) === (floor === undefined))
    return controlError("INVALID_PARAMS", "a price is fixed_price or floor_price");
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

const creativeFixture = looseFields({
  creative_id: z.string().min(1),
  fixture: looseFields({
    name: z.string().min(1).optional(),
    status: creativeStatusSchema.default("approved"),
    format_id: looseFields({ id: z.string().min(1) }).default({ id: "display_300x250" }),
  }).prefault({}),
});

/** Puts a creative into the caller's library, without assets. */
export function seedCreative(params: Payload, controlled: Controlled, principal: string): Payload {
  const { library, formatAgent } = controlled;
  const { creative_id, fixture } = creativeFixture.parse(params);
  const format_id = { agent_url: formatAgent, id: fixture.format_id.id };
  const creative = { creative_id, name: fixture.name ?? creative_id, format_id, assets: {} };
  library.shelve(creative, fixture.status, principal);
  return { success: true, message: `${creative_id} is in the library` };
}

const buyFixture = looseFields({
  media_buy_id: z.string().min(1),
  fixture: looseFields({
    status: z.enum(buyStatuses).default("active"),
    currency: z.string().length(3).default("USD"),
    packages: eachLoose({
      package_id: z.string().min(1),
      product_id: z.string().optional(),
      pricing_option_id: z.string().optional(),
      budget: z.number().nonnegative().default(0),
      bid_price: z.number().optional(),
    }).default([]),
  }).prefault({}),
});

/** Enters a buy that runs from now on for thirty days, or has come to its end. */
export function seedBuy(params: Payload, { book, clock }: Controlled, principal: string): Payload {
  const { media_buy_id, fixture } = buyFixture.parse(params);
  const bare = fixture.packages.find(
    ({ product_id, pricing_option_id }) => !product_id || !pricing_option_id,
  );
  if (bare !== undefined)
    return controlError(
      "UNKNOWN_SCENARIO",
      `${bare.package_id}: a package here is of a product and has its price`,
    );
  const packages = fixture.packages.map(({ product_id = "", pricing_option_id = "", ...one }, i) =>
    checkPackage(
      { ...one, product_id, pricing_option_id },
      book.listings,
      `fixture.packages[${i}]`,
      one.package_id,
    ),
  );
  const now = clock.now();
  book.enter({
    media_buy_id,
    principal,
    status: fixture.status,
    currency: fixture.currency,
    packages,
    start: now,
    end: now + 30 * dayMs,
  });
  return { success: true, message: `${media_buy_id} is in the books` };
}

const accountFixture = looseFields({
  account_id: z.string().min(1),
  fixture: looseFields({
    brand: looseFields({ domain: z.string() }).default({ domain: "test.example" }),
    operator: z.string().default("test.example"),
    status: z.string().default("active"),
  }).prefault({}),
});

export function seedAccount(params: Payload, { accounts }: Controlled, principal: string): Payload {
  const { account_id, fixture } = accountFixture.parse(params);
  const { brand, operator, status } = fixture;
  accounts.open({ account_id, brand, operator, status, billing: "operator" }, principal);
  return { success: true, message: `${account_id} is open` };
}
