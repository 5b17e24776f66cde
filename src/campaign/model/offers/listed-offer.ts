import { digest } from "../../../lib/digest.ts";
import type { PricingOption, Product } from "../../../protocol/records/product.ts";

/** Where an offer stands in a list that its seller versions: an order names both versions, and an older one is refused. */
export interface Listed {
  readonly feedVersion: string;
  readonly pricingVersion?: string;
  /** Digest of the price and of the terms that it is sold on: the same in a later version is the same offer. */
  readonly terms: string;
}

/** The version of an offer; undefined where its seller has none. */
export function listedAs(product: Product, option: PricingOption): Listed | undefined {
  const { feed_version: feedVersion, pricing_version: pricingVersion } = product;
  if (feedVersion === undefined) return undefined;
  const { measurement_terms, performance_standards, delivery_type } = product;
  return {
    feedVersion,
    ...(pricingVersion !== undefined && { pricingVersion }),
    terms: digest([option, delivery_type ?? null, measurement_terms ?? null, performance_standards ?? null]),
  };
}

/** The versions as an order names them; undefined where there are none, or the offers are of several. */
export function versionsOf(
  offers: readonly { readonly listed?: Listed | undefined }[],
): { readonly feed_version: string; readonly pricing_version?: string } | undefined {
  const [first, ...others] = offers.map(({ listed }) => listed);
  const isOne = others.every(
    (one) => one?.feedVersion === first?.feedVersion && one?.pricingVersion === first?.pricingVersion,
  );
  if (first === undefined || !isOne) return undefined;
  const { feedVersion, pricingVersion } = first;
  return {
    feed_version: feedVersion,
    ...(pricingVersion !== undefined && { pricing_version: pricingVersion }),
  };
}
