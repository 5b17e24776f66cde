import type { Product } from "../../protocol/records/product.ts";
import type { PublisherProperties } from "../../protocol/well-known/adagents.ts";
import type { Authorisation, Authorise } from "../model/authorisation.ts";
import type { Offer } from "../model/offer.ts";
import type { Seller } from "../model/seller.ts";

/** The offers with what the publishers of each product say of the seller; a product that names none has the seller's. */
export async function authoriseOffers(
  offers: readonly Offer[],
  {
    seller,
    products,
    authorise,
  }: { readonly seller: Seller; readonly products: readonly Product[]; readonly authorise: Authorise },
): Promise<Offer[]> {
  const ids = [...new Set(offers.map(({ productId }) => productId))];
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Authorisation | undefined]> => {
      // An id used twice is held to the publishers of both.
      const claims = products.filter(({ product_id }) => product_id === id).flatMap(claimsOf);
      return [id, claims.length === 0 ? seller.authorisation : await authorise(seller.agentUrl, claims)];
    }),
  );
  const byProduct = new Map(found);
  return offers.map((offer) => {
    const authorisation = byProduct.get(offer.productId);
    return authorisation === undefined ? offer : { ...offer, authorisation };
  });
}

function claimsOf({ publisher_properties = [] }: Product): PublisherProperties[] {
  return publisher_properties.map(({ publisher_domain, property_ids, property_tags }) => ({
    domain: publisher_domain.toLowerCase(),
    propertyIds: property_ids,
    propertyTags: property_tags,
  }));
}
