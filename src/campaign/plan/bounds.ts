import type { ExchangeTable } from "../../lib/exchange.ts";
import { formatMoney, money } from "../../lib/money.ts";
import type { Brief } from "../brief/brief.ts";
import type { Offer } from "../quote/offer.ts";
import { amountFor } from "./amount-for.ts";
import type { SellerLimit } from "./seller-limit.ts";

/** Share of the budget under which a package is not worth its work. */
const smallestShare = 0.01;

/** Prices for everything at once: such an offer is bought for exactly its price or not at all. */
export function isWhole(offer: Offer): boolean {
  return offer.whole === true;
}

/** The least and the most that can go to an offer, or why nothing can. */
export function boundsOf(
  offer: Offer,
  { budget }: Brief,
  sellerLimit: SellerLimit,
  exchange: ExchangeTable | undefined,
): { least: number; most: number } | string {
  const { currency } = budget;
  if (isWhole(offer) && offer.minimumSpend && offer.price && offer.price.minor < offer.minimumSpend.minor)
    return `its price of ${formatMoney(offer.price)} is under its own minimum spend of ${formatMoney(offer.minimumSpend)}`;
  // Even without a minimum the seller must get something: one minor unit of its currency.
  const asked = isWhole(offer) ? offer.price : (offer.minimumSpend ?? money(1, offer.currency));
  const needed = asked && amountFor(asked, currency, exchange);
  if (needed === undefined) return `there is no exchange rate from ${currency} to ${offer.currency}`;

  const limit = Math.min(budget.minor, sellerLimit.amount.minor);
  if (needed.minor > limit) {
    const what = isWhole(offer) ? "price" : "minimum spend";
    return `its ${what} of ${formatMoney(needed)} is over ${formatMoney(money(limit, currency))}, the most that its seller may get (${sellerLimit.text})`;
  }
  if (isWhole(offer)) return { least: needed.minor, most: needed.minor };

  const least = Math.max(needed.minor, Math.ceil(budget.minor * smallestShare), 1);
  const inventory = inventoryOf(offer);
  const most = Math.min(limit, inventory);
  if (most < least) {
    const worth = formatMoney(money(Math.min(inventory, limit), currency));
    return `all that can be bought of it, ${worth}, is under its smallest package of ${formatMoney(money(least, currency))}`;
  }
  return { least, most };
}

/** What the expected impressions cost, in minor units of the brief's currency; unbounded without a forecast. */
function inventoryOf({ impressions, cpm }: Offer): number {
  if (impressions === undefined || cpm === undefined) return Number.POSITIVE_INFINITY;
  return Math.floor((impressions.mid * cpm.mid) / 1000);
}
