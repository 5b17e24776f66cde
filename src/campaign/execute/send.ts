import type { Approval, FrozenCall } from "../../protocol/approval.ts";
import { asksWhoCalls, TaskError } from "../../protocol/errors.ts";
import type { Step } from "../plan/step.ts";
import { stepOf } from "../state.ts";
import { answeredReceipt } from "./answered-receipt.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { type Found, lookUp } from "./look-up.ts";
import { isMessage, mayPass, needsAnotherKey } from "./outbox.ts";
import type { Receipt } from "./receipt.ts";
import { recordDone, recordEscalation, recordFailure, recordUnsettled } from "./record.ts";
import { type Sent, settled } from "./sent.ts";
import { whyStopped } from "./stopped.ts";
import { unknownCaller } from "./unknown-caller.ts";

/** Errors after which the key is of no more use, and it is open whether the agent has done the step under it. */
const spentKey = new Set(["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_EXPIRED"]);

/**
 * Sends a call whose intent stands in the ledger, and records what became of it. An answer that was lost, or an agent
 * that asks to be called later, leaves the step open under the same key.
 */
export async function send(
  step: Step,
  call: FrozenCall,
  approval: Approval,
  ports: ExecutePorts,
): Promise<Sent> {
  ports.progress(`${step.id}: ${step.task} at ${step.agentId}`);
  const answer = await ports.mutate(call, approval, {
    // A stop can come while the connection is made, and between two tries.
    stopped: () => whyStopped(step, ports),
    onProgress: (message) => {
      ports.progress(`${step.id}: ${message.slice(0, 80)}`);
    },
  });
  switch (answer.type) {
    case "answered": {
      const receipt = await answeredReceipt(step, answer.payload, answer.replayed, ports);
      if (receipt instanceof TaskError) return failed(step, receipt, ports);
      recordDone(receipt, ports);
      return settled;
    }
    case "pending": {
      const { taskId, replayed } = answer;
      const receipt: Receipt = {
        stepId: step.id,
        status: "pending",
        taskId,
        replayed,
        payload: { task_id: taskId },
      };
      ports.journal.record({ type: "step-answered", stepId: step.id, receipt }, `pending/${step.id}`);
      return settled;
    }
    case "failed":
      return failed(step, answer.error, ports);
  }
}

async function failed(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  if (error.code === "ALREADY_ACTIVATED") {
    // What was asked for holds: its key is read with the signal.
    recordDone({ stepId: step.id, status: "done", replayed: true, payload: {} }, ports);
    return settled;
  }
  if (error.code === "CONFLICT" && step.task === "update_media_buy") return { type: "stale" };
  if (isMessage(step)) return undelivered(step, error, ports);
  if (asksWhoCalls(error)) {
    recordEscalation(step, unknownCaller(step, error), ports);
    return settled;
  }
  if (spentKey.has(error.code) || !error.understood) return asked(step, error, ports);
  if (error.effect === "unknown" || error.recovery === "transient") {
    recordUnsettled(step, error, ports);
    return { type: "open", error };
  }
  recordFailure(step, error, ports);
  return settled;
}

/** A message stays in the outbox. Only where the agent has understood it and says no, a person is asked. */
function undelivered(step: Step, error: TaskError, ports: ExecutePorts): Sent {
  const current = stepOf(ports.journal.state(), step.id);
  if (spentKey.has(error.code) && current !== undefined && needsAnotherKey(current, ports.clock.now()))
    return { type: "again", reason: `its key is spent (${error.code}): told again under another` };
  if (mayPass(error)) {
    recordUnsettled(step, error, ports);
    return { type: "open", error };
  }
  const reason =
    `${step.agentId} does not take the message (${error.code}: ${error.message}). ` +
    "Approve to send it again, reject to give it up.";
  recordEscalation(step, { code: error.code, reason, retry: "same-key" }, ports);
  return settled;
}

/** What code cannot decide goes to a person, unless the seller's books show that it is done. */
async function asked(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  const found = await lookUp(step, ports);
  if (found.type === "one") {
    recordDone(adoption(step, found.buy), ports);
    return settled;
  }
  const keySpent = spentKey.has(error.code);
  const what = keySpent
    ? `${step.agentId} does not take this request under its key any more (${error.code}) and ${inItsBooks(found)}`
    : `${step.agentId} answered with a code that is not known, ${error.code}: ${error.message}`;
  recordEscalation(
    step,
    {
      code: error.code,
      reason: `${what}. Approve to try again${keySpent ? " as a new request" : ""}, reject to give it up.`,
      retry: keySpent ? "new-key" : "same-key",
    },
    ports,
  );
  return settled;
}

function inItsBooks(found: Exclude<Found, { readonly type: "one" }>): string {
  switch (found.type) {
    case "none":
      return "shows no such buy";
    case "several":
      return `holds several buys under its reference (${found.ids.join(", ")})`;
    case "silent":
      return `does not say what it holds (${found.reason})`;
    case "no-key":
      return "cannot be asked whether it was done";
  }
}

/** The receipt of a buy that was found in the seller's books. */
export function adoption(step: Step, buy: Readonly<Record<string, unknown>>): Receipt {
  return { stepId: step.id, status: "done", replayed: true, payload: buy };
}
