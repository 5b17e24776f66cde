import { TaskError } from "../../protocol/messages/errors.ts";
import { isKnown, isTerminal, taskStates } from "../../protocol/records/states.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { accountOf } from "../model/derived/bought.ts";
import { isReportedDone, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Receipt } from "../model/step/receipt.ts";
import type { Step } from "../model/step/step.ts";
import { adoption, answeredReceipt } from "./answered-receipt.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { findAtSeller } from "./look-up.ts";
import { inWindow, pastWindow } from "./reconcile.ts";
import { recordDone, recordFailure, recordPending, recordReopened } from "./record.ts";
import { running, standsAllTheSame, takeOver } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";

/**
 * Asks an agent how a task stands that it took on earlier. Silence, errors and unknown states say nothing of the task: then the
 * seller's books alone decide, and a person once the replay window is over. Only an end of exactly this task gives anything back,
 * and only where the books do not show it.
 */
export async function poll(current: StepState, ports: ExecutePorts): Promise<Sent> {
  const { step, receipt } = current;
  if (receipt?.taskId === undefined) return settled;
  const answer = await ports.read(
    step.agentUrl,
    "get_task_status",
    { task_id: receipt.taskId, ...accountOf(step) },
    receipt.overWire ? { taskOf: step.task } : {},
  );
  if (answer.type === "pending") return settled;
  if (answer.type === "failed") {
    const { code, message } = answer.error;
    return unknownState(current, `its task cannot be asked for: ${code}: ${message}`, answer.error, ports);
  }
  const { task_id, status, result, error } = answer.payload;
  if (task_id !== receipt.taskId)
    return unknownState(
      current,
      `${step.agentId} answers about another task, not ${receipt.taskId}`,
      undefined,
      ports,
    );
  const own = ownTaskIn(result);
  if (own !== undefined && own !== receipt.taskId) {
    await recordPending(step, { taskId: own, replayed: receipt.replayed }, `goes-on/${step.id}`, ports);
    return settled;
  }
  if (!isTerminal(taskStates, status)) {
    if (isReportedDone(current)) await standsAllTheSame(step, ports);
    return settled;
  }
  if (status !== "completed")
    return ended(
      current,
      error?.code ?? "REJECTED",
      error?.message ?? `the seller's people said no (${status})`,
      ports,
    );
  const done = await completedReceipt(step, { result, replayed: receipt.replayed }, ports);
  if (done === undefined) {
    ports.progress(`${step.id}: completed, but nothing shows its result; asking again later`);
    if (!isSaidDone(current)) await noteOnce(current, { note: saidDone, key: `said-done/${step.id}` }, ports);
  } else if (done instanceof TaskError) return ended(current, done.code, done.message, ports);
  else await recordDone(done, ports);
  return settled;
}

/** What is noted of a task that is completed and whose result nothing shows. */
const saidDone = "it says that it is done, and nothing shows its result";

/**
 * Its task has ended with a no. Where it has said before that it is done, only books that can be asked and do not show it give
 * anything back, whichever of the two it said first.
 */
async function ended(current: StepState, code: string, message: string, ports: ExecutePorts): Promise<Sent> {
  const { step } = current;
  const wasDone = isReportedDone(current) || isSaidDone(current);
  const books = await standsAllTheSame(step, ports);
  if (books === "silent") ports.progress(`${step.id}: it came to nothing, and its books do not answer yet`);
  if (books === "no-key" && wasDone) {
    const never = `said that it was done, then that it was not (${message})`;
    return inWindow(current, ports.clock.now())
      ? settled
      : pastWindow(current, { never, isAbsent: false }, ports);
  }
  if (books === "nothing" || books === "no-key") {
    const why = wasDone
      ? `not booked: it said that it was done, then: ${message}; its books do not list it`
      : message;
    await recordFailure(step, new TaskError(code, why, { recovery: "terminal" }), ports);
  }
  return settled;
}

