import { counted } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Allocation, Candidate, Count } from "./allocator.ts";
import { tornBundles } from "./bundles.ts";
import { aimTolerance } from "./draft.ts";
import type { Posed } from "./problem.ts";
import { offerWorth } from "./worth.ts";

/** Every limit that amounts break, a sentence each; `show` words an amount in minor units. */
export function brokenLimits(
  { problem, leftOut }: Pick<Posed, "problem" | "leftOut">,
  allocation: Allocation,
  show: (minor: number) => string = String,
): string[] {
  const { budget, packages, sellers, groups, candidates, aims = [] } = problem;
  const known = new Map(candidates.map((candidate) => [candidate.offerId, candidate]));
  const bought = [...allocation.keys()].flatMap((offerId) => known.get(offerId) ?? []);
  const total = [...allocation.values()].reduce((sum, amount) => sum + amount, 0);
  return [
    ...[...allocation].flatMap(([offerId, amount]) => {
      const candidate = known.get(offerId);
      if (candidate === undefined)
        return [`${offerId} may not be bought: ${leftOut.get(offerId) ?? "it was not offered"}`];
      return amountProblem(candidate, amount, show);
    }),
    ...[...groupBy(bought, ({ lineId }) => lineId)].flatMap(([lineId, same]) =>
      same.length > 1 ? [`${lineId} is bought twice`] : [],
    ),
    ...tornBundles(
      problem,
      new Set(candidates.flatMap(({ offerId }, place) => (allocation.has(offerId) ? [place] : []))),
    ),
    ...(total > budget ? [`${show(total)} is more than the budget of ${show(budget)}`] : []),
    ...groups.flatMap(({ name, members, least, most, basis }) => {
      const amount = members.reduce(
        (sum, place) => sum + (allocation.get(candidates[place]?.offerId ?? "") ?? 0),
        0,
      );
      if (amount >= least && amount <= most) return [];
      const bound = amount < least ? `less than ${show(least)}` : `more than ${show(most)}`;
      return [`${name} gets ${show(amount)}, ${bound}: ${basis}`];
    }),
    ...aims.flatMap(({ words, gains }) => {
      const gain = candidates.reduce(
        (sum, { offerId }, place) =>
          sum + offerWorth({ curve: gains[place] ?? [] }, allocation.get(offerId) ?? 0),
        0,
      );
      return gain < -2 * aimTolerance(problem) ? [`all lines together miss ${words}`] : [];
    }),
    ...countProblem("package", bought.length, packages),
    ...countProblem("seller", new Set(bought.map(({ sellerId }) => sellerId)).size, sellers),
  ];
}

function amountProblem(
  { offerId, least, most, cap }: Candidate,
  amount: number,
  show: (minor: number) => string,
): string[] {
  if (!Number.isSafeInteger(amount)) return [`${offerId}: ${amount} is not a whole number of minor units`];
  if (least === most && amount !== least)
    return [`${offerId} is bought for exactly ${show(least)} or not at all, not for ${show(amount)}`];
  if (amount < least)
    return [`${offerId} gets ${show(amount)}, less than ${show(least)}, the least that it is sold for`];
  if (amount > most)
    return [`${offerId} gets ${show(amount)}, more than ${show(most)}${cap === undefined ? "" : `, ${cap}`}`];
  return [];
}

function countProblem(what: string, count: number, { least, most }: Count): string[] {
  if (count >= least && count <= most) return [];
  const bound = count < least ? `fewer than ${least}` : `more than ${most}`;
  return [`${counted(count, what)}, ${bound}`];
}
