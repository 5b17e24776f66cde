import type { AllocationProblem, Candidate } from "./allocator.ts";

/** Share of its score that the last impression of an offer is worth less than the first. */
const fade = 0.3;
/** Points of score (0 to 1) that an untouched channel is ahead of one that has the whole budget. */
const spread = 0.4;
/** What one more package costs in work, as a share of the budget. */
const packageCost = 0.001;

/** What one more minor unit brings when `amount` is on the candidate and `onChannel` on its channel. Falls with both. */
export function marginalWorth(
  candidate: Candidate,
  amount: number,
  onChannel: number,
  budget: number,
): number {
  return candidate.score * (1 - (fade * amount) / candidate.most) + spread * (1 - onChannel / budget);
}

/** What an allocation is worth: the sum of the marginal worth of each of its minor units, less the work of its packages. */
export function worth(
  { budget }: AllocationProblem,
  candidates: readonly Candidate[],
  amounts: readonly number[],
): number {
  const channels = new Map<string, number>();
  let total = -packageCost * budget * candidates.length;
  candidates.forEach((candidate, i) => {
    const amount = amounts[i] ?? 0;
    total += candidate.score * (amount - (fade * amount ** 2) / (2 * candidate.most));
    channels.set(candidate.channel, (channels.get(candidate.channel) ?? 0) + amount);
  });
  for (const amount of channels.values()) total += spread * (amount - amount ** 2 / (2 * budget));
  return total;
}