function isSaidDone({ receipt }: StepState): boolean {
  return receipt?.notes?.includes(saidDone) === true;
}

/** Writes down once what was learned of a task that goes on. */
async function noteOnce(
  { step, receipt }: StepState,
  { note, key }: { readonly note: string; readonly key: string },
  ports: ExecutePorts,
): Promise<void> {
  if (receipt === undefined) return;
  const { taskId, overWire, replayed, notes = [] } = receipt;
  const noted = { taskId, replayed, ...(overWire && { overWire }), notes: [...notes, note] };
  await recordPending(step, noted, key, ports);
}

/** Nothing was learned of the task: its agent's books may show the buy all the same. `error` is absent where it answered of another. */
async function unknownState(
  current: StepState,
  reason: string,
  error: TaskError | undefined,
  ports: ExecutePorts,
): Promise<Sent> {
  const { step, receipt, sendings } = current;
  ports.progress(`${step.id}: ${reason}`);
  if (receipt?.notes === undefined && error?.recovery !== "transient")
    await noteOnce(current, { note: reason, key: `untold/${step.id}/${sendings}` }, ports);
  const found = await findAtSeller(step, ports);
  if (found.type === "one" || found.type === "several") return takeOver(step, found, ports);
  if (found.type === "silent" || inWindow(current, ports.clock.now())) return settled;
  const never = `took it on as a task, and ${reason}`;
  return pastWindow(current, { never, isAbsent: found.type === "none" }, ports);
}

/** The agent's own task, where the answer of one that has ended is that another goes on. */
function ownTaskIn(result: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { status, task_id } = result ?? {};
  const goesOn = typeof status === "string" && isKnown(taskStates, status) && !isTerminal(taskStates, status);
  return goesOn && typeof task_id === "string" ? task_id : undefined;
}

/** Looks up what an agent reports as done and has no step in hand here, and takes it in again where its books show it. */
export async function comeBack(current: StepState, ports: ExecutePorts): Promise<void> {
  const { step, status } = current;
  if (!isReportedDone(current)) return;
  const found = await findAtSeller(step, ports);
  if (found.type !== "one" && (found.type !== "several" || status === "escalated")) return;
  const buys = found.type === "one" ? [found.buy] : found.buys;
  if (isOrder(step) && !buys.some((buy) => running.has(buy.status))) return;
  const receipt = adoption(step, buys, ports);
  await (status === "escalated" ? recordDone(receipt, ports) : recordReopened(receipt, current, ports));
}

/**
 * The receipt of a task that its agent has completed, or the error that it amounts to; undefined while neither is known. Some
 * agents say that a task is completed and not what came of it: a buy is in their books.
 */
export async function completedReceipt(
  step: Step,
  { result, replayed }: { readonly result: unknown; readonly replayed: boolean },
  ports: ExecutePorts,
): Promise<Receipt | TaskError | undefined> {
  const parsed = tasks[step.task].response.safeParse(result);
  if (parsed.success) {
    const receipt = await answeredReceipt(step, parsed.data, { replayed }, ports);
    if (!(receipt instanceof TaskError) || receipt.effect === "none") return receipt;
  }
  switch (step.task) {
    case "create_media_buy":
    case "accept_proposal": {
      const found = await findAtSeller(step, ports);
      if (found.type !== "one" && found.type !== "several") return undefined;
      return adoption(step, found.type === "one" ? [found.buy] : found.buys, ports);
    }
    case "update_media_buy": {
      const payload = { media_buy_id: step.arguments["media_buy_id"], status: "unknown" };
      const receipt = await answeredReceipt(step, payload, { replayed }, ports);
      return receipt instanceof TaskError || receipt.payload["status"] !== payload.status
        ? receipt
        : undefined;
    }
    default: {
      if (result !== undefined) return undefined;
      const notes = [`${step.agentId} says that it is done, and not what came of it`];
      return { stepId: step.id, status: "done", replayed, notes, payload: {} };
    }
  }
}
