import type { FrozenCall } from "../../protocol/call-permit.ts";
import { onlyPauses } from "../govern/only-pauses.ts";
import { sellerAt } from "../model/sellers/seller-at.ts";
import type { StepState } from "../model/state.ts";
import type { Step } from "../model/step/step.ts";
import { orderOver, type StopOrder, stopReason } from "../model/stop-order.ts";
import { recordNewVerdict } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/** Whether a stop order keeps this call from going out; the step is then held, and says whose order it is. Pauses go out. */
export async function isStopped(current: StepState, call: FrozenCall, ports: ExecutePorts): Promise<boolean> {
  const reason = await whyStopped(current.step, ports);
  if (reason === undefined) return false;
  await recordNewVerdict(current, call, { type: "held", by: "stop-order", reasons: [reason] }, ports);
  return true;
}

/** Whose order keeps this call from going out now; undefined where none does, and for pauses. */
export async function whyStopped(step: Step, ports: ExecutePorts): Promise<string | undefined> {
  const order = await orderFor(step, ports);
  return order === undefined || onlyPauses(step) ? undefined : stopReason(order);
}

/** Whether this is a pause that goes out on a stop order alone. */
export async function pausesUnderStop(step: Step, ports: ExecutePorts): Promise<boolean> {
  return onlyPauses(step) && (await orderFor(step, ports)) !== undefined;
}

/** The stop order that a step stands under. */
export async function orderFor(
  { agentId }: Pick<Step, "agentId">,
  { stopOrders, journal }: Pick<ExecutePorts, "stopOrders" | "journal">,
): Promise<StopOrder | undefined> {
  const orders = await stopOrders();
  const state = journal.state();
  return orderOver(orders, state.id, sellerAt(state, agentId));
}
