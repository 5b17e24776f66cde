import type { Clock } from "../lib/clock.ts";
import type { TaskError } from "./errors.ts";

const longestTotalMs = 300_000;
const firstWaitMs = 500;

/**
 * Tries again what failed in passing: the same call, at most `tries` times and five minutes in all, never before the
 * agent's `retry_after`.
 */
export async function retrying<Result extends { readonly type: string }>(
  options: { readonly clock: Clock; readonly tries: number; readonly signal?: AbortSignal | undefined },
  attempt: () => Promise<Result | { readonly type: "failed"; readonly error: TaskError }>,
): Promise<Result | { readonly type: "failed"; readonly error: TaskError }> {
  const { clock, tries, signal } = options;
  let waited = 0;
  for (let n = 1; ; n++) {
    const result = await attempt();
    if (result.type !== "failed" || !("error" in result)) return result;
    const { error } = result;
    const wait = Math.max(error.retryAfterMs ?? 0, firstWaitMs * 2 ** (n - 1));
    if (
      error.recovery !== "transient" ||
      error.code === "CONFLICT" ||
      n >= tries ||
      waited + wait > longestTotalMs
    )
      return result;
    try {
      await clock.sleep(wait, signal);
    } catch {
      return result;
    }
    waited += wait;
  }
}
