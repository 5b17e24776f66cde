import { TaskError } from "../messages/errors.ts";

/** Consecutive failures in passing after which an agent is left alone. */
const failuresToOpen = 6;
/** How long it is left alone before one call may try it, in milliseconds. */
const restMs = 30_000;

/** Codes that say something of the agent's health; the others are answers. */
const unhealthy: ReadonlySet<string> = new Set([
  "UNREACHABLE",
  "TIMEOUT",
  "CONNECTION_LOST",
  "SERVICE_UNAVAILABLE",
  "TEMPORARILY_UNAVAILABLE",
  "INTERNAL_ERROR",
]);

/**
 * Guards one agent: when it fails again and again, calls fail here at once and nothing is sent. After a rest one call at a
 * time may try it; the first that is answered lets all others through. `now` is monotonic enough to rest by, in
 * milliseconds.
 */
export function createBreaker(agentUrl: string, now: () => number) {
  let failures = 0;
  let restUntil = 0;
  let probing = false;

  return {
    /** Whether the agent is left alone. */
    isOpen: () => failures >= failuresToOpen,
    /** Why the call must not be sent; undefined where it may. Whoever is let through must call `ended`. */
    refusal: (): TaskError | undefined => {
      if (failures < failuresToOpen) return undefined;
      const restLeft = restUntil - now();
      if (restLeft <= 0 && !probing) {
        probing = true;
        return undefined;
      }
      const seconds = Math.max(1, Math.ceil(restLeft / 1000));
      return new TaskError(
        "CIRCUIT_OPEN",
        `${agentUrl} failed ${failures} times in a row and is left alone for ${seconds} s; nothing was sent`,
      );
    },
    /** How a call ended; without a code it was answered. */
    ended: (code: string | undefined) => {
      probing = false;
      // A call that we gave up ourselves says nothing of the agent.
      if (code === "CANCELED" || code === "STOPPED") return;
      if (code === undefined || !unhealthy.has(code)) {
        failures = 0;
        return;
      }
      failures += 1;
      if (failures >= failuresToOpen) restUntil = now() + restMs;
    },
  };
}
export type Breaker = ReturnType<typeof createBreaker>;
