import { isSandboxOperator, noOperator, unnamedOperator } from "../../protocol/addresses/operator.ts";
import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import { stopsOnly } from "../govern/costs-nothing.ts";
import { onlyPauses } from "../govern/only-pauses.ts";
import { orderOver, type StopOrder, stopReason } from "../model/decisions/stop-order.ts";
import type { VerdictSource } from "../model/decisions/verdict.ts";
import { pausedAfter } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import type { StepState } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { recordNewVerdict } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/**
 * Whether a stop order, a later pause of what it would raise, or an operator that nobody has named, keeps this call from going out; the step is then held, and says
 * why. Pauses go out.
 */
export async function isStopped(current: StepState, call: FrozenCall, ports: ExecutePorts): Promise<boolean> {
  const barrier = await barrierBefore(current.step, ports);
  if (barrier === undefined) return false;
  const { by, reason } = barrier;
  await recordNewVerdict(current, call, { type: "held", by, reasons: [reason] }, ports);
  return true;
}

/** What keeps this call from going out now; undefined where nothing does, and for pauses. */
export async function whyStopped(step: Step, ports: ExecutePorts): Promise<string | undefined> {
  return (await barrierBefore(step, ports))?.reason;
}

async function barrierBefore(
  step: Step,
  ports: ExecutePorts,
): Promise<{ readonly by: VerdictSource; readonly reason: string } | undefined> {
  const order = await orderFor(step, ports);
  if (order !== undefined && !onlyPauses(step)) return { by: "stop-order", reason: stopReason(order) };
  const pause = pausedAfter(step, ports.journal.state());
  if (pause !== undefined) {
    const why = `${pause.step.id} has paused it since this was planned: it waits until it is let run again`;
    return { by: "pause", reason: why };
  }
  const reason = whyUnnamed(step, ports.settings.operator);
  return reason === undefined ? undefined : { by: "operator", reason };
}

/** Why nothing can be sent in the name of whoever operates the accounts; undefined where it can, and for what only stops a buy. */
export function whyUnnamed(step: Step, operator: string | undefined): string | undefined {
  if (stopsOnly(step)) return undefined;
  if (operator === undefined) return noOperator;
  const stranger = opensAccounts.has(step.task) ? strangerIn(step.arguments) : undefined;
  return stranger === undefined || isSandboxOperator(operator)
    ? undefined
    : `it was made for ${stranger} before an operator was set: reject it, and run the brief again`;
}

/** Changes of what is there go out under the name that it was ordered under. */
const opensAccounts: ReadonlySet<Step["task"]> = new Set([
  "create_media_buy",
  "accept_proposal",
  "sync_accounts",
]);

/** An operator in arguments that is nobody's. */
function strangerIn({ account, accounts }: Step["arguments"]): string | undefined {
  const named = [account, ...(Array.isArray(accounts) ? accounts : [])].flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "operator" in one ? [String(one.operator)] : [],
  );
  return named.find((name) => name === unnamedOperator || isSandboxOperator(name));
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
