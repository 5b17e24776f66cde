import type { Tried } from "../../protocol/clean-answer.ts";
import type { Offer } from "../model/offer.ts";
import { triedAt } from "./tried-at.ts";

/** The offers, each with what the texts of its product tried. It is told to people and weighs nothing. */
export function offersTried(
  offers: readonly Offer[],
  {
    products,
    tried,
  }: { readonly products: readonly unknown[]; readonly tried?: readonly Tried[] | undefined },
): Offer[] {
  if (tried === undefined) return [...offers];
  const byProduct = new Map<unknown, string[]>();
  products.forEach((product, i) => {
    const id =
      typeof product === "object" && product !== null && "product_id" in product && product.product_id;
    byProduct.set(id, [...(byProduct.get(id) ?? []), ...triedAt(tried, "products", i)]);
  });
  return offers.map((offer) => {
    const what = [...new Set(byProduct.get(offer.productId))];
    return what.length === 0 ? offer : { ...offer, tried: what };
  });
}
