import type { ProcessIdentity } from "../../lib/processes.ts";
import { TaskError } from "../../protocol/messages/errors.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { CampaignEvent } from "../model/state/events.ts";
import { type CampaignState, isUndecided, type StepState, stepIs, stepOf } from "../model/state/state.ts";
import { buyKey } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Receipt } from "../model/step/receipt.ts";
import { isLaterThan } from "../model/step/sending.ts";
import { isMessage, type Step } from "../model/step/step.ts";
import { asOthers } from "./check-order.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { messageDueAt } from "./outbox.ts";
import { ownSending, resendAfter } from "./take-sending.ts";

/**
 * The first end of a step that is observed stands, from whichever process and whichever way it came. A buy is of the campaign
 * that had it first: another that gets its id later is asked about it.
 */
export async function recordDone(receipt: Receipt, ports: ExecutePorts): Promise<void> {
  await recordEnd(receipt, `end/${receipt.stepId}`, ports);
}

/** A step that came to nothing here was done all the same. It is in the books once more, whatever has come of its money since. */
export async function recordReopened(receipt: Receipt, { status, reason }: StepState, ports: ExecutePorts) {
  const ended = `it had ended here as ${status}${reason === undefined ? "" : ` (${reason})`}, and stands at the seller`;
  const notes = [...(receipt.notes ?? []), ended];
  await recordEnd({ ...receipt, notes }, `reopened/${receipt.stepId}`, ports, { reopens: true });
}

/** A step goes on as another while `stands` holds of it. Returns that one's id; undefined where it does not. */
export async function recordReplaced(
  step: Step,
  next: Step,
  changes: readonly string[],
  { journal }: Pick<ExecutePorts, "journal">,
  stands: (now: StepState) => boolean = isUndecided,
): Promise<string | undefined> {
  const replaced = await journal.record(
    { type: "step-replaced", stepId: step.id, by: next.id, changes, next },
    `replaced/${step.id}`,
    stepIs(step.id, stands),
  );
  return replaced ? next.id : undefined;
}

/** Its agent has taken a step on. From then on no error of a later call ends it. */
export async function recordPending(
  step: Step,
  isWon: Pick<Receipt, "taskId" | "replayed"> & Partial<Pick<Receipt, "overWire" | "notes">>,
  key: string,
  { journal }: Pick<ExecutePorts, "journal">,
): Promise<void> {
  const payload = { task_id: isWon.taskId };
  const receipt: Receipt = { stepId: step.id, status: "pending", ...isWon, payload };
  await journal.record({ type: "step-answered", stepId: step.id, receipt }, key);
}

async function recordEnd(
  receipt: Receipt,
  key: string,
  { journal, world }: ExecutePorts,
  reopens: { readonly reopens?: true } = {},
): Promise<void> {
  const { stepId } = receipt;
  const answered = { type: "step-answered", stepId, receipt, ...reopens } as const;
  const step = stepOf(journal.state(), stepId)?.step;
  // A sandbox that is begun anew numbers its buys from 1 again.
  const mark = step && world === undefined ? markOfBuy(step, receipt, journal.state()) : undefined;
  if (step === undefined || mark === undefined) {
    await journal.record(answered, key);
    return;
  }
  const isWon = await journal.takeMark(answered, key, mark);
  if (isWon.type === "blocked") await journal.record({ ...answered, receipt: asOthers(receipt, step) }, key);
}

/** What stands in the ledger for a new buy of one agent; undefined where none was ordered, or the campaign knows it already. */
function markOfBuy(step: Step, { payload }: Receipt, state: CampaignState): string | undefined {
  const mediaBuyId = payload["media_buy_id"];
  if (!isOrder(step) || typeof mediaBuyId !== "string") return undefined;
  const isOwn = state.steps.some(
    (other) => other.step.agentUrl === step.agentUrl && mediaBuyIdOf(other) === mediaBuyId,
  );
  return isOwn ? undefined : `buy/${buyKey({ sellerId: step.agentUrl, mediaBuyId })}`;
}

