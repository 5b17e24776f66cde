import { inRound, isProposed } from "../model/state/market-round.ts";
import type { CampaignState } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { accountSteps } from "./account-steps.ts";
import { buildSteps } from "./build-steps.ts";
import { buySteps } from "./buy-steps.ts";
import { creativeSyncSteps } from "./creative-steps.ts";
import { governanceSteps } from "./governance-steps.ts";
import { holdSteps } from "./hold-steps.ts";
import { outcomeSteps } from "./outcome-steps.ts";
import { planSyncStep } from "./plan-sync-step.ts";
import { declineSteps } from "./proposal-steps.ts";
import { signalSteps } from "./signal-steps.ts";
import type { StepContext } from "./step-context.ts";

/**
 * The next steps that the state calls for and does not hold yet: the plan to the governance agent, accounts, that
 * agent to their sellers, signals, buys in doubt, buys, creatives, outcomes, in this order, each as soon as what it rests on is
 * there.
 */
export function nextSteps(state: CampaignState, context: StepContext): Step[] {
  return [
    ...planSyncStep(state, context),
    ...accountSteps(state, context),
    ...governanceSteps(state, context),
    ...signalSteps(state, context),
    ...holdSteps(state, context.now),
    ...buySteps(state, context),
    ...buildSteps(state, context),
    ...creativeSyncSteps(state, context),
    ...outcomeSteps(state, context),
    ...declineSteps(state),
  ]
    .filter(({ id }) => !isProposed(state, id))
    .map((step) => inRound(state, step));
}
