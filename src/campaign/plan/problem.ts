import type { Brief } from "../../brief/brief.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { AllocationProblem, Candidate, Group } from "./allocator.ts";
import { bundlesOf } from "./bundles.ts";
import { findCandidates } from "./candidates.ts";
import type { Goal } from "./goal.ts";
import { groupsOf } from "./groups.ts";
import { amountsIn, type Market } from "./market.ts";

/** Packages that a team can look after, where the brief does not say. */
export const defaultPackages = 12;

/** What is to be solved, and which offers cannot be part of it and why. */
export interface Posed {
  readonly problem: AllocationProblem;
  readonly leftOut: ReadonlyMap<string, string>;
  readonly goal: Goal;
  /** What each candidate is made of, in the same order. */
  readonly offers: readonly Offer[];
  readonly market: Market;
}

/** The brief's limits and the offers that may be bought as one problem: every allocator and every check reads this one. */
export function poseProblem(market: Market): Posed {
  const { budget, limits, flights } = market.brief;
  const found = findCandidates(market);
  const { candidates, leftOut, goal, curves, aims } = found;
  const bundles = bundlesOf(found.offers);
  // Each offer takes a package of each burst, where these are not decided one by one.
  const bursts = flights?.length ?? 1;
  const perOffer = market.isByBurst ? 1 : bursts;
  const {
    maxPackages = defaultPackages * bursts,
    minSellers = 0,
    maxSellers = Number.MAX_SAFE_INTEGER,
  } = limits;
  return {
    problem: {
      budget: budget.minor,
      packages: { least: 1, most: Math.floor(maxPackages / perOffer) },
      sellers: { least: minSellers, most: maxSellers },
      packageWork: (curves.packageWork * perOffer) / bursts,
      spread: curves.spread,
      groups: [...groupsOf(market, found), ...keptGroups(candidates, amountsIn(market.kept, market))],
      candidates,
      ...(limits.roundTo && { step: stepOf(market.brief) }),
      ...(aims.length > 0 && { aims }),
      ...(bundles.length > 0 && { bundles }),
    },
    leftOut,
    goal,
    offers: found.offers,
    market,
  };
}

/** What amounts are whole steps of, in minor units. */
export function stepOf({ limits: { roundTo } }: Brief): number {
  return roundTo?.minor ?? 1;
}

/** What is ordered is in every split. */
function keptGroups(candidates: readonly Candidate[], amounts: ReadonlyMap<string, number>): Group[] {
  return candidates.flatMap(({ offerId }, place) => {
    const amount = amounts.get(offerId);
    if (amount === undefined) return [];
    return [{ name: offerId, members: [place], least: amount, most: amount, basis: "it is ordered already" }];
  });
}
