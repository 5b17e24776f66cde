import type { Clock } from "../../../lib/clock.ts";
import type { Journal } from "../../journal.ts";
import type { StepState } from "../../state.ts";
import type { Approvers } from "./approvers.ts";
import { checkConsents } from "./check-consents.ts";

/** Whether enough people consented, after a step was sent and its answer lost, to its being sent as a new request. */
export async function consentedAgain(
  current: StepState,
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
  const { consents = [], intent, escalation } = current;
  if (intent === undefined) return false;
  const subject = {
    current,
    digest: intent.digest,
    state: journal.state(),
    approvers: approvals.approvers(),
    now: clock.now(),
    since: escalation?.since ?? consents.length,
  };
  return (await checkConsents(consents, subject)).type === "enough";
}
