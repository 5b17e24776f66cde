import { TaskError } from "../../protocol/errors.ts";
import { isTerminal, taskStates } from "../../protocol/states.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { accountOf } from "../model/bought.ts";
import type { StepState } from "../model/state.ts";
import type { Receipt } from "../model/step/receipt.ts";
import type { Step } from "../model/step/step.ts";
import { adoption, answeredReceipt } from "./answered-receipt.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { lookUp } from "./look-up.ts";
import { recordDone, recordFailure } from "./record.ts";
import { standsAllTheSame } from "./send.ts";

/** Asks an agent how a task stands that it took on earlier. Silence and unknown states change nothing. */
export async function poll({ step, receipt }: StepState, ports: ExecutePorts): Promise<void> {
  if (receipt?.taskId === undefined) return;
  const answer = await ports.read(step.agentUrl, "get_task_status", {
    task_id: receipt.taskId,
    ...accountOf(step),
  });
  if (answer.type !== "answered") {
    ports.progress(`${step.id}: no word of task ${receipt.taskId}`);
    return;
  }
  const { task_id, status, result, error } = answer.payload;
  if (task_id !== receipt.taskId) {
    ports.progress(`${step.id}: ${step.agentId} tells how another task stands, not ${receipt.taskId}`);
    return;
  }
  if (!isTerminal(taskStates, status)) return;
  if (status !== "completed") {
    if (await standsAllTheSame(step, ports)) return;
    const code = error?.code ?? "REJECTED";
    return recordFailure(
      step,
      new TaskError(code, error?.message ?? `the seller's people said no (${status})`, {
        recovery: "terminal",
      }),
      ports,
    );
  }
  const done = await completedReceipt(step, { result, replayed: receipt.replayed }, ports);
  if (done === undefined)
    ports.progress(`${step.id}: completed, but nothing tells its result; asking again later`);
  else if (done instanceof TaskError) await recordFailure(step, done, ports);
  else await recordDone(done, ports);
}

/**
 * The receipt of a task that its agent has completed, or the error that it amounts to; undefined while nobody can tell. Some
 * agents say that a task is completed and not what came of it: of a buy their books tell.
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
    case "create_media_buy": {
      const found = await lookUp(step, ports);
      if (found.type !== "one" && found.type !== "several") return undefined;
      return adoption(step, found.type === "one" ? [found.buy] : found.buys, ports);
    }
    case "update_media_buy": {
      const told = { media_buy_id: step.arguments["media_buy_id"], status: "unknown" };
      const receipt = await answeredReceipt(step, told, { replayed }, ports);
      return receipt instanceof TaskError || receipt.payload["status"] !== told.status ? receipt : undefined;
    }
    default: {
      if (result !== undefined) return undefined;
      const notes = [`${step.agentId} says that it is done, and not what came of it`];
      return { stepId: step.id, status: "done", replayed, notes, payload: {} };
    }
  }
}
