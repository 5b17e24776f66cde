import { explainSensitivity } from "../campaign/rank/sensitivity.ts";
import type { CampaignState } from "../campaign/state.ts";
import type { Report } from "./report-schema.ts";
import { describeBrief } from "./sections/brief.ts";
import { describeCreatives } from "./sections/creatives.ts";
import { describeDelivery } from "./sections/delivery.ts";
import { describeFeasibility } from "./sections/feasibility.ts";
import { describeFeedback, describeWithheld } from "./sections/feedback.ts";
import { describeHeadline } from "./sections/headline.ts";
import { describeOffers } from "./sections/offers.ts";
import { describePlan } from "./sections/plan.ts";
import { describePreflight } from "./sections/preflight.ts";
import { describeReadings } from "./sections/readings.ts";
import { describeReallocations } from "./sections/reallocations.ts";
import { describeReconciliation } from "./sections/reconciliation.ts";
import { describeResults } from "./sections/results.ts";
import { describeScenarios, type WithScenarios } from "./sections/scenarios.ts";
import { describeSellers } from "./sections/sellers.ts";
import { describeShortfalls } from "./sections/shortfalls.ts";
import { describeSignals } from "./sections/signals.ts";
import { describeSteps } from "./sections/steps.ts";

/** The campaign as one plain value that every rendering reads; `reportSchema` describes it. Works at every stage. */
export function makeReport(state: CampaignState & WithScenarios): Report {
  const brief = describeBrief(state);
  const offers = describeOffers(state);
  const plan = describePlan(state);
  const preflight = describePreflight(state);
  const scenarios = describeScenarios(state);
  const firstPlace = explainSensitivity(state.ranking?.sensitivity ?? []);
  const readings = describeReadings(state);
  const shortfalls = describeShortfalls(state);
  const reconciliation = describeReconciliation(state);
  const reallocations = describeReallocations(state);
  const results = describeResults(state);
  return {
    version: 1,
    campaign: {
      id: state.id,
      sequence: state.sequence,
      ...(state.begunAt !== undefined && { begunAt: state.begunAt }),
      ...(state.ended !== undefined && { ended: state.ended }),
      ...(state.governancePlanId !== undefined && { governancePlanId: state.governancePlanId }),
    },
    ...(brief && { currency: brief.budget.currency, brief }),
    headline: describeHeadline(state),
    ...describeFeasibility(state),
    sellers: describeSellers(state, offers),
    offers,
    ...(firstPlace !== undefined && { firstPlace }),
    signals: describeSignals(state),
    ...(readings && { readings }),
    ...(plan && { plan }),
    ...(scenarios && { scenarios }),
    ...(preflight && { preflight }),
    steps: describeSteps(state),
    creatives: describeCreatives(state),
    delivery: describeDelivery(state),
    ...(results && { results }),
    feedback: describeFeedback(state),
    ...(reallocations && { reallocations }),
    ...(shortfalls && { shortfalls }),
    ...(reconciliation && { reconciliation }),
    withheldFeedback: describeWithheld(state),
    policies: state.policies.map(({ file, digest }) => ({ file, digest })),
    ...(state.exchange && { exchange: state.exchange }),
  };
}
