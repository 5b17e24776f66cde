import type { AllocationProblem, Candidate } from "./allocator.ts";

/** What an allocation is worth: the sum of what each minor unit brings, less the work of its packages. */
export function worth(problem: AllocationProblem, chosen: readonly Candidate[], amounts: readonly number[]) {
  const channels = new Map<string, number>();
  let total = -problem.packageWork * chosen.length;
  chosen.forEach((candidate, i) => {
    const amount = amounts[i] ?? 0;
    total += offerWorth(candidate, amount);
    channels.set(candidate.channel, (channels.get(candidate.channel) ?? 0) + amount);
  });
  for (const amount of channels.values()) total += channelWorth(amount, problem);
  return total;
}

/** What an amount on one offer brings: concave, so that each further minor unit brings at most as much as the one before. */
export function offerWorth({ curve }: Pick<Candidate, "curve">, amount: number): number {
  let brought = 0;
  let begin = 0;
  for (const { end, rate } of curve) {
    if (amount <= begin) break;
    brought += rate * (Math.min(amount, end) - begin);
    begin = end;
  }
  return brought;
}

/** What one more minor unit on an offer brings beside its channel. */
export function offerMargin({ curve }: Candidate, amount: number): number {
  return curve.find(({ end }) => amount < end)?.rate ?? 0;
}

type Spread = Pick<AllocationProblem, "budget" | "spread">;

/** What an amount on one channel brings for the plan's spread. Concave too. */
export function channelWorth(amount: number, { budget, spread }: Spread): number {
  return spread * (amount - amount ** 2 / (2 * budget));
}

/** What one more minor unit on a channel brings for the plan's spread. */
export function channelMargin(amount: number, { budget, spread }: Spread): number {
  return spread * (1 - amount / budget);
}
