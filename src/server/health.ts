import type { Clock } from "../lib/clock.ts";
import type { SchedulerState } from "./scheduler.ts";

/** Whether turns are taken, and when they are due. Times are UTC, ISO 8601. */
export interface Health {
  readonly healthy: boolean;
  readonly lastTurn?: string;
  readonly nextTurn?: string;
}

/** A turn that has not begun an hour after it was due will not begin by itself. */
const longestDelayMs = 3_600_000;

/** `now` is UTC milliseconds. */
export function healthOf(state: SchedulerState, now: number): Health {
  const { lastTurn, nextTurn, turning, untaken: isStalled } = state;
  return {
    healthy: isStalled !== true && (turning || nextTurn === undefined || now < nextTurn + longestDelayMs),
    ...(lastTurn === undefined ? {} : { lastTurn: new Date(lastTurn).toISOString() }),
    ...(nextTurn === undefined ? {} : { nextTurn: new Date(nextTurn).toISOString() }),
  };
}

/** Whether requests and turns may come to this process now. What is wrong is said in fixed words: anybody may ask. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly why: string };

/** A ledger that takes longer does not carry what would be asked of it, in milliseconds. */
const longestAnswerMs = 2_000;

/** `askLedger` rejects where the ledger does not answer. */
export async function readinessOf(
  { healthy }: Health,
  askLedger: () => Promise<unknown>,
  clock: Pick<Clock, "sleep">,
): Promise<Readiness> {
  if (!healthy) return { ready: false, why: "no turn can be taken; see the log" };
  const over = new AbortController();
  const answers = await Promise.race([
    askLedger().then(
      () => true,
      () => false,
    ),
    clock.sleep(longestAnswerMs, over.signal).then(
      () => false,
      () => false,
    ),
  ]);
  over.abort();
  return answers ? { ready: true } : { ready: false, why: "the ledger does not answer" };
}
