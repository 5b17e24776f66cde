import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Brief } from "../model/brief.ts";
import type { Offer } from "../model/offer.ts";
import type { Policy } from "../model/policy/policy.ts";
import type { Ranking } from "../model/ranking.ts";
import type { AllocationProblem } from "./allocator.ts";
import { findCandidates } from "./candidates.ts";
import type { Goal } from "./goal.ts";
import { groupsOf } from "./groups.ts";

/** Packages that a desk can look after, where the brief does not say. */
export const defaultPackages = 12;

/** What is to be solved, and which offers cannot be part of it and why. */
export interface Posed {
  readonly problem: AllocationProblem;
  readonly leftOut: ReadonlyMap<string, string>;
  readonly goal: Goal;
}

/** What a plan is made from. */
export interface Market {
  readonly brief: Brief;
  readonly offers: readonly Offer[];
  readonly ranking: Ranking;
  readonly exchange?: ExchangeTable | undefined;
  /** What the desk's own rules let one seller get is kept. */
  readonly policies?: readonly Policy[] | undefined;
}

/** The brief's limits and the offers that may be bought as one problem: every allocator and every check reads this one. */
export function poseProblem(market: Market): Posed {
  const { budget, limits, flights } = market.brief;
  const { candidates, offers, leftOut, sellerLimit, goal, curves } = findCandidates(market);
  const bursts = flights?.length ?? 1;
  const {
    maxPackages = defaultPackages * bursts,
    minSellers = 0,
    maxSellers = Number.MAX_SAFE_INTEGER,
  } = limits;
  return {
    problem: {
      budget: budget.minor,
      // Each offer takes a package of each burst.
      packages: { least: 1, most: Math.floor(maxPackages / bursts) },
      sellers: { least: minSellers, most: maxSellers },
      packageWork: curves.packageWork,
      spread: curves.spread,
      groups: groupsOf(market.brief, candidates, offers, sellerLimit),
      candidates,
    },
    leftOut,
    goal,
  };
}
