import type { Brief, Limits } from "../../../brief/brief.ts";
import { whoseLimit } from "../../../brief/desk-limits.ts";
import { percent } from "../../../lib/english.ts";
import { type ExchangeTable, exchangeDown, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits, formatMinor, formatMoney, type Money, money } from "../../../lib/money.ts";
import { contactsPerPerson } from "../../feasibility/contacts-per-person.ts";
import type { Cell, Offer } from "../../model/offers/offer.ts";
import type { SellerLimit } from "./seller-limit.ts";

/** Share of the budget under which a package is not worth its work, unless it is all that its seller has. */
const worthwhile = 0.01;

/** From how much to how much can go to an offer, in minor units of the brief's currency. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  /** What `most` is where it is under the seller's limit: `its expected inventory`. */
  readonly cap?: string;
}

/** Prices for everything at once: such an offer is bought for exactly its price or not at all. */
export function isWhole(offer: Offer): boolean {
  return offer.whole === true;
}

/** What bounds are made from beside the offer and its seller's limit. */
interface Terms {
  readonly brief: Brief;
  readonly exchange?: ExchangeTable;
  /** The desk's own least for a package, where the brief names none. */
  readonly usualLeast?: Money;
}

/** The least and the most that can go to an offer, or why nothing can. */
export function boundsOf(offer: Offer, terms: Terms, sellerLimit: SellerLimit): Bounds | string {
  const { budget, limits } = terms.brief;
  const burst = offer.cell?.burst;
  const needed = neededFor(offer, terms);
  if (typeof needed === "string") return needed;
  const limit = Math.min(budget.minor, sellerLimit.amount.minor, burst?.most ?? budget.minor);
  if (needed.minor > limit)
    return limit === burst?.most && limit < budget.minor
      ? overBurst(needed, burst, budget)
      : overSeller(offer, needed, { ...sellerLimit, amount: money(limit, budget.currency) });
  return isWhole(offer) ? boundsOfWhole(needed, limits) : boundsOfPart(offer, terms, { needed, limit });
}

function boundsOfWhole(price: Money, limits: Limits): Bounds | string {
  const { leastPerLine: least } = limits;
  return least && price.minor < least.minor
    ? `its price of ${formatMoney(price)} is under ${formatMoney(least)}, ${whoseLimit(limits, "leastPerLine")} least for a line`
    : { least: price.minor, most: price.minor };
}

function boundsOfPart(
  offer: Offer,
  { brief, usualLeast }: Terms,
  { needed, limit }: { readonly needed: Money; readonly limit: number },
): Bounds | string {
  const { budget, limits } = brief;
  const burst = offer.cell?.burst;
  const useful = usefulOf(offer, brief);
  // What fits into a burst to the cent fits.
  const [rounded, own] = burst
    ? [Math.ceil(useful.amount - 1e-6), Math.floor(burst.most * worthwhile)]
    : [Math.floor(useful.amount + 1e-6), Math.ceil(budget.minor * worthwhile)];
  const most = Math.min(limit, rounded);
  const { minor: wanted = Math.min(own, most) } = limits.leastPerLine ?? usualLeast ?? {};
  const least = Math.max(needed.minor, wanted, 1);
  if (most >= least) return { least, most, ...(useful.amount < limit && { cap: useful.cap }) };
  const whose = limits.leastPerLine ? whoseLimit(limits, "leastPerLine") : "this desk's";
  const [worth, asked] = [most, least].map((minor) => formatMinor(minor, budget.currency));
  const under =
    needed.minor < least ? `${asked}, ${whose} least for a line` : `its smallest package of ${asked}`;
  return `all that can be bought of it${useful.suffix}, ${worth}, is under ${under}`;
}

/** What its seller takes at least, in the brief's currency, or why that is not known. */
function neededFor(offer: Offer, { brief, exchange }: Terms): Money | string {
  const { price, minimumSpend } = offer;
  const { currency } = brief.budget;
  if (isWhole(offer) && minimumSpend && price && price.minor < minimumSpend.minor)
    return `its price of ${formatMoney(price)} is under its own minimum spend of ${formatMoney(minimumSpend)}`;
  // Even without a minimum the seller must get something: one minor unit of its currency.
  const wanted = isWhole(offer) ? price : (minimumSpend ?? money(1, offer.currency));
  const needed = wanted && amountFor(wanted, currency, exchange);
  return needed ?? `there is no exchange rate from ${currency} to ${offer.currency}`;
}

