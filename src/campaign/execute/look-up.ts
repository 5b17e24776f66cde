import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordDone } from "./record.ts";

/** Looks for the buy under the campaign's own reference, in every status, and takes it as the answer where it is there. */
export async function adopted(step: Step, ports: ExecutePorts): Promise<boolean> {
  const reference = step.arguments["buyer_ref"];
  if (step.task !== "create_media_buy" || typeof reference !== "string") return false;
  const answer = await ports.read(step.agentUrl, "get_media_buys", { buyer_ref: reference });
  if (answer.type !== "answered") return false;
  const found = answer.payload.media_buys.filter((buy) => buy.buyer_ref === reference);
  const [buy] = found;
  if (buy === undefined || found.length > 1) return false;
  recordDone({ stepId: step.id, status: "done", replayed: true, payload: buy }, ports);
  return true;
}
