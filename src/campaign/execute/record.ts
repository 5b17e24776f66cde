import type { TaskError } from "../../protocol/errors.ts";
import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import type { Receipt } from "./receipt.ts";

/** Errors after which it is open whether the agent has done the step under this key before. */
export const openCodes = new Set(["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_EXPIRED"]);

/** The first end of a step that is observed stands, from whichever process and whichever way it came. */
export function recordDone(receipt: Receipt, { journal }: ExecutePorts): void {
  journal.record({ type: "step-answered", stepId: receipt.stepId, receipt }, `end/${receipt.stepId}`);
}

export function recordFailure(step: Step, error: TaskError, { journal, uuid }: ExecutePorts): void {
  const open = error.effect === "unknown" || error.recovery === "transient" || openCodes.has(error.code);
  journal.record(
    {
      type: "step-failed",
      stepId: step.id,
      code: error.code,
      reason: error.field === undefined ? error.message : `${error.message} (${error.field})`,
      effect: open ? "unknown" : "none",
    },
    open ? `unsettled/${step.id}/${uuid()}` : `end/${step.id}`,
  );
}
