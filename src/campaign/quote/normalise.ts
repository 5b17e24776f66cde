import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { PricingOption, Product } from "../../protocol/records/product.ts";
import type { Offer } from "../model/offers/offer.ts";
import { partsKept } from "../model/people/universe.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { normaliseOffer } from "./normalise-offer.ts";

/** A seller's products as offers on the brief's scale, one per pricing option, and how many products show no price at all. */
export function normaliseProducts({
  seller,
  products,
  brief,
  exchange,
}: {
  seller: Seller;
  products: readonly Product[];
  brief: Brief;
  exchange?: ExchangeTable;
}): { offers: Offer[]; unpriced: number } {
  const keptOf = partsKept(brief);
  const offers = products.flatMap((product) =>
    product.pricing_options.map((option) =>
      normaliseOffer({ seller, product, option, brief, keptOf, exchange }),
    ),
  );
  const unpriced = products.filter((product) => !product.pricing_options.some(showsPrice)).length;
  return { offers: withoutAmbiguity(offers), unpriced };
}

function showsPrice(option: PricingOption): boolean {
  const { fixed_price, price, floor, floor_price, price_guidance } = option;
  return [fixed_price, price, floor, floor_price, price_guidance].some((amount) => amount !== undefined);
}

/** An id that a seller uses twice does not say what would be bought: one offer is kept to show, without its price. */
function withoutAmbiguity(offers: readonly Offer[]): Offer[] {
  const byId = new Map<string, Offer>();
  for (const offer of offers) {
    const twin = byId.get(offer.id);
    byId.set(offer.id, twin === undefined ? offer : withoutPrice(twin));
  }
  return [...byId.values()];
}

function withoutPrice({ price: _price, bid: _bid, cpm: _cpm, ...offer }: Offer): Offer {
  const reason = "an id of its own: the seller uses this one for several pricing options";
  return { ...offer, missing: [...new Set([...offer.missing, reason])] };
}
