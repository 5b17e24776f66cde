import { defaultScenarios } from "../campaign/plan/default-scenarios.ts";
import { type Scenario, scenarioOf, scenarios } from "../campaign/plan/scenarios.ts";
import { planRequest } from "../campaign/plan-request.ts";
import type { CampaignState } from "../campaign/state.ts";

/** Over a market of this many offers the usual scenarios may take more than a second: `whatif` makes them when asked. */
const mostOffers = 500;

/** A campaign with what its report tells of other plans. Without them where nothing is planned. */
export async function withScenarios(
  state: CampaignState,
): Promise<CampaignState & { readonly scenarios?: readonly Scenario[] }> {
  const { plan } = state;
  const request = planRequest(state);
  if (plan === undefined || request === undefined) return state;
  if (plan.lines.length === 0 || request.offers.length > mostOffers) return state;
  const others = await scenarios(defaultScenarios(plan), { plan, request });
  return { ...state, scenarios: [scenarioOf(plan, request.offers, "The plan", "nothing"), ...others] };
}
