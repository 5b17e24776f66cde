import type { Brief } from "../../brief/brief.ts";
import { groupBy } from "../../lib/group-by.ts";
import { bundleWords, isLapsed } from "../model/offers/bundle.ts";
import { daysOfAll, daysOn, spansOn } from "../model/offers/flights.ts";
import { lineIdOf, type Offer, offeredId } from "../model/offers/offer.ts";
import { isPricedFor } from "../model/offers/own-units.ts";
import { betterOption } from "../model/offers/plan.ts";
import type { RankingRow } from "../model/offers/ranking.ts";
import type { Aim, Candidate } from "./allocator.ts";
import { type Curves, curvesFor } from "./curves.ts";
import { type Goal, goalOf } from "./goal.ts";
import { aimsFor } from "./limits/aims.ts";
import { type Bounds, boundsOf, isWhole } from "./limits/bounds.ts";
import { ceilingsOf } from "./limits/policy-ceilings.ts";
import { limitPerSeller, type SellerLimit } from "./limits/seller-limit.ts";
import { amountsIn, type Market } from "./market.ts";
import { inOrderOfFacts, productKey, sellerKey } from "./order.ts";
import { offerWorth } from "./worth.ts";

/** What may be bought and for how much, and what may not and why. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** What each candidate is made of, in the same order. */
  readonly offers: readonly Offer[];
  readonly leftOut: ReadonlyMap<string, string>;
  readonly sellerLimit: SellerLimit;
  readonly hostLimit: SellerLimit;
  /** Whether its seller has a share of its own, and a host's sellers have `hostLimit` together. */
  readonly isApart: (offer: Offer) => boolean;
  readonly goal: Goal;
  readonly curves: Curves;
  readonly aims: readonly Aim[];
}

/** Points of score, of 100, under which nothing is bought whatever it brings. */
const floor = 5;

export function findCandidates(market: Market): Candidates {
  const {
    brief,
    offers,
    ranking,
    exchange,
    policies = [],
    forbids,
    kept,
    loosened,
    aims,
    hosted,
    gone,
    now,
    picked,
  } = market;
  const ranked = new Map(ranking.rows.map((row) => [row.offerId, row]));
  const rowOf = (offer: Offer) => ranked.get(offeredId(offer));
  const ordered = amountsIn(kept, market);
  const orderedOffers = offers.filter(({ id }) => ordered.has(id));
  const orderedProducts = new Set(orderedOffers.map(lineIdOf));
  const inBundles = new Set(orderedOffers.filter(({ purchase }) => purchase !== undefined).map(productKey));
  const bundledOrSingly = new Set(orderedOffers.map(productKey));
  const closed = (offer: Offer) => {
    if (gone?.has(sellerKey(offer))) return "an order at its seller came to nothing";
    const isOrdered =
      orderedProducts.has(lineIdOf(offer)) ||
      (offer.purchase === undefined ? inBundles : bundledOrSingly).has(productKey(offer));
    return isOrdered ? "its product is ordered already" : lapsed(offer, now);
  };
  const unfit = (offer: Offer) => rankedOut(rowOf(offer)) ?? notSold(offer, brief);
  const objectionTo = (offer: Offer) =>
    ordered.has(offer.id) ? unfit(offer) : (closed(offer) ?? unfit(offer) ?? forbids?.(offer));
  const leftOut = new Map<string, string>();
  const passing: { offer: Offer; row: RankingRow }[] = [];
  for (const offer of offers) {
    const row = rowOf(offer);
    const objection = objectionTo(offer);
    if (objection !== undefined) leftOut.set(offer.id, objection);
    else if (row !== undefined) passing.push({ offer, row });
  }
  const buyable = inOrderOfFacts(passing);

  const isApart = (offer: Offer) =>
    brief.limits.maxSharePerSeller === undefined && hosted?.has(sellerKey(offer)) === true;
  const sellers = new Set(buyable.map(({ offer }) => (isApart(offer) ? offer.sellerId : sellerKey(offer))));
  const ceilings = ceilingsOf(policies, brief, exchange);
  const sellerLimit = limitPerSeller(brief, sellers.size, ceilings, loosened);
  const hostLimit = limitPerSeller(brief, sellers.size, ceilings, brief.budget.minor);
  const found: Bounded[] = [];
  for (const { offer, row } of buyable) {
    const amount = ordered.get(offer.id);
    const bounds =
      amount === undefined ? boundsOf(offer, market, sellerLimit) : { least: amount, most: amount };
    if (typeof bounds === "string") leftOut.set(offer.id, bounds);
    else found.push({ offer, score: row.score / 100, bounds });
  }
  const bounded = wholeBundles(found, leftOut);
  // Cells are of one offer.
  const stating = new Map(bounded.map(({ offer }) => [offeredId(offer), offer]));
  const goal = goalOf(brief, [...stating.values()], aims !== "none" && brief.spend !== "all");
  const curves = curvesFor(
    goal,
    bounded.map(({ bounds: { most }, ...one }) => ({ ...one, most })),
    { brief, exchange },
  );
  const made = bounded.map(({ offer, score, bounds }, i) => {
    const candidate: Candidate = {
      offerId: offer.id,
      sellerId: sellerKey(offer),
      lineId: lineIdOf(offer),
      channel: channelOf(offer, brief),
      score,
      ...bounds,
      curve: curves.curves[i] ?? [],
    };
    return { candidate, offer };
  });
  const byLine = groupBy(made, ({ candidate }) => candidate.lineId);
  const best = made.filter((one) => {
    const { candidate, offer } = one;
    if (picked?.has(offeredId(offer))) return true;
    const options = byLine.get(candidate.lineId) ?? [];
    const better = options.find((other, place) =>
      standsInFor(other.candidate, candidate, place < options.indexOf(one)),
    );
    if (better !== undefined) leftOut.set(candidate.offerId, `${offeredId(better.offer)} ${betterOption}`);
    return better === undefined;
  });
  return {
    candidates: best.map(({ candidate }) => candidate),
    offers: best.map(({ offer }) => offer),
    leftOut,
    sellerLimit,
    hostLimit,
    isApart,
    goal,
    curves,
    aims: aimsFor(brief, best, aims),
  };
}

