import type { Ports } from "../model/state/ports.ts";
import type { StepState } from "../model/state/state.ts";
import { checkApprovals } from "./check-approvals.ts";

/** Whether enough people approved to these arguments since they were asked how the step goes on. */
export async function approvedAgain(
  current: StepState,
  digest: string,
  { journal, clock, approvalKeys }: Pick<Ports, "journal" | "clock" | "approvalKeys">,
): Promise<boolean> {
  const { approvals = [], escalation } = current;
  const subject = {
    current,
    digest,
    state: journal.state(),
    approvers: approvalKeys.approvers(),
    now: clock.now(),
    since: escalation?.since ?? approvals.length,
  };
  return (await checkApprovals(approvals, subject)).type === "enough";
}
