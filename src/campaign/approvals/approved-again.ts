import type { Clock } from "../../lib/clock.ts";
import type { Approvers } from "../model/approvers.ts";
import type { Journal } from "../model/journal.ts";
import type { StepState } from "../model/state.ts";
import { checkConsents } from "./check-approvals.ts";

/** Whether enough people consented to these arguments since they were asked how the step goes on. */
export async function consentedAgain(
  current: StepState,
  digest: string,
  {
    journal,
    clock,
    approvals,
  }: {
    readonly journal: Journal;
    readonly clock: Clock;
    readonly approvals: { readonly approvers: () => Approvers };
  },
): Promise<boolean> {
  const { consents = [], escalation } = current;
  const subject = {
    current,
    digest,
    state: journal.state(),
    approvers: approvals.approvers(),
    now: clock.now(),
    since: escalation?.since ?? consents.length,
  };
  return (await checkConsents(consents, subject)).type === "enough";
}
