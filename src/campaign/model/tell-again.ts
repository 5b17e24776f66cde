import type { StepState } from "./state.ts";

/** How long an agent that was told to pause a buy is given before it is told again, in milliseconds: doubles each time. */
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

/**
 * When a pause that came to nothing is told again, UTC milliseconds: a seller that says yes and goes on spending is told in a
 * rhythm, so that it does not fill the ledger. What was told at a time that is to come was told by a clock that has been set
 * back since.
 */
export function tellAgainAt(told: readonly StepState[], now: number): number {
  const ends = told
    .flatMap(({ times, verdicts }) => times.answeredAt ?? times.begunAt ?? verdicts.at(-1)?.at ?? [])
    .map((end) => Date.parse(end))
    .filter((end) => end <= now);
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (told.length - 1));
  return ends.length === 0 ? 0 : Math.max(...ends) + wait;
}
