import { type FrozenCall, freeze } from "../../protocol/approval.ts";
import type { MutationName, RequestOf } from "../../protocol/tasks/index.ts";
import { govern } from "../govern/govern.ts";
import type { Verdict } from "../govern/verdict.ts";
import type { Step } from "../plan/step.ts";
import type { StepState } from "../state.ts";
import { orderOver } from "../stop/order.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/** The call exactly as it will be sent. */
export function frozen(step: Step, { encode }: Pick<ExecutePorts, "encode">): FrozenCall {
  // A step's arguments are data from the ledger; `freeze` parses them with the task's own schema.
  return freeze(step.task, step.agentUrl, step.arguments as RequestOf<MutationName>, (task, request) =>
    encode(step.agentUrl, task, request),
  );
}

/** Asks governance and records each verdict under the number that it must have: of two processes, one is heard. */
export async function judged(current: StepState, call: FrozenCall, ports: ExecutePorts): Promise<Verdict> {
  ports.progress(`${current.step.id}: asking governance`);
  return govern(
    current,
    call,
    ports.journal.state(),
    {
      read: ports.read,
      policies: ports.policies,
      ...(ports.governance === undefined ? {} : { governance: ports.governance }),
      stopOrder: orderOver(ports.stopOrders(), ports.journal.state().id, current.step.agentId),
      settings: ports.settings,
      approvers: ports.approvals.approvers,
      now: ports.clock.now,
    },
    (verdict) => hear(current, call, verdict, ports),
  );
}

/** Records a verdict; false where another process has been heard in its place. */
export function hear(
  { step }: StepState,
  { digest }: FrozenCall,
  verdict: Verdict,
  { journal }: ExecutePorts,
): boolean {
  const count = journal.state().steps.find((other) => other.step.id === step.id)?.verdicts.length ?? 0;
  return journal.record(
    { type: "verdict-given", stepId: step.id, digest, verdict },
    `verdict/${step.id}/${count + 1}`,
  );
}
