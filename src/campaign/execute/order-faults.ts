import { messageOf } from "../../lib/cause.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import { imaginedLive } from "../plan/signals/wanted-signals.ts";
import { linesByOrder, orderStep } from "../steps/buy-steps.ts";
import { frozen } from "../steps/frozen.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/**
 * What the releases that sellers speak have against a step's order or change, and against each order that a signal is activated for,
 * before anything is sent. Undefined where a seller does not say which release it speaks.
 */
export async function orderFaults(
  { step }: Pick<StepState, "step">,
  ports: ExecutePorts,
): Promise<readonly string[] | undefined> {
  const orders =
    isOrder(step) || step.task === "update_media_buy"
      ? [step]
      : step.task === "activate_signal"
        ? ordersWithSignal(step, ports.journal.state(), ports)
        : [];
  const faults: string[] = [];
  for (const order of orders) {
    if (!(await met(order, ports))) return undefined;
    const { bytes } = frozen(order, ports);
    faults.push(...ports.objections(order.agentUrl, order.task, JSON.parse(bytes)));
  }
  return faults;
}

/** Whether the step's agent has said how it wants its requests: before that nothing can be written for it. */
export async function met({ id, agentId, agentUrl }: Step, ports: ExecutePorts): Promise<boolean> {
  try {
    await ports.negotiate(agentUrl);
    return true;
  } catch (cause) {
    const why = messageOf(cause);
    ports.progress(`${id}: ${agentId} does not say which protocol it speaks (${why})`);
    return false;
  }
}

/** The complete orders that a signal is for, as they are once it is live. */
function ordersWithSignal({ lineIds }: Step, state: CampaignState, { settings }: ExecutePorts): Step[] {
  if (state.plan === undefined) return [];
  return [...linesByOrder(state.plan)].flatMap(([id, lines]) => {
    const targeted = lines.find((line) => lineIds.includes(line.lineId));
    const activation = imaginedLive(state).find(({ sellerId }) => sellerId === targeted?.sellerId);
    return targeted === undefined ? [] : orderStep(state, { id, lines, activation, settings });
  });
}
