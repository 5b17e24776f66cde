import { digest } from "../../lib/digest.ts";
import type { Listing } from "../inventory/listing.ts";
import { Refusal } from "../refusal.ts";

/** Versions of what a seller publishes, as they stand: another catalogue or other prices have others. */
export interface Versions {
  readonly feed_version: string;
  readonly pricing_version: string;
}

/**
 * A seller's published offers. `listings` are what its searches go through; `stock` has its books sell one at its present
 * price.
 */
export function productFeed(listings: Listing[], stock: (listing: Listing) => void) {
  let editions = 0;

  function versions(): Versions {
    const published = listings.map(({ pricing: _pricing, lowest: _lowest, ...rest }) => rest);
    const prices = listings.map(({ product_id, pricing, lowest }) => [product_id, pricing, lowest ?? null]);
    return {
      feed_version: `feed-${digest([editions, published]).slice(0, 12)}`,
      pricing_version: `prices-${digest(prices).slice(0, 12)}`,
    };
  }

  /** Publishes anew, at all prices times `factor`: with 1 the feed alone is another. */
  function publish(factor: number): void {
    editions += 1;
    const times = (amount: number | undefined) =>
      amount === undefined ? undefined : Math.round(amount * factor * 100) / 100;
    listings.forEach((listing, i) => {
      const pricing = listing.pricing.map((option) => ({
        ...option,
        ...(option.fixed_price !== undefined && { fixed_price: times(option.fixed_price) }),
        ...(option.floor !== undefined && { floor: times(option.floor) }),
      }));
      listings[i] = { ...listing, pricing };
      stock(listings[i]);
    });
  }

  /** Refuses an order of another version than the present one. */
  function check(named: { readonly feed_version: string; readonly pricing_version?: string | undefined }) {
    const now = versions();
    for (const field of ["feed_version", "pricing_version"] as const)
      if (named[field] !== now[field])
        throw new Refusal("CONFLICT", `${field} is not the present one: list the products anew`, field);
  }

  return { versions, publish, check };
}
export type ProductFeed = ReturnType<typeof productFeed>;
