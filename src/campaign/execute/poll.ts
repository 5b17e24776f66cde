import { TaskError } from "../../protocol/errors.ts";
import { isTerminal, taskStates } from "../../protocol/states.ts";
import { accountOf } from "../model/bought.ts";
import type { StepState } from "../model/state.ts";
import { completedReceipt } from "./completed-receipt.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordDone, recordFailure } from "./record.ts";

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
  const { status, result, error } = answer.payload;
  if (!isTerminal(taskStates, status)) return;
  if (status !== "completed") {
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
  else if (done instanceof TaskError) recordFailure(step, done, ports);
  else recordDone(done, ports);
}
