import { type Money, sumOver } from "../../../lib/money.ts";
import type { Aim, Allocation, AllocationProblem, Candidate } from "../allocator.ts";
import { offerWorth } from "../worth.ts";

/** A split that was made, and what it was made from. */
export interface Decision {
  readonly problem: AllocationProblem;
  readonly allocation: Allocation;
  readonly budget: Money;
  readonly unallocated: Money;
  /** What an amount on an offer brings, in words. */
  readonly brings: (offerId: string, amount: number) => string;
  readonly bought: readonly Candidate[];
  /** What each group has, by its place. */
  readonly spent: readonly number[];
  /** Aims that the lines together just come up to. */
  readonly atAims: readonly Aim[];
  /** Why offers may not be bought at all. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** Of the budget: as near as this, whole amounts are at what is aimed at. */
const nearly = 1e-4;

export function decisionOf(made: Omit<Decision, "bought" | "spent" | "atAims">): Decision {
  const { candidates, groups, aims = [], budget } = made.problem;
  const amountAt = (place: number) => made.allocation.get(candidates[place]?.offerId ?? "") ?? 0;
  return {
    ...made,
    bought: candidates.filter(({ offerId }) => made.allocation.has(offerId)),
    atAims: aims.filter(({ gains }) => {
      const gain = sumOver(candidates, (_, place) =>
        offerWorth({ curve: gains[place] ?? [] }, amountAt(place)),
      );
      return gain < budget * nearly;
    }),
    spent: groups.map(({ members }) => sumOver(members, (place) => amountAt(place))),
  };
}
