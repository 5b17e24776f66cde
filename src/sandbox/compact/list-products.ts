import { listProducts } from "../../protocol/dialects/adcp/compact/list-products.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { findProducts } from "../find-products.ts";
import { type Listing, type SellerProfile, targetingOf } from "../inventory/listing.ts";
import type { Payload } from "../payload.ts";
import { invalid, Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";
import { canonicalProduct } from "./canonical-product.ts";
import type { ProductFeed } from "./feed.ts";

type Request = RequestOf<"list_products">;

export interface ListOptions {
  readonly profile: SellerProfile;
  readonly formatAgent: string;
  readonly feed: ProductFeed;
}

/** `list_products`: what meets the criteria, a page of it, with the fields that were asked for. */
export function listTool(options: ListOptions): Tool {
  return tool(tasks.list_products, (request, { authenticated }): ResponseOf<"list_products"> => {
    const { feed_version, pricing_version } = options.feed.versions();
    const cache_scope = authenticated ? "account" : "public";
    const { if_feed_version: known, if_pricing_version: priced = pricing_version } = request;
    if (known === feed_version && priced === pricing_version)
      return { outcome: "unchanged", feed_version, cache_scope };
    const found = wanted(request, options, authenticated);
    const { page, next_cursor } = pageOf(found, request, feed_version);
    return {
      outcome: "listed",
      products: page.map((one) => projected(one, request.fields)),
      ...(next_cursor !== undefined && { next_cursor }),
      feed_version,
      pricing_version,
      cache_scope,
    };
  });
}

/** Products that meet the filters and take the targeting exactly; what cannot is left out. */
function wanted(request: Request, options: ListOptions, authenticated: boolean): Payload[] {
  const { profile, formatAgent } = options;
  const inside = listProducts.request.read({ ...request }, { release: "3.2", request: {} });
  const { product_ids: ids, targeting_overlay: overlay = {} } = request.criteria ?? {};
  return findProducts(tasks.get_products.request.parse(inside), { profile, formatAgent, authenticated })
    .filter(({ product_id }) => ids?.includes(product_id) ?? true)
    .filter(({ product_id }) => {
      const listing = profile.listings.find((one) => one.product_id === product_id);
      return listing !== undefined && takesExactly(listing, overlay, profile);
    })
    .map((product) => canonicalProduct(product));
}

/** Whether a product can be kept to a targeting, or runs there by itself. */
function takesExactly(listing: Listing, overlay: Payload, profile: SellerProfile): boolean {
  const offered = targetingOf(profile, listing);
  return Object.entries(overlay).every(([dimension, value]) => {
    if (offered[dimension] !== undefined && offered[dimension] !== false) return true;
    return (
      dimension === "geo_countries" &&
      Array.isArray(value) &&
      listing.countries.every((country) => value.includes(country))
    );
  });
}

const usualPage = 25;

/** A cursor is of one version of the feed: no page is of another one than the first. */
function pageOf(products: readonly Payload[], { cursor, max_results = usualPage }: Request, feed: string) {
  const [version = feed, begin = "0"] = cursor?.split(" ") ?? [];
  const from = Number(begin);
  if (version !== feed)
    throw new Refusal("CURSOR_EXPIRED", "the feed has changed since its first page", "cursor");
  if (!Number.isInteger(from) || from < 0 || from > products.length)
    throw invalid("no page begins there", "cursor");
  const end = from + max_results;
  return {
    page: products.slice(from, end),
    next_cursor: end < products.length ? `${feed} ${end}` : undefined,
  };
}

/** Id and name come always. */
function projected(product: Payload, fields: readonly string[] = []): Payload {
  const kept = new Set(["product_id", "name", ...fields]);
  return Object.fromEntries(Object.entries(product).filter(([field]) => kept.has(field)));
}
