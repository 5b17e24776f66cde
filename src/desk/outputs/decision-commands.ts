import type { WaitingStep } from "../../campaign/approvals/inbox.ts";
import type { WaitingPlan } from "../../campaign/approvals/plan-inbox.ts";
import { shellWord } from "../../lib/clean-text.ts";

/** The command that approves a plan, to be pasted into a shell as it is. */
export function planCommand({ campaignId }: Pick<WaitingPlan, "campaignId">): string {
  return `flightdesk approve --plan --campaign ${shellWord(campaignId)}`;
}

/** The commands that decide about a step, to be pasted into a shell as they are. */
export function commandsFor({ stepId, campaignId }: Pick<WaitingStep, "stepId" | "campaignId">) {
  const which = `${shellWord(stepId)} --campaign ${shellWord(campaignId)}`;
  return {
    approve: `flightdesk approve ${which}`,
    reject: `flightdesk reject ${which} --reason "…"`,
  };
}
