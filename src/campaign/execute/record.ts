import type { TaskError } from "../../protocol/errors.ts";
import type { CampaignEvent } from "../events.ts";
import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { isMessage, messageDueAt } from "./outbox.ts";
import type { Receipt } from "./receipt.ts";

/** The first end of a step that is observed stands, from whichever process and whichever way it came. */
export function recordDone(receipt: Receipt, { journal }: ExecutePorts): void {
  journal.record({ type: "step-answered", stepId: receipt.stepId, receipt }, `end/${receipt.stepId}`);
}

/** The agent said no, and that is the end of the step. */
export function recordFailure(step: Step, error: TaskError, { journal }: ExecutePorts): void {
  journal.record(failure(step, error, "none"), `end/${step.id}`);
}

/** The answer is not known, or the agent wants to be called later: the step stays open under its key. */
export function recordUnsettled(step: Step, error: TaskError, { journal, uuid, clock }: ExecutePorts): void {
  const now = clock.now();
  const tries = journal.state().steps.find((other) => other.step.id === step.id)?.tries ?? 0;
  const due = [
    ...(error.retryAfterMs === undefined ? [] : [now + error.retryAfterMs]),
    ...(isMessage(step) ? [messageDueAt(tries, now)] : []),
  ];
  const retryAt = due.length === 0 ? {} : { retryAt: new Date(Math.max(...due)).toISOString() };
  journal.record({ ...failure(step, error, "unknown"), ...retryAt }, `unsettled/${step.id}/${uuid()}`);
}

/** A person must say how a step that was sent goes on. */
export function recordEscalation(
  step: Step,
  escalation: Omit<Extract<CampaignEvent, { type: "step-escalated" }>, "type" | "stepId">,
  { journal }: ExecutePorts,
): void {
  const count = journal.state().steps.find((other) => other.step.id === step.id)?.escalation?.count ?? 0;
  journal.record(
    { type: "step-escalated", stepId: step.id, ...escalation },
    `escalated/${step.id}/${count + 1}`,
  );
}

function failure(
  step: Step,
  error: TaskError,
  effect: "none" | "unknown",
): Extract<CampaignEvent, { type: "step-failed" }> {
  const reason = error.field === undefined ? error.message : `${error.message} (${error.field})`;
  return { type: "step-failed", stepId: step.id, code: error.code, reason, effect };
}
