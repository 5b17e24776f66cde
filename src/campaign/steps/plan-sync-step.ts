import { type Brief, mayBeAnyChannel } from "../../brief/brief.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { toDecimal } from "../../lib/money.ts";
import { endPastCampaign, planEnd } from "../model/derived/plan-end.ts";
import { flightTimes } from "../model/offers/flights.ts";
import { isProposed } from "../model/state/market-round.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import { planStepId } from "../model/step/kinds.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { governanceAgentId, type StepContext } from "./step-context.ts";

/** Whether the governance agent has taken the plan: before that nothing else is asked of it. */
export function isPlanReported(state: CampaignState): boolean {
  return isProposed(state, planStepId) && stepOf(state, planStepId)?.status === "done";
}

/** The brief's authority as the governance agent's plan: later checks are against it. */
export function planSyncStep(state: CampaignState, context: StepContext): Step[] {
  const { brief, plan, governancePlanId } = state;
  if (brief === undefined || plan === undefined || governancePlanId === undefined) return [];
  if (context.governanceUrl === undefined || plan.lines.length === 0) return [];
  const agent = { id: governanceAgentId, agentUrl: context.governanceUrl };
  return [makeStep({ id: planStepId, ...planOf(brief, governancePlanId), agent })];
}

/** The plan with a later last day, which a change past the campaign's last day calls for; undefined where it calls for none. */
export function extensionStep(
  { change }: Pick<Step, "change">,
  state: CampaignState,
  governanceUrl: string | undefined,
): Step | undefined {
  const { brief, governancePlanId } = state;
  const end = change && planEnd(state) !== undefined ? endPastCampaign(change, state) : undefined;
  if (end === undefined || brief === undefined || governancePlanId === undefined) return undefined;
  if (governanceUrl === undefined) return undefined;
  const day = lastDayBefore(end);
  return makeStep({
    ...planOf(brief, governancePlanId, end),
    id: `${planStepId}/until/${day}`,
    agent: { id: governanceAgentId, agentUrl: governanceUrl },
    purpose: `extend the campaign to ${day} at the governance agent`,
  });
}

function planOf(brief: Brief, governancePlanId: string, until?: string) {
  const { start, end } = flightTimes(brief.flight);
  const share = brief.limits.maxSharePerSeller;
  const plan = {
    plan_id: governancePlanId,
    brand: { domain: brief.brand.domain },
    objectives: `${brief.name}: ${brief.objective}`,
    budget: {
      total: toDecimal(brief.budget),
      currency: brief.budget.currency,
      reallocation_threshold: toDecimal(brief.limits.reallocationThreshold ?? brief.budget),
      ...(share === undefined ? {} : { per_seller_max_pct: Math.round(share * 1e4) / 100 }),
    },
    flight: { start, end: until ?? end },
    countries: [...brief.countries],
    ...(!mayBeAnyChannel(brief) && { channels: { allowed: [...brief.channels] } }),
  };
  return {
    task: "sync_plans" as const,
    arguments: { plans: [plan] },
    currency: brief.budget.currency,
    purpose: "tell the governance agent the plan",
  };
}
