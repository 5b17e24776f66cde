import { exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, formatMoney, money } from "../../lib/money.ts";
import type { Offer } from "../quote/offer.ts";
import type { RankContext } from "./criterion.ts";
import type { RankingRow } from "./ranking.ts";

/** What speaks against an offer; undefined where nothing does. Unknown is never passed silently. */
type Objection = { readonly gate: "fail" | "unknown"; readonly reason: string } | undefined;

/** Holds an offer against the hard limits. One broken limit fails it; else one that cannot be told leaves it unknown. */
export function gate(offer: Offer, context: RankContext): Pick<RankingRow, "gate" | "gateReasons"> {
  const objections = [
    seller(offer, context),
    authorised(offer),
    channel(offer, context),
    priced(offer),
    highestPrice(offer, context),
    smallestBuy(offer, context),
  ].filter((objection) => objection !== undefined);

  return {
    gate: objections.some(({ gate }) => gate === "fail")
      ? "fail"
      : objections.length > 0
        ? "unknown"
        : "pass",
    gateReasons: objections.map(({ reason }) => reason),
  };
}

function seller(offer: Offer, { brief, sellers }: RankContext): Objection {
  const found = sellers.find(({ id }) => id === offer.sellerId);
  const excluded = brief.limits.excludedSellers.some((name) => covers(name, found?.domain ?? offer.sellerId));
  if (excluded) return fail("the brief excludes its seller");
  if (found === undefined) return unknown("its seller is not among the sellers found");
  if (!found.eligible)
    return fail(`its seller is not eligible: ${found.reasons.join(" ") || "no reason given"}`);
  return undefined;
}

/** A publisher that cannot be asked is a matter for the policies; one that says no is not. */
function authorised({ authorisation }: Offer): Objection {
  return authorisation?.standing === "not-authorised"
    ? fail(`its seller is not authorised: ${authorisation.reason}`)
    : undefined;
}

/** A domain stands for its hosts too: who is excluded cannot come back under a longer name. */
function covers(excluded: string, host: string): boolean {
  const [name, full] = [excluded.toLowerCase(), host.toLowerCase()];
  return full === name || full.endsWith(`.${name}`);
}

function channel(offer: Offer, { brief }: RankContext): Objection {
  if (brief.channels.length === 0) return undefined;
  if (offer.channels.length === 0) return unknown("does not name its channels");
  if (offer.channels.some((name) => brief.channels.includes(name))) return undefined;
  return fail(`${offer.channels.join(", ")} is not among the channels asked for`);
}

function priced(offer: Offer): Objection {
  if (offer.cpm === undefined)
    return unknown(`no price for 1,000 impressions; missing: ${offer.missing.join(", ") || "price"}`);
  if (offer.auction && offer.bid === undefined) return unknown("an auction without anything to bid from");
  if (offer.bid && offer.price && offer.bid.minor < offer.price.minor)
    return fail(`the bid of ${formatMoney(offer.bid)} is under the floor of ${formatMoney(offer.price)}`);
  return undefined;
}

/** A limit met exactly is kept; the margin only takes up the binary error of a conversion there and back. */
const margin = 1 + 1e-9;

function highestPrice(offer: Offer, { brief, exchange }: RankContext): Objection {
  const limit = brief.limits.maxCpm;
  if (limit === undefined || offer.cpm === undefined) return undefined;
  const { currency } = brief.budget;
  const highest = inMinor(limit, currency, exchange);
  if (highest === undefined)
    return unknown(`no exchange rate from ${limit.currency} to hold it to the limit`);
  if (offer.cpm.high <= highest * margin) return undefined;

  const show = (minor: number) => formatMoney(money(Math.round(minor), currency));
  if (offer.cpm.low > highest * margin)
    return fail(
      offer.auction
        ? `the floor is worth ${show(offer.cpm.low)} for 1,000 impressions, over the limit of ${show(highest)}`
        : `${show(offer.cpm.low)} for 1,000 impressions is over the limit of ${show(highest)}`,
    );
  return unknown(
    `${show(offer.cpm.low)} to ${show(offer.cpm.high)} for 1,000 impressions may be over the limit of ${show(highest)}`,
  );
}

function smallestBuy(offer: Offer, { brief, exchange }: RankContext): Objection {
  if (offer.minimumSpend === undefined) return undefined;
  const least = inMinor(offer.minimumSpend, brief.budget.currency, exchange);
  if (least === undefined || least <= brief.budget.minor * margin) return undefined;
  return fail(
    `the minimum spend of ${formatMoney(offer.minimumSpend)} is more than the budget of ${formatMoney(brief.budget)}`,
  );
}

function inMinor(
  amount: { minor: number; currency: string },
  currency: string,
  exchange: RankContext["exchange"],
): number | undefined {
  const rate = exchangeRate(exchange, amount.currency, currency);
  return rate && amount.minor * rate * 10 ** (currencyDigits(currency) - currencyDigits(amount.currency));
}

function fail(reason: string): Objection {
  return { gate: "fail", reason };
}

function unknown(reason: string): Objection {
  return { gate: "unknown", reason };
}
