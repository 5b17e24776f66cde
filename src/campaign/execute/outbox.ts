import { z } from "zod";
import { backoff } from "../../lib/clock.ts";
import type { Described } from "../../lib/described.ts";
import type { TaskError } from "../../protocol/messages/errors.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isMessage } from "../model/step/step.ts";
import { isOpen } from "../model/step/step-status.ts";

/** How long an agent is left alone after a message that it did not take. */
const betweenMessages = { firstMs: 15_000, longestMs: 15 * 60_000 };
/** A key that is younger cannot have run out, whatever the agent says of it. */
const youngestExpiryMs = 3_600_000;

/** When to try again, in UTC milliseconds, after `attempts` before this one without an answer that settles it. */
export function messageDueAt(attempts: number, now: number): number {
  return now + backoff(betweenMessages, attempts + 1);
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
    (effect === "unknown" && recovery !== "correctable") ||
    recovery === "transient" ||
    code === "UNAUTHORIZED" ||
    code.startsWith("IDEMPOTENCY_")
  );
}

/** A message that its agent has not taken yet. */
export const undeliveredSchema = z.strictObject({
  stepId: z.string(),
  agent: z.string(),
  /** What it reports, one sentence. */
  purpose: z.string(),
  status: z.string(),
  tries: z.number().int().describe("how often it was sent without an answer that settles it"),
  nextTryAt: z.string().optional().describe("UTC; not sent again before"),
  reason: z.string().optional(),
});

/** What still lies in the outbox, in the order in which it happened. */
export function undelivered({ steps }: CampaignState): Described<typeof undeliveredSchema>[] {
  return steps
    .filter((current) => isMessage(current.step) && isOpen(current))
    .map(({ step, status, tries: attempts = 0, retryAt, reason }) => ({
      stepId: step.id,
      agent: step.agentId,
      purpose: step.purpose,
      status,
      tries: attempts,
      nextTryAt: retryAt,
      ...(reason === undefined ? {} : { reason }),
    }));
}
