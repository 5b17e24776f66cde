import type { InjectionSign } from "../../protocol/messages/clean-answer.ts";
import type { Offer } from "../model/offers/offer.ts";

/** The offers, each with what the texts of its product tried. It is shown to people and weighs nothing. */
export function withInjectionSigns(
  offers: readonly Offer[],
  answer: { readonly products: readonly unknown[]; readonly injectionSigns?: readonly InjectionSign[] },
): Offer[] {
  const { products, injectionSigns } = answer;
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

/** What the texts of one item of an answer's list tried on their reader, in our words; `list` is its field: "products". */
export function injectionSignsAt(
  injectionSigns: readonly InjectionSign[] | undefined,
  list: string,
  item: number,
): string[] {
  const found = (injectionSigns ?? []).filter(({ path }) => path[0] === list && path[1] === item);
  return [...new Set(found.flatMap(({ what }) => what))].sort();
}
