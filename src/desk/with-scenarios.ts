import { deskRules } from "../campaign/govern/files/desk-rules.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { planRequest } from "../campaign/plan/plan-request.ts";
import { defaultScenarios, scenarioOf, scenarios } from "../campaign/plan/scenarios.ts";
import { counted } from "../lib/english.ts";
import type { Desk } from "./desk.ts";

/** Over a market of this many offers the usual scenarios may take more than a second: `whatif` makes them when asked. */
const mostOffers = 500;

/** A campaign with what its report shows of other plans. Without them where nothing is planned. */
export async function withScenarios(state: CampaignState, { progress }: Pick<Desk, "progress">) {
  const { plan } = state;
  const request = planRequest(state, deskRules(state));
  if (plan === undefined || request === undefined) return state;
  if (plan.lines.length === 0 || request.offers.length > mostOffers) return state;
  const requests = defaultScenarios(plan);
  progress(`working out ${counted(requests.length, "other plan")} for the report`);
  const others = await scenarios(requests, { plan, request });
  return { ...state, scenarios: [scenarioOf(plan, request.offers, "The plan", "nothing"), ...others] };
}
