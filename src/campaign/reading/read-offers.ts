import { groupBy } from "../../lib/group-by.ts";
import type { Ask } from "../../llm/model.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Journal } from "../model/state/journal.ts";
import { readProducts } from "./read-products.ts";

/** Products that a model reads for one campaign: the best that may be bought. */
const mostProducts = 20;

/**
 * Lets a model read the best products that may be bought and writes down what it made of them, once for each. It comes
 * after the ranking and changes nothing in it. Returns how many products were not read, by reason.
 */
export async function readOffers(journal: Journal, ask: Ask): Promise<ReadonlyMap<string, number>> {
  const { brief, offers = [], ranking, readings: before = [] } = journal.state();
  if (brief === undefined || ranking === undefined) return new Map();
  const known = new Set(before.map(productOf));
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const passing = ranking.rows.filter(({ gate }) => gate === "pass");
  const byProduct = groupBy(
    passing.flatMap(({ offerId }) => byId.get(offerId) ?? []),
    productOf,
  );
  const wanted = [...byProduct]
    .slice(0, mostProducts)
    .flatMap(([product, [best]]) => (best === undefined || known.has(product) ? [] : [best]));
  if (wanted.length === 0) return new Map();
  const { readings, unread } = await readProducts(brief, wanted, ask);
  if (readings.length > 0)
    await journal.record({ type: "products-read", readings }, `readings/${known.size}`);
  return unread;
}

function productOf({ sellerId, productId }: Pick<Offer, "sellerId" | "productId">): string {
  return `${sellerId}/${productId}`;
}
