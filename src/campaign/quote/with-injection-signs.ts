import type { InjectionSign } from "../../protocol/clean-answer.ts";
import type { Offer } from "../model/offer.ts";
import { injectionSignsAt } from "./injection-signs-at.ts";

/** The offers, each with what the texts of its product tried. It is told to people and weighs nothing. */
export function withInjectionSigns(
  offers: readonly Offer[],
  {
    products,
    injectionSigns,
  }: {
    readonly products: readonly unknown[];
    readonly injectionSigns?: readonly InjectionSign[] | undefined;
  },
): Offer[] {
  if (injectionSigns === undefined) return [...offers];
  const byProduct = new Map<unknown, string[]>();
  products.forEach((product, i) => {
    const id =
      typeof product === "object" && product !== null && "product_id" in product && product.product_id;
    byProduct.set(id, [...(byProduct.get(id) ?? []), ...injectionSignsAt(injectionSigns, "products", i)]);
  });
  return offers.map((offer) => {
    const what = [...new Set(byProduct.get(offer.productId))];
    return what.length === 0 ? offer : { ...offer, injectionSigns: what };
  });
}
