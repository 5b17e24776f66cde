import type { CampaignState } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { activationStepId, wantedSignal } from "../plan/signals/wanted-signals.ts";
import { accountReady } from "./account-ready.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Makes each signal of the plan usable at its seller, before that seller is bought from. Activating binds no money: data
 * is billed by use, and its cost is part of what the buy reserves.
 */
export function signalSteps(state: CampaignState, { governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [], signals = [], signalsAgents } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  return sellers.flatMap((seller) => {
    const signal = signals.find(({ id }) => id === wantedSignal(state, seller.id)?.signalId);
    const agent = signalsAgents.find(({ id }) => id === signal?.agentId);
    if (signal === undefined || agent === undefined || !accountReady(state, seller)) return [];
    return [
      makeStep({
        id: activationStepId(seller.id),
        task: "activate_signal",
        agent,
        arguments: {
          signal_agent_segment_id: signal.segmentId,
          destinations: [{ type: "agent", agent_url: seller.agentUrl }],
          pricing_option_id: signal.pricingOptionId,
        },
        currency: brief.budget.currency,
        purpose: `make the signal "${signal.name}" usable at ${seller.id}`,
        lineIds: plan.lines
          .filter((line) => line.sellerId === seller.id && line.signal !== undefined)
          .map(({ lineId }) => lineId),
      }),
    ];
  });
}
