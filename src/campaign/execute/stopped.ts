import type { FrozenCall } from "../../protocol/approval.ts";
import { theStopOrder } from "../govern/govern.ts";
import { onlyPauses } from "../govern/only-pauses.ts";
import type { Step } from "../plan/step.ts";
import type { StepState } from "../state.ts";
import { orderOver, type StopOrder, stopReason } from "../stop/order.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { hear } from "./judged.ts";

/** Whether a stop order keeps this call from going out; the step is then held, and says whose order it is. Pauses go out. */
export function isStopped(current: StepState, call: FrozenCall, ports: ExecutePorts): boolean {
  const { journal } = ports;
  const reason = whyStopped(current.step, ports);
  if (reason === undefined) return false;
  const now = journal.state().steps.find(({ step }) => step.id === current.step.id) ?? current;
  const told = now.verdicts.at(-1)?.verdict;
  // A campaign that is looked at every minute does not write down every minute that it still stands.
  const known = told?.type === "held" && told.by === theStopOrder && told.reasons[0] === reason;
  if (!known) hear(current, call, { type: "held", by: theStopOrder, reasons: [reason] }, ports);
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
  return orderOver(stopOrders(), journal.state().id, agentId);
}
