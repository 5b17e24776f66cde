import { z } from "zod";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { explainSensitivity } from "../campaign/rank/sensitivity.ts";
import { exchangeTableSchema } from "../lib/exchange.ts";
import { onceFor } from "../lib/once-for.ts";
import { count, type Described, described, fields } from "./blocks/schema.ts";
import { answerSchema, describeAnswer } from "./sections/answer.ts";
import { briefSchema, describeBrief } from "./sections/brief.ts";
import { creativesSchema, describeCreatives } from "./sections/described/creatives.ts";
import { deliverySchema, describeDelivery } from "./sections/described/delivery.ts";
import {
  describeFeedback,
  describeWithheld,
  feedbackSchema,
  withheldFeedbackSchema,
} from "./sections/described/feedback.ts";
import { describeOffers, offerSchema } from "./sections/described/offers.ts";
import { describePlan, planSchema } from "./sections/described/plan.ts";
import { describeSellers, sellerSchema } from "./sections/described/sellers.ts";
import { describeSteps, stepSchema } from "./sections/described/steps.ts";
import { feasibilitySchema } from "./sections/feasibility.ts";
import { describeHeadline, headlineSchema } from "./sections/headline.ts";
import { policiesSchema } from "./sections/method.ts";
import { describePreflight, preflightSchema } from "./sections/preflight.ts";
import { describeReadings, readingsSchema } from "./sections/readings.ts";
import { describeReallocations, reallocationsSchema } from "./sections/reallocations.ts";
import { describeReconciliation, reconciliationSchema } from "./sections/reconciliation.ts";
import { describeResults, resultsSchema } from "./sections/results.ts";
import { describeScenarios, scenariosSchema, type WithScenarios } from "./sections/scenarios.ts";
import { describeSignals, signalsSchema } from "./sections/signals.ts";
import { describeUnderDeliveries, underDeliveriesSchema } from "./sections/under-delivery.ts";

const schema = fields({
  version: z.literal(1),
  campaign: fields({
    id: z.string(),
    sequence: count.describe("sequence of the last event that the report knows"),
    begunAt: z.string().optional(),
    ended: z.string().optional(),
    governancePlanId: z.string().optional(),
  }),
  currency: z.string().optional().describe("the brief's: that of `cpm` and of everything compared"),
  answer: answerSchema.optional(),
  headline: headlineSchema,
  brief: briefSchema.optional(),
  feasibility: feasibilitySchema.optional(),
  sellers: z.array(sellerSchema),
  offers: z.array(offerSchema).describe("ranked offers first, then those that may not be bought"),
  firstPlace: z.string().optional().describe("for which weights of the ranking the same offer stands first"),
  signals: signalsSchema,
  readings: readingsSchema.optional(),
  plan: planSchema.optional(),
  scenarios: scenariosSchema.optional(),
  preflight: preflightSchema.optional(),
  steps: z.array(stepSchema).describe("in the order in which they were proposed"),
  creatives: creativesSchema,
  delivery: deliverySchema,
  results: resultsSchema.optional(),
  feedback: feedbackSchema,
  reallocations: reallocationsSchema.optional(),
  underDeliveries: underDeliveriesSchema.optional(),
  reconciliation: reconciliationSchema.optional(),
  withheldFeedback: withheldFeedbackSchema,
  policies: policiesSchema,
  exchange: exchangeTableSchema.optional(),
});

export type Report = Described<typeof schema>;

/** The report as JSON. Amounts are integer minor units with their currency; instants are UTC, ISO 8601. */
export const reportSchema: z.ZodType<Report> = schema;

/**
 * The campaign as one plain value that every rendering reads; `reportSchema` describes it. Works at every stage, and is made once of a
 * state.
 */
export const makeReport: (state: CampaignState & WithScenarios) => Report = onceFor(describe);

function describe(state: CampaignState & WithScenarios): Report {
  const offers = describeOffers(state);
  return described(schema, {
    version: 1,
    campaign: state,
    currency: state.brief?.budget.currency,
    answer: describeAnswer(state),
    headline: describeHeadline(state),
    brief: describeBrief(state),
    feasibility: state.feasibility,
    sellers: describeSellers(state, offers),
    offers,
    firstPlace: explainSensitivity(state.ranking?.sensitivity ?? []),
    signals: describeSignals(state),
    readings: describeReadings(state),
    plan: describePlan(state),
    scenarios: describeScenarios(state),
    preflight: describePreflight(state),
    steps: describeSteps(state),
    creatives: describeCreatives(state),
    delivery: describeDelivery(state),
    results: describeResults(state),
    feedback: describeFeedback(state),
    reallocations: describeReallocations(state),
    underDeliveries: describeUnderDeliveries(state),
    reconciliation: describeReconciliation(state),
    withheldFeedback: describeWithheld(state),
    policies: state.policies,
    exchange: state.exchange,
  });
}
