import { mayBeAnyChannel } from "../../brief/brief.ts";
import { inMinor } from "../../lib/exchange.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import type { Offer } from "../model/offers/offer.ts";
import { isPricedFor } from "../model/offers/own-units.ts";
import type { RankingRow } from "../model/offers/ranking.ts";
import { isMeant, onlySellers } from "../model/sellers/named-sellers.ts";
import { unheldFor } from "../targeting/constraints.ts";
import type { RankContext } from "./criterion.ts";

/** An objection to an offer; undefined where there is none. Unknown is never passed silently. */
interface Objection {
  readonly gate: "fail" | "unknown";
  readonly reason: string;
  /** A lower price would take it away. */
  readonly isPrice?: true;
}
type Check = (offer: Offer) => Objection | undefined;

export interface Gated extends Pick<RankingRow, "gate" | "gateReasons"> {
  /** The price is the only objection. */
  readonly onlyPrice: boolean;
}

const passed: Gated = { gate: "pass", gateReasons: [], onlyPrice: false };

/** Checks offers against a brief's hard limits. One broken limit fails an offer; else one that is not known leaves it unknown. */
export function gateFor(context: RankContext): (offer: Offer) => Gated {
  const checks: readonly Check[] = [
    sellerCheck(context),
    authorised,
    channelCheck(context),
    placeCheck(context),
    pricedCheck(context),
    highestPriceCheck(context),
    smallestBuyCheck(context),
  ];
  return (offer) => {
    let objections: Objection[] | undefined;
    for (const check of checks) {
      const objection = check(offer);
      if (objection === undefined) continue;
      objections ??= [];
      objections.push(objection);
    }
    if (objections === undefined) return passed;
    return {
      gate: objections.some(({ gate }) => gate === "fail") ? "fail" : "unknown",
      gateReasons: objections.map(({ reason }) => reason),
      onlyPrice: objections.every(({ isPrice }) => isPrice === true),
    };
  };
}

function sellerCheck({ brief, sellers }: RankContext): Check {
  const byId = new Map(sellers.map((seller) => [seller.id, seller]));
  const only = onlySellers(brief, sellers);
  const objectionTo = (sellerId: string): Objection | undefined => {
    const found = byId.get(sellerId);
    const called = found ?? { id: sellerId, domain: sellerId };
    if (brief.limits.excludedSellers.some((written) => isMeant(called, written)))
      return fail("the brief excludes its seller");
    if (found === undefined) return unknown("its seller is not among the sellers found");
    if (only?.has(found.groupId ?? found.id) === false)
      return fail("its seller is not among those that the brief buys from");
    if (!found.eligible)
      return fail(`its seller is not eligible: ${found.reasons.join(" ") || "no reason given"}`);
    if (found.unbuyable !== undefined) return fail(`its seller ${found.unbuyable}`);
    return undefined;
  };
  const bySeller = new Map<string, Objection | undefined>();
  return ({ sellerId }) => {
    if (!bySeller.has(sellerId)) bySeller.set(sellerId, objectionTo(sellerId));
    return bySeller.get(sellerId);
  };
}

/** A publisher that cannot be asked is a matter for the policies; one that says no is not. */
function authorised({ authorisation }: Offer): Objection | undefined {
  return authorisation?.standing === "not-authorised"
    ? fail(`its seller is not authorised: ${authorisation.reason}`)
    : undefined;
}

function channelCheck({ brief }: RankContext): Check {
  const isAny = mayBeAnyChannel(brief);
  return ({ channels }) => {
    const ruledOut = brief.limits.excludedChannels?.find((name) => channels.includes(name));
    if (ruledOut !== undefined) return fail(`also runs on ${ruledOut}, which the brief rules out`);
    if (isAny) return undefined;
    if (channels.length === 0) return unknown("does not name its channels");
    if (channels.some((name) => brief.channels.includes(name))) return undefined;
    return fail(`${channels.join(", ")} is not among the channels asked for`);
  };
}

/** Where it does not run, or what the brief insists on and neither the product nor its order holds. */
function placeCheck({ brief }: RankContext): Check {
  const unheldOf = unheldFor(brief);
  return (offer) => {
    const { countries } = offer;
    const isElsewhere =
      brief.countries.length > 0 && countries?.some((code) => brief.countries.includes(code)) === false;
    if (isElsewhere) return fail(`does not deliver in ${brief.countries.join(", ")}`);
    const unheld = unheldOf(offer);
    return unheld.length === 0 ? undefined : fail(unheld.map(({ reason }) => reason).join("; "));
  };
}

function pricedCheck(context: RankContext): Check {
  const isLimited = highestCpm(context) !== undefined;
  return (offer) => {
    const isPriced = isLimited ? offer.cpm !== undefined : isPricedFor(offer, context.brief);
    return isPriced
      ? biddable(offer)
      : { ...unknown(`no CPM; missing: ${offer.missing.join(", ") || "price"}`), isPrice: true };
  };
}

function biddable(offer: Offer): Objection | undefined {
  if (offer.auction && offer.bid === undefined) return unknown("an auction without anything to bid from");
  if (offer.bid && offer.price && offer.bid.minor < offer.price.minor)
    return fail(`the bid of ${formatPrice(offer.bid)} is under the floor of ${formatPrice(offer.price)}`);
  return undefined;
}

/** A limit met exactly is kept; the margin only takes up the binary error of a conversion there and back. */
const margin = 1 + 1e-9;

function highestPriceCheck(context: RankContext): Check {
  const { currency } = context.brief.budget;
  const limit = highestCpm(context);
  if (limit === undefined) return () => undefined;
  if (typeof limit === "string") return ({ cpm }) => (cpm === undefined ? undefined : unknown(limit));
  const show = (minor: number) => formatMinor(minor, currency);
  return ({ cpm, auction }) => {
    if (cpm === undefined || cpm.high <= limit * margin) return undefined;
    if (cpm.low <= limit * margin)
      return {
        ...unknown(`${show(cpm.low)} to ${show(cpm.high)} CPM may be over the limit of ${show(limit)}`),
        isPrice: true,
      };
    const over = auction
      ? `the floor is worth ${show(cpm.low)} CPM, over the limit of ${show(limit)}`
      : `${show(cpm.low)} CPM is over the limit of ${show(limit)}`;
    return { ...fail(over), isPrice: true };
  };
}

/** The hard limit in minor units of the budget's currency, or why it is not known; undefined where there is none. */
export function highestCpm({ brief, exchange }: RankContext): number | string | undefined {
  const { maxCpm } = brief.limits;
  if (maxCpm === undefined || brief.soft?.includes("limits.max_cpm") === true) return undefined;
  return (
    inMinor(maxCpm, brief.budget.currency, exchange) ??
    `no exchange rate from ${maxCpm.currency} to hold it to the limit`
  );
}

function smallestBuyCheck({ brief, exchange }: RankContext): Check {
  return ({ minimumSpend }) => {
    if (minimumSpend === undefined) return undefined;
    const least = inMinor(minimumSpend, brief.budget.currency, exchange);
    if (least === undefined || least <= brief.budget.minor * margin) return undefined;
    return fail(
      `the minimum spend of ${formatMoney(minimumSpend)} is more than the budget of ${formatMoney(brief.budget)}`,
    );
  };
}

function fail(reason: string): Objection {
  return { gate: "fail", reason };
}

function unknown(reason: string): Objection {
  return { gate: "unknown", reason };
}
