import { backoff, type Clock } from "../../lib/clock.ts";
import type { TaskError } from "../messages/errors.ts";

const longestTotalMs = 300_000;
const betweenTries = { firstMs: 500, longestMs: 60_000 };
/** Share that chance may add to a wait, so that callers who failed together do not come back together. */
const jitter = 0.25;

/** Codes that trying the same again cannot help, or not now, though they pass. */
const neverRetried: ReadonlySet<string> = new Set(["CONFLICT", "CIRCUIT_OPEN"]);

/**
 * Tries again what failed in passing: the same call, at most `tries` times and five minutes in all, never before the
 * agent's `retry_after`. `random` is from 0 up to 1. `mayRepeat` is asked before each further try.
 */
export async function retrying<Result extends { readonly type: string }>(
  options: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly tries: number;
    readonly signal?: AbortSignal;
    readonly mayRepeat?: (error: TaskError) => boolean;
  },
  attempt: () => Promise<Result | { readonly type: "failed"; readonly error: TaskError }>,
): Promise<Result | { readonly type: "failed"; readonly error: TaskError }> {
  const { clock, random, tries, signal, mayRepeat = () => true } = options;
  const begun = clock.now();
  for (let n = 1; ; n++) {
    const result = await attempt();
    if (result.type !== "failed" || !("error" in result)) return result;
    const { error } = result;
    const wait = waitAfter(error, n, random);
    if (
      error.recovery !== "transient" ||
      neverRetried.has(error.code) ||
      !mayRepeat(error) ||
      n >= tries ||
      clock.now() - begun + wait > longestTotalMs
    )
      return result;
    try {
      await clock.sleep(wait, signal);
    } catch {
      return result;
    }
  }
}

/** Milliseconds before the next try after the `n`th: chance makes it longer, never shorter than the agent asked for. */
export function waitAfter({ retryAfterMs = 0 }: TaskError, n: number, random: () => number): number {
  return Math.max(retryAfterMs, backoff(betweenTries, n)) * (1 + jitter * random());
}
