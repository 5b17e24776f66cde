import type { AllocationProblem, Candidate } from "./allocator.ts";

/** Share of its score that the last minor unit of an offer is worth less than the first, where the seller forecasts no more. */
const fade = 0.3;
/** Points of score (0 to 1) that an untouched channel is ahead of one that has the whole budget. */
const spread = 0.4;
/** What one more package costs in work, as a share of the budget. */
const packageCost = 0.001;

/** What an allocation is worth: the sum of what each minor unit brings, less the work of its packages. */
export function worth(
  { budget }: AllocationProblem,
  chosen: readonly Candidate[],
  amounts: readonly number[],
): number {
  const channels = new Map<string, number>();
  let total = -packageWork(budget) * chosen.length;
  chosen.forEach((candidate, i) => {
    const amount = amounts[i] ?? 0;
    total += offerWorth(candidate, amount);
    channels.set(candidate.channel, (channels.get(candidate.channel) ?? 0) + amount);
  });
  for (const amount of channels.values()) total += channelWorth(amount, budget);
  return total;
}

/** What one more package takes. */
export function packageWork(budget: number): number {
  return packageCost * budget;
}

/** What an amount on one offer brings: concave, so that each further minor unit brings at most as much as the one before. */
export function offerWorth({ score, most, response }: Candidate, amount: number): number {
  if (response === undefined) return score * (amount - (fade * amount ** 2) / (2 * most));
  let brought = 0;
  let begin = 0;
  for (const { end, rate } of response) {
    if (amount <= begin) break;
    brought += rate * (Math.min(amount, end) - begin);
    begin = end;
  }
  return score * brought;
}

/** What one more minor unit on an offer brings beside its channel. */
export function offerMargin({ score, most, response }: Candidate, amount: number): number {
  if (response === undefined) return score * (1 - (fade * amount) / most);
  return score * (response.find(({ end }) => amount < end)?.rate ?? 0);
}

/** What an amount on one channel brings for the plan's spread. Concave too. */
export function channelWorth(amount: number, budget: number): number {
  return spread * (amount - amount ** 2 / (2 * budget));
}

/** What one more minor unit on a channel brings for the plan's spread. */
export function channelMargin(amount: number, budget: number): number {
  return spread * (1 - amount / budget);
}
