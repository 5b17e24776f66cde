import type { FrozenCall } from "../../protocol/call-permit.ts";
import { onlyPauses } from "../govern/only-pauses.ts";
import { sellerAt } from "../model/seller-at.ts";
import type { StepState } from "../model/state.ts";
import type { Step } from "../model/step.ts";
import { orderOver, type StopOrder, stopReason } from "../model/stop-order.ts";
import { recordNewVerdict } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/** Whether a stop order keeps this call from going out; the step is then held, and says whose order it is. Pauses go out. */
export function isStopped(current: StepState, call: FrozenCall, ports: ExecutePorts): boolean {
  const reason = whyStopped(current.step, ports);
  if (reason === undefined) return false;
  recordNewVerdict(current, call, { type: "held", by: "stop-order", reasons: [reason] }, ports);
  return true;
}

/** Whose order keeps this call from going out now; undefined where none does, and for pauses. */
export function whyStopped(step: Step, ports: ExecutePorts): string | undefined {
  const order = orderFor(step, ports);
  return order === undefined || onlyPauses(step) ? undefined : stopReason(order);
}

/** Whether this is a pause that goes out on a stop order alone. */
export function pausesUnderStop(step: Step, ports: ExecutePorts): boolean {
  return orderFor(step, ports) !== undefined && onlyPauses(step);
}

/** The stop order that a step stands under. */
export function orderFor(
  { agentId }: Pick<Step, "agentId">,
  { stopOrders, journal }: Pick<ExecutePorts, "stopOrders" | "journal">,
): StopOrder | undefined {
  const state = journal.state();
  return orderOver(stopOrders(), state.id, sellerAt(state, agentId));
}