/** `10 % of the budget, the share of the burst 2027-01-01 to 2027-01-10` */
function burstShareWords({ share, start, end }: Omit<NonNullable<Cell["burst"]>, "most">): string {
  return `${percent(share)} of the budget, the share of the burst ${start} to ${end}`;
}

function overSeller(offer: Offer, needed: Money, { amount, text }: SellerLimit): string {
  const what = isWhole(offer) ? "price" : "minimum spend";
  return `its ${what} of ${formatMoney(needed)} is over ${formatMoney(amount)}, the most that its seller may get (${text})`;
}

function overBurst(needed: Money, burst: NonNullable<Cell["burst"]>, budget: Money): string {
  const enough = Math.ceil((needed.minor / budget.minor) * 1000) / 10;
  const line = enough <= 100 ? `; share: ${enough}% of this burst in the brief's flights buys it` : "";
  const [least, most] = [needed, money(burst.most, budget.currency)].map(formatMoney);
  return `its minimum spend of ${least} is over ${most}, ${burstShareWords(burst)}${line}`;
}

/**
 * What an offer has to sell that is of use, in minor units of the brief's currency; unbounded without a forecast. Where the
 * brief says how often a person is to see it, more contacts than that with the people it reaches are of none.
 */
function usefulOf(offer: Offer, brief: Brief): { amount: number; cap: string; suffix: string } {
  const { impressions, cpm, reach, isReachUsual } = offer;
  const { frequency } = brief;
  const amount = costOfUnits(offer) ?? largestBudget(offer) ?? costOf(impressions?.mid, cpm);
  const inventory = { amount, cap: "its expected inventory", suffix: "" };
  if (frequency === undefined || reach === undefined || isReachUsual) return inventory;
  const people = reach.mid / ((brief.universe && offer.inGroup?.mid) || 1);
  const contacts = costOf(people * contactsPerPerson(frequency, brief), cpm);
  if (contacts >= amount) return inventory;
  const often = `a frequency of ${frequency.times} per ${frequency.per}`;
  return { amount: contacts, cap: `all that is useful at ${often}`, suffix: ` at ${often}` };
}

/** What all that it charges for costs, where its seller forecasts how many there are. */
function costOfUnits({ perUnit }: Offer): number | undefined {
  return perUnit?.available && Math.ceil(perUnit.available.mid * perUnit.cost.mid - 1e-6);
}

function largestBudget({ response, brings = {} }: Offer): number | undefined {
  const budgets = [response, ...Object.values(brings)].flatMap((points) => points?.at(-1)?.amount ?? []);
  return budgets.length > 0 ? Math.max(...budgets) : undefined;
}

function costOf(impressions: number | undefined, cpm: Offer["cpm"]): number {
  if (impressions === undefined || cpm === undefined) return Number.POSITIVE_INFINITY;
  return (impressions * cpm.mid) / 1000;
}

/**
 * The smallest amount of `currency` that is worth `target` after rounding down: the way back of `exchangeDown`.
 * Undefined where the table does not hold both currencies.
 */
export function amountFor(target: Money, currency: string, table: ExchangeTable | undefined) {
  if (target.currency === currency) return target;
  const rate = exchangeRate(table, target.currency, currency);
  if (rate === undefined) return undefined;
  const scale = 10 ** (currencyDigits(currency) - currencyDigits(target.currency));
  const estimate = Math.floor(target.minor * rate * scale);
  // Binary error moves the answer by a unit at most for amounts of money that exist; the bound only ends the search.
  for (let minor = Math.max(0, estimate - 1); minor <= estimate + 3; minor += 1) {
    if (!Number.isSafeInteger(minor)) return undefined;
    const amount = money(minor, currency);
    const worth = exchangeDown(amount, target.currency, table);
    if (worth !== undefined && worth.minor >= target.minor) return amount;
  }
  return undefined;
}
