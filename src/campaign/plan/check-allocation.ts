import type { Allocation, AllocationProblem } from "./allocator.ts";

/** Holds an allocator's answer against every limit of its problem, in integers. Throws: an answer that breaks one is a bug. */
export function checkAllocation(problem: AllocationProblem, allocation: Allocation): void {
  const { budget, sellerLimit, packageLimit, candidates } = problem;
  const known = new Map(candidates.map((candidate) => [candidate.offerId, candidate]));
  const slots = new Set<string>();
  const onSeller = new Map<string, number>();
  let total = 0;

  for (const [offerId, amount] of allocation) {
    const candidate = known.get(offerId);
    if (candidate === undefined) throw new RangeError(`${offerId} is allocated, but may not be bought`);
    const { least, most, sellerId, slot } = candidate;
    if (!Number.isSafeInteger(amount) || amount < least || amount > most)
      throw new RangeError(`${offerId} is allocated ${amount}, which is not from ${least} to ${most}`);
    if (slots.has(slot)) throw new RangeError(`${slot} is bought twice`);
    slots.add(slot);
    total += amount;
    onSeller.set(sellerId, (onSeller.get(sellerId) ?? 0) + amount);
  }
  for (const [sellerId, amount] of onSeller)
    if (amount > sellerLimit) throw new RangeError(`${sellerId} is allocated ${amount}, over ${sellerLimit}`);
  if (slots.size > packageLimit) throw new RangeError(`${slots.size} packages are over ${packageLimit}`);
  if (total > budget) throw new RangeError(`${total} is allocated of a budget of ${budget}`);
}
