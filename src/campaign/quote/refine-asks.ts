import type { Brief } from "../../brief/brief.ts";
import { type ExchangeTable, inMinor } from "../../lib/exchange.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import type { Offer, RefinementRequest } from "../model/offers/offer.ts";
import type { Seller } from "../model/sellers/seller.ts";

export type RefineAsks = NonNullable<RequestOf<"get_products">["refine"]>;

/** Offers within the brief with which a seller needs no asking for more. */
const enough = 3;
/** Products whose price is asked about at once, the least over the limit first. */
const mostPrices = 3;

/** Products that are asked at once for a forecast that has not expired. */
const mostForecasts = 20;

interface Shown {
  readonly offers: readonly Offer[];
  readonly exchange?: ExchangeTable;
  readonly wishes?: readonly RefinementRequest[];
}

/**
 * What a second round would ask of a seller that has answered: what somebody asks of it, channels that it sells and showed
 * nothing on, a lower price, more like its best. Our own template over the brief's fields; of the seller's words only its product
 * ids go back, and only to itself. Empty where asking cannot help.
 */
export function refineAsks(brief: Brief, seller: Seller, known: Shown): RefineAsks {
  const { offers, exchange, wishes = [] } = known;
  const gaps = brief.channels.filter(
    (channel) =>
      seller.channels.includes(channel) && !offers.some(({ channels }) => channels.includes(channel)),
  );
  const wanted = offers.filter(
    ({ cpm, channels }) => cpm !== undefined && channels.some((channel) => brief.channels.includes(channel)),
  );
  const { maxCpm } = brief.limits;
  const limit = (maxCpm && inMinor(maxCpm, brief.budget.currency, exchange)) ?? Number.POSITIVE_INFINITY;
  const within = wanted.filter((offer) => midOf(offer) <= limit).sort(byPrice);
  const over = wanted.filter((offer) => midOf(offer) > limit).sort(byPrice);
  const requested = wishes.map((request) => askOf(request, brief));
  const asks: RefineAsks = gaps.map((channel) => ({ scope: "request", ask: `Products on ${channel}.` }));
  const expired = new Map(
    offers.flatMap(({ productId, expired }) => (expired === undefined ? [] : [[productId, expired]])),
  );
  for (const [product_id, day] of [...expired].slice(0, mostForecasts))
    asks.push(askAbout(product_id, `A current forecast: this one was valid until ${day}.`));
  const dear = new Set(over.map(({ productId }) => productId));
  for (const { productId } of within) dear.delete(productId);
  if (maxCpm !== undefined)
    // What we would pay at most is ours to know.
    for (const product_id of [...dear].slice(0, mostPrices))
      asks.push(askAbout(product_id, "A lower price: this one is over our limit."));
  const [best] = within;
  if (requested.length > 0) return [...requested, ...asks];
  if (asks.length === 0 && best !== undefined && within.length < enough)
    asks.push({ scope: "product", product_id: best.productId, action: "more_like_this" });
  return asks;
}

function askOf(
  { productId, for: wanted, words }: RefinementRequest,
  { channels }: Brief,
): RefineAsks[number] {
  const also = words === undefined ? "" : ` ${words}`;
  const more = wanted === "a lower price" ? "Lower prices." : `More products on ${channels.join(", ")}.`;
  if (productId === undefined) return { scope: "request", ask: `${more}${also}` };
  if (wanted === "a lower price") return askAbout(productId, `A lower price.${also}`);
  return { scope: "product", product_id: productId, action: "more_like_this", ask: words };
}

function askAbout(product_id: string, ask: string): RefineAsks[number] {
  return { scope: "product", product_id, action: "include", ask };
}

function byPrice(a: Offer, b: Offer): number {
  return midOf(a) - midOf(b);
}

function midOf({ cpm }: Offer): number {
  return cpm?.mid ?? Number.POSITIVE_INFINITY;
}