interface Bounded {
  readonly offer: Offer;
  readonly score: number;
  readonly bounds: Bounds;
}

/** A bundle of which one purchase may not be bought is left whole, for that purchase's reason. */
function wholeBundles(all: readonly Bounded[], leftOut: Map<string, string>): readonly Bounded[] {
  const count = groupBy(all, ({ offer }) => offer.purchase?.bundle.id ?? "");
  const isWholeThere = ({ purchase }: Offer) =>
    purchase === undefined || count.get(purchase.bundle.id)?.length === purchase.bundle.purchases;
  for (const { offer } of all)
    if (offer.purchase !== undefined && !isWholeThere(offer))
      leftOut.set(
        offer.id,
        `${bundleWords(offer.purchase.bundle)}: another purchase of it may not be bought`,
      );
  return all.filter(({ offer }) => isWholeThere(offer));
}

function lapsed({ purchase }: Offer, now: number | undefined): string | undefined {
  const bundle = purchase?.bundle;
  return bundle !== undefined && now !== undefined && isLapsed(bundle, now)
    ? `${bundleWords(bundle)}: it expired at ${bundle.expiresAt}`
    : undefined;
}

/** Whether another pricing option of the same product brings at least as much for any amount; of two alike the first stands. */
function standsInFor(other: Candidate, candidate: Candidate, isBefore: boolean): boolean {
  if (other === candidate || other.lineId !== candidate.lineId || other.least > candidate.least) return false;
  const amounts = [
    candidate.least,
    ...candidate.curve.map(({ end }) => end),
    ...other.curve.map(({ end }) => end),
  ];
  const brings = (one: Candidate, amount: number) => offerWorth(one, Math.min(amount, one.most));
  const over = amounts.filter((amount) => amount >= candidate.least);
  if (over.some((amount) => brings(other, amount) < brings(candidate, amount))) return false;
  return (
    over.some((amount) => brings(other, amount) > brings(candidate, amount)) ||
    other.least < candidate.least ||
    isBefore
  );
}

function rankedOut(row: RankingRow | undefined): string | undefined {
  if (row === undefined) return "it was not ranked";
  if (row.gate !== "pass") return row.gateReasons.join("; ") || `its gate says ${row.gate}`;
  if (row.score < floor)
    return `it scores ${row.score.toFixed(1)}, under the least of ${floor} for anything that is bought`;
  return undefined;
}

function notSold(offer: Offer, brief: Brief): string | undefined {
  const { flights = [] } = brief;
  if (isWhole(offer) && flights.length > 1)
    return "it is sold for the whole flight, and the brief runs in bursts";
  const days = daysOfAll(spansOn(offer.channels, brief));
  if (days === 0) return "its channels have no day in common on which they run";
  if (isWhole(offer) && days < daysOn(brief))
    return "it is sold for the whole flight, and its channel runs on a part of it";
  if (!isPricedFor(offer, brief)) return "it has no CPM";
  if (offer.auction && !(offer.bid && offer.bid.minor >= (offer.price?.minor ?? 0)))
    return "there is no bid at or over its floor";
  if (isWhole(offer) && offer.price === undefined) return "it has no price";
  return undefined;
}

/** The first of the brief's channels that it covers: what the plan is spread over. */
export function channelOf(offer: Pick<Offer, "channels">, brief: Pick<Brief, "channels">): string {
  return (
    brief.channels.find((channel) => offer.channels.includes(channel)) ?? [...offer.channels].sort()[0] ?? ""
  );
}
