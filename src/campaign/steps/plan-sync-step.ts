import { toDecimal } from "../../lib/money.ts";
import { flightTimes } from "../model/offers/flights.ts";
import { isProposed } from "../model/state/market-round.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";

import { governanceAgentId, type StepContext } from "./step-context.ts";

const planStepId = "plan";

/** Whether the governance agent has taken the plan: before that nothing else is asked of it. */
export function isPlanReported(state: CampaignState): boolean {
  return isProposed(state, planStepId) && stepOf(state, planStepId)?.status === "done";
}

/** The brief's authority as the governance agent's plan: later checks are against it. */
export function planSyncStep(state: CampaignState, context: StepContext): Step[] {
  const { brief, plan, governancePlanId } = state;
  if (brief === undefined || plan === undefined || governancePlanId === undefined) return [];
  if (context.governanceUrl === undefined || plan.lines.length === 0) return [];
  const { start, end } = flightTimes(brief.flight);
  const share = brief.limits.maxSharePerSeller;
  return [
    makeStep({
      id: planStepId,
      task: "sync_plans",
      agent: { id: governanceAgentId, agentUrl: context.governanceUrl },
      arguments: {
        plans: [
          {
            plan_id: governancePlanId,
            brand: { domain: brief.brand.domain },
            objectives: `${brief.name}: ${brief.objective}`,
            budget: {
              total: toDecimal(brief.budget),
              currency: brief.budget.currency,
              reallocation_threshold: toDecimal(brief.limits.reallocationThreshold ?? brief.budget),
              ...(share === undefined ? {} : { per_seller_max_pct: Math.round(share * 1e4) / 100 }),
            },
            flight: { start, end },
            countries: [...brief.countries],
            channels: { allowed: [...brief.channels] },
          },
        ],
      },
      currency: brief.budget.currency,
      purpose: "tell the governance agent the plan",
    }),
  ];
}