/** The agent said no, and that is the end of the step. */
export async function recordFailure(step: Step, error: TaskError, { journal }: ExecutePorts): Promise<void> {
  await journal.record(failure(step, error, "none"), `end/${step.id}`);
}

/** The answer is not known, or the agent wants to be called later: the step stays open under its key. */
export async function recordUnsettled(step: Step, error: TaskError, ports: ExecutePorts): Promise<void> {
  const { journal, uuid, clock } = ports;
  const now = clock.now();
  const attempts = journal.state().steps.find((other) => other.step.id === step.id)?.tries ?? 0;
  const due = [
    ...(error.retryAfterMs === undefined ? [] : [now + error.retryAfterMs]),
    ...(isMessage(step) ? [messageDueAt(attempts, now)] : []),
  ];
  const retryAt = due.length === 0 ? {} : { retryAt: new Date(Math.max(...due)).toISOString() };
  const own = ownSending(step.id, ports);
  const resendAt =
    error.effect === "unknown" && own !== undefined ? resendAfter(step, own.since, ports) : undefined;
  await journal.record(
    {
      ...failure(step, error, "unknown"),
      ...retryAt,
      ...(resendAt === undefined ? {} : { resendAt }),
      ...endOfSending(step, ports),
    },
    `unsettled/${step.id}/${uuid()}`,
  );
}

/** How a sending ended will not be recorded any more: its process is gone, or recorded nothing by the end of the call. */
export async function recordLost(
  { step, sendings = 0, sending }: StepState,
  by: ProcessIdentity,
  ports: ExecutePorts,
): Promise<void> {
  const { journal, processes, clock } = ports;
  const sender = `the process that sent it (${by.host}, pid ${by.pid})`;
  const isDead = processes.isDead(by);
  const error = isDead
    ? new TaskError("CONNECTION_LOST", `${sender} is gone`)
    : new TaskError("TIMEOUT", `no word from ${sender}`);
  // By a clock that was set back since nobody knows whether the call is over.
  const isOpen = !isDead && isLaterThan(clock.now(), sending?.since);
  const resendAt = resendAfter(step, isOpen ? "longest" : "over", ports);
  await journal.record(
    {
      ...failure(step, error, "unknown"),
      ...(resendAt === undefined ? {} : { resendAt }),
      sending: sendings,
    },
    `lost/${step.id}/${sendings}`,
  );
}

/** When a step may go out again is by a clock that was set back since: it waits as long as after the longest call. */
export async function recordSetBack(step: Step, ports: ExecutePorts): Promise<void> {
  const error = new TaskError("TIMEOUT", "its answer was lost, and the clock here was set back since");
  const resendAt = resendAfter(step, "longest", ports);
  await ports.journal.record(
    { ...failure(step, error, "unknown"), ...(resendAt && { resendAt }) },
    `unsettled/${step.id}/${ports.uuid()}`,
  );
}

/** A person must say how a step that was sent goes on. */
export async function recordEscalation(
  step: Step,
  escalation: Omit<Extract<CampaignEvent, { type: "step-escalated" }>, "type" | "stepId" | "sending">,
  ports: ExecutePorts,
): Promise<void> {
  const { journal } = ports;
  const count = journal.state().steps.find((other) => other.step.id === step.id)?.escalation?.count ?? 0;
  await journal.record(
    { type: "step-escalated", stepId: step.id, ...escalation, ...endOfSending(step, ports) },
    `escalated/${step.id}/${count + 1}`,
  );
}

/** Names the sending that ends with an event: another process may have begun the next one already. */
function endOfSending({ id }: Step, ports: ExecutePorts): { readonly sending?: number } {
  const own = ownSending(id, ports);
  return own === undefined ? {} : { sending: own.number };
}

function failure(
  step: Step,
  error: TaskError,
  effect: "none" | "unknown",
): Extract<CampaignEvent, { type: "step-failed" }> {
  const reason = error.field === undefined ? error.message : `${error.message} (${error.field})`;
  return { type: "step-failed", stepId: step.id, code: error.code, reason, effect };
}
