import { counted } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sumOver } from "../../lib/money.ts";
import type { Allocation, AllocationProblem, Candidate, Count } from "./allocator.ts";
import { tornBundles } from "./bundles.ts";
import { aimTolerance } from "./draft.ts";
import type { Posed } from "./problem.ts";
import { offerWorth } from "./worth.ts";

/** A limit that amounts break. */
export interface BrokenLimit {
  readonly words: string;
  /** Ids of the offers that break it; empty where it is one of all lines. */
  readonly of: readonly string[];
}

interface Wording {
  /** An amount in minor units. */
  readonly show?: ((minor: number) => string) | undefined;
  readonly nameOf?: (offerId: string) => string;
}

/** Every limit that amounts break, in words. */
export function brokenLimits(
  { problem, leftOut }: Pick<Posed, "problem" | "leftOut">,
  allocation: Allocation,
  { show = String, nameOf = String }: Wording = {},
): BrokenLimit[] {
  const { budget, packages, sellers, groups, candidates, aims = [] } = problem;
  const known = new Map(candidates.map((candidate) => [candidate.offerId, candidate]));
  const bought = [...allocation.keys()].flatMap((offerId) => known.get(offerId) ?? []);
  const total = sumOver([...allocation.values()]);
  const ofAll = (words: string): BrokenLimit => ({ words, of: [] });
  return [
    ...[...allocation].flatMap(([offerId, amount]) => {
      const candidate = known.get(offerId);
      const problems =
        candidate === undefined
          ? [`may not be bought: ${leftOut.get(offerId) ?? "it was not offered"}`]
          : amountProblem(candidate, amount, show);
      return problems.map((words) => ({ words: `${nameOf(offerId)} ${words}`, of: [offerId] }));
    }),
    ...[...groupBy(bought, ({ lineId }) => lineId)].flatMap(([lineId, same]) =>
      same.length > 1 ? [{ words: `${lineId} is bought twice`, of: same.map(({ offerId }) => offerId) }] : [],
    ),
    ...tornBundles(
      problem,
      new Set(candidates.flatMap(({ offerId }, place) => (allocation.has(offerId) ? [place] : []))),
    ).map(ofAll),
    ...(total > budget ? [ofAll(`${show(total)} is more than the budget of ${show(budget)}`)] : []),
    ...groups.flatMap(({ name, members, least, most, basis }) => {
      const of = members.flatMap((place) => {
        const { offerId = "" } = candidates[place] ?? {};
        return allocation.has(offerId) ? [offerId] : [];
      });
      const amount = sumOver(of, (offerId) => allocation.get(offerId) ?? 0);
      if (amount >= least && amount <= most) return [];
      const bound = amount < least ? `less than ${show(least)}` : `more than ${show(most)}`;
      return [{ words: `${name} gets ${show(amount)}, ${bound}: ${basis}`, of }];
    }),
    ...aims.flatMap(({ words, gains }) => {
      const gain = sumOver(candidates, ({ offerId }, place) =>
        offerWorth({ curve: gains[place] ?? [] }, allocation.get(offerId) ?? 0),
      );
      return gain < -2 * aimTolerance(problem) ? [ofAll(`all lines together miss ${words}`)] : [];
    }),
    ...countProblem("package", bought.length, packages).map(ofAll),
    ...countProblem("seller", new Set(bought.map(({ sellerId }) => sellerId)).size, sellers).map(ofAll),
  ];
}

/** Holds an allocator's answer against every limit of its problem, in integers. Throws: an answer that breaks one is a bug. */
export function checkAllocation(problem: AllocationProblem, allocation: Allocation): void {
  const [broken] = brokenLimits({ problem, leftOut: new Map() }, allocation);
  if (broken !== undefined) throw new RangeError(broken.words);
}

function amountProblem({ least, most, cap }: Candidate, amount: number, show: (minor: number) => string) {
  if (!Number.isSafeInteger(amount)) return [`gets ${amount}, no whole number of minor units`];
  if (least === most && amount !== least)
    return [`is bought for exactly ${show(least)} or not at all, not for ${show(amount)}`];
  if (amount < least)
    return [`gets ${show(amount)}, less than ${show(least)}, the least that it is sold for`];
  if (amount > most)
    return [`gets ${show(amount)}, more than ${show(most)}${cap === undefined ? "" : `, ${cap}`}`];
  return [];
}

function countProblem(what: string, count: number, { least, most }: Count): string[] {
  if (count >= least && count <= most) return [];
  const bound = count < least ? `fewer than ${least}` : `more than ${most}`;
  return [`${counted(count, what)}, ${bound}`];
}
