import { canonicalJson } from "../../lib/canonical-json.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Offer } from "../model/offers/offer.ts";

/** An offer with its points of score. */
interface Scored {
  readonly offer: Offer;
  readonly row: { readonly score: number };
}

/**
 * Offers in an order that rests on what they are alone: sellers by all that they offer, their products likewise, and pricing
 * options. Names only order those that are alike in all of that, and may stand for each other.
 */
export function inOrderOfFacts<Item extends Scored>(items: readonly Item[]): Item[] {
  const named = items
    .map((item) => ({ facts: factsOf(item), name: item.offer.id, items: [item] }))
    .sort(byFacts);
  const products = joined(named, productKey, "\n");
  return joined(products, sellerKey, "\n\n").flatMap((seller) => seller.items);
}

/** A seller's product, whatever it is bought as. */
export function productKey({ sellerId, productId }: Pick<Offer, "sellerId" | "productId">): string {
  return `${sellerId}/${productId}`;
}

/** Whom an offer counts for: the one seller behind all of its names. */
export function sellerKey({ sellerId, groupId = sellerId }: Pick<Offer, "sellerId" | "groupId">): string {
  return groupId;
}

interface Named<Item> {
  readonly facts: string;
  readonly name: string;
  readonly items: readonly Item[];
}

/** What belongs together as one, each in its order, all by the facts of what they hold. */
function joined<Item extends Scored>(
  parts: readonly Named<Item>[],
  keyOf: (offer: Offer) => string,
  between: string,
): Named<Item>[] {
  const groups = groupBy(parts, ({ items: [first] }) => (first === undefined ? "" : keyOf(first.offer)));
  return [...groups]
    .map(([name, group]) => ({
      facts: group.map(({ facts }) => facts).join(between),
      name,
      items: group.flatMap(({ items }) => items),
    }))
    .sort(byFacts);
}

function byFacts(one: Named<unknown>, other: Named<unknown>): number {
  return compared(one.facts, other.facts) || compared(one.name, other.name);
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Neither what it is called nor what its seller says of it in words. */
function factsOf({ offer, row: { score } }: Scored): string {
  const {
    id: _id,
    sellerId: _sellerId,
    groupId: _groupId,
    productId: _productId,
    pricingOptionId: _pricingOptionId,
    name: _name,
    description: _description,
    assumptions: _assumptions,
    missing: _missing,
    fees: _fees,
    injectionSigns: _injectionSigns,
    authorisation,
    cell,
    formats,
    ...facts
  } = offer;
  return canonicalJson({
    ...facts,
    score,
    ...(cell && { cell: [cell.place ?? "", cell.burst?.start ?? ""] }),
    formats: formats.map(({ id }) => id).sort(),
    standing: authorisation?.standing,
  });
}
