import type { Offer } from "../../campaign/quote/offer.ts";

/** A sentence of the plan with offers' ids as people know them: product and seller. */
export function withProducts(text: string, offers: readonly Offer[] = []): string {
  const named = new Map(offers.map(({ id, name, sellerId }) => [id, `${name} (${sellerId})`]));
  const words = text.split(" ").map((word) => {
    const [, id = "", mark = ""] = /^(.*?)([.,;:]?)$/.exec(word) ?? [];
    const name = named.get(id);
    return name === undefined ? word : `${name}${mark}`;
  });
  return words.join(" ");
}
