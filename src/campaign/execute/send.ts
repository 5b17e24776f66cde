import type { Approval, FrozenCall } from "../../protocol/approval.ts";
import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { adopted } from "./look-up.ts";
import type { Receipt } from "./receipt.ts";
import { openCodes, recordDone, recordFailure } from "./record.ts";

/**
 * Sends a call whose intent stands in the ledger, and records what became of it. An answer that was lost, or an agent
 * that asks to be called later, leaves the step begun: the same bytes go out again when the campaign resumes.
 */
export async function send(
  step: Step,
  call: FrozenCall,
  approval: Approval,
  ports: ExecutePorts,
): Promise<void> {
  ports.progress(`${step.id}: ${step.task} at ${step.agentId}`);
  const answer = await ports.mutate(call, approval, {
    onProgress: (message) => {
      ports.progress(`${step.id}: ${message.slice(0, 80)}`);
    },
  });
  switch (answer.type) {
    case "answered": {
      const payload = answer.replayed ? await readBack(step, answer.payload, ports) : answer.payload;
      return recordDone({ stepId: step.id, status: "done", replayed: answer.replayed, payload }, ports);
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
      return;
    }
    case "failed":
      // The signal is where it should be; who made it so does not matter.
      if (answer.error.code === "ALREADY_ACTIVATED")
        return recordDone({ stepId: step.id, status: "done", replayed: true, payload: {} }, ports);
      // The seller knows the key but not these bytes, or no longer knows it: the buy may stand there.
      if (openCodes.has(answer.error.code) && (await adopted(step, ports))) return;
      return recordFailure(step, answer.error, ports);
  }
}

/** A replayed answer is history: the buy's present state is read before anything rests on it. */
async function readBack(
  step: Step,
  payload: Readonly<Record<string, unknown>>,
  { read }: ExecutePorts,
): Promise<Readonly<Record<string, unknown>>> {
  const id = payload["media_buy_id"];
  if (step.task !== "create_media_buy" || typeof id !== "string") return payload;
  const answer = await read(step.agentUrl, "get_media_buys", { media_buy_ids: [id] });
  const now =
    answer.type === "answered" ? answer.payload.media_buys.find((buy) => buy.media_buy_id === id) : undefined;
  return { ...payload, ...now, replayed: true };
}
