import type { Allocation, AllocationProblem, Candidate, Count } from "./allocator.ts";

/** Holds an allocator's answer against every limit of its problem, in integers. Throws: an answer that breaks one is a bug. */
export function checkAllocation(problem: AllocationProblem, allocation: Allocation): void {
  const { budget, packages, sellers, groups, candidates } = problem;
  const known = new Map(candidates.map((candidate) => [candidate.offerId, candidate]));
  const bought: Candidate[] = [];
  let total = 0;

  for (const [offerId, amount] of allocation) {
    const candidate = known.get(offerId);
    if (candidate === undefined) throw new RangeError(`${offerId} is allocated, but may not be bought`);
    const { least, most, slot } = candidate;
    if (!Number.isSafeInteger(amount) || amount < least || amount > most)
      throw new RangeError(`${offerId} is allocated ${amount}, which is not from ${least} to ${most}`);
    if (bought.some((other) => other.slot === slot)) throw new RangeError(`${slot} is bought twice`);
    bought.push(candidate);
    total += amount;
  }
  if (total > budget) throw new RangeError(`${total} is allocated of a budget of ${budget}`);
  for (const { name, members, least, most } of groups) {
    const amount = members.reduce(
      (sum, place) => sum + (allocation.get(candidates[place]?.offerId ?? "") ?? 0),
      0,
    );
    if (amount < least || amount > most)
      throw new RangeError(`${name} is allocated ${amount}, which is not from ${least} to ${most}`);
  }
  checkCount("packages", bought.length, packages);
  checkCount("sellers", new Set(bought.map(({ sellerId }) => sellerId)).size, sellers);
}

function checkCount(what: string, count: number, { least, most }: Count): void {
  if (count < least || count > most)
    throw new RangeError(`${count} ${what} are not from ${least} to ${most}`);
}
