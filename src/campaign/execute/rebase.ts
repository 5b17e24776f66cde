import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordEscalation } from "./record.ts";
import { renew } from "./renew.ts";

/**
 * An update that was decided on an older revision of its buy: the buy is read anew and the update goes on as another step on
 * the present revision. Returns that step's id; undefined where the buy cannot be read, or takes no changes any more.
 */
export async function rebase(step: Step, ports: ExecutePorts): Promise<string | undefined> {
  const id = String(step.arguments["media_buy_id"]);
  const answer = await ports.read(step.agentUrl, "get_media_buys", { media_buy_ids: [id] });
  const buy =
    answer.type === "answered" ? answer.payload.media_buys.find((one) => one.media_buy_id === id) : undefined;
  const over = buy !== undefined && ["completed", "canceled", "rejected"].includes(buy.status);
  if (buy?.revision === undefined || over) {
    const why = over ? `is ${buy.status} by now` : "cannot be read";
    const reason = `the buy changed at ${step.agentId} and ${why}. Approve to send the update again, reject to give it up.`;
    recordEscalation(step, { code: "CONFLICT", reason, retry: "same-key" }, ports);
    return undefined;
  }
  const reason = `the buy changed at ${step.agentId}; decided anew on revision ${buy.revision}`;
  return renew(step, { arguments: { revision: buy.revision }, reason }, ports);
}
