import { canonicalJson } from "../../lib/canonical-json.ts";
import type { FrozenCall } from "../../protocol/call-permit.ts";
import { govern } from "../govern/govern.ts";
import { sellerAt } from "../model/sellers/seller-at.ts";
import type { StepState } from "../model/state.ts";
import { orderOver } from "../model/stop-order.ts";
import type { Verdict } from "../model/verdict.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/**
 * Asks governance and records each verdict under the number that it must have: of two processes, one is heard. `written` is
 * told of each; where a no is not to close the step it does something else with it.
 */
export async function askGovernance(
  current: StepState,
  call: FrozenCall,
  ports: ExecutePorts,
  written = (verdict: Verdict) => recordVerdict(current, call, verdict, ports),
): Promise<Verdict> {
  ports.progress(`${current.step.id}: asking governance`, "detail");
  const orders = await ports.stopOrders();
  const state = ports.journal.state();
  const order = orderOver(orders, state.id, sellerAt(state, current.step.agentId));
  return govern(
    current,
    call,
    state,
    {
      read: ports.read,
      policies: ports.policies,
      governance: ports.governance,
      ...(order === undefined ? {} : { stop: { order, inPassing: ports.inPassing } }),
      settings: ports.settings,
      approvers: ports.approvalKeys.approvers,
      now: ports.clock.now,
    },
    written,
  );
}

/** Records a verdict; false where another process has recorded one in its place. */
export function recordVerdict(
  { step }: StepState,
  { digest }: FrozenCall,
  verdict: Verdict,
  { journal }: ExecutePorts,
): Promise<boolean> {
  const count = journal.state().steps.find((other) => other.step.id === step.id)?.verdicts.length ?? 0;
  return journal.record(
    { type: "verdict-given", stepId: step.id, digest, verdict },
    `verdict/${step.id}/${count + 1}`,
  );
}

/** The same, unless it is what was said last: a campaign that is looked at every minute does not write down every minute. */
export async function recordNewVerdict(
  current: StepState,
  call: FrozenCall,
  verdict: Verdict,
  ports: ExecutePorts,
): Promise<boolean> {
  const { steps } = ports.journal.state();
  const last = (steps.find(({ step }) => step.id === current.step.id) ?? current).verdicts.at(-1)?.verdict;
  const isNew = last === undefined || canonicalJson(last) !== canonicalJson(verdict);
  return isNew && recordVerdict(current, call, verdict, ports);
}
