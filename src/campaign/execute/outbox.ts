import type { TaskError } from "../../protocol/errors.ts";
import type { Step } from "../plan/step.ts";
import type { StepState } from "../state.ts";

/** How long an agent is left alone after a message that it did not take, in milliseconds: doubles with each try. */
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;
/** A key that is younger cannot have run out, whatever the agent says of it. */
const youngestExpiryMs = 3_600_000;

/**
 * Whether a step only tells what has happened. It binds nothing and says the same when it is said again under another key,
 * as outcomes are known by their check: it is sent until the agent has taken it.
 */
export function isMessage({ task }: Pick<Step, "task">): boolean {
  return task === "report_plan_outcome";
}

/** When to try again, in UTC milliseconds, after `tries` without an answer that settles it. */
export function messageDueAt(tries: number, now: number): number {
  return now + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 20));
}

/** Whether the agent's word that a message's key is spent means that another key is due. */
export function needsAnotherKey({ step, times }: StepState, now: number): boolean {
  return (
    isMessage(step) && times.begunAt !== undefined && now - Date.parse(times.begunAt) >= youngestExpiryMs
  );
}

/** Whether the agent may yet take a message that it did not take now: it is away, or does not know us at the moment. */
export function mayPass(error: TaskError): boolean {
  const { effect, recovery, code } = error;
  return (
    effect === "unknown" ||
    recovery === "transient" ||
    code === "UNAUTHORIZED" ||
    code.startsWith("IDEMPOTENCY_")
  );
}
