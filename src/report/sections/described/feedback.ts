import { z } from "zod";
import { liveBuys } from "../../../campaign/account/live-buys.ts";
import { feedbackStepId } from "../../../campaign/learn/feedback-steps.ts";
import { assessIndex } from "../../../campaign/learn/performance-index/assess-index.ts";
import { restatedSince } from "../../../campaign/learn/performance-index/restated-since.ts";
import { boughtPackages } from "../../../campaign/model/derived/bought.ts";
import type { IndexInputs } from "../../../campaign/model/learned/feedback.ts";
import { type CampaignState, stepOf } from "../../../campaign/model/state/state.ts";
import { type BuyIdentity, buyKey } from "../../../campaign/model/step/buy-identity.ts";
import { money, moneySchema } from "../../../lib/money.ts";
import { count, type Described, each, fields, period, statusField } from "../../blocks/schema.ts";
import { statusOf } from "./status.ts";

const about = {
  mediaBuyId: z.string(),
  packageId: z.string().optional().describe("absent: the buy as a whole"),
  product: z.string().optional().describe("the package's, by its name; absent where it is not known"),
  sellerId: z.string(),
  period,
};

const inputs = fields({
  source: z.enum(["buyer", "seller"]).describe("who counted"),
  metric: z.string(),
  days: each({ date: z.string(), outcomes: count, spend: moneySchema }),
  expectation: fields({ outcomes: z.number(), spend: moneySchema, basis: z.string() }).describe(
    "so many outcomes were expected of so much spend",
  ),
  priorOutcomes: z.number().describe("what the plan's word weighs, in outcomes"),
  dispersion: z.number().min(1).describe("how much more days differ than chance makes them"),
}).describe(
  "index = (priorOutcomes + outcomes / dispersion) / (priorOutcomes + expected / dispersion), outcomes over all days, " +
    "expected = spend over all days * expectation.outcomes / expectation.spend",
);

export const feedbackSchema = each({
  ...about,
  performanceIndex: z.number().describe("1 is as planned, above 1 is better"),
  interval: fields({ low: z.number(), high: z.number() }).describe("holds the index with 90 %"),
  inputs,
  formula: z.string(),
  status: statusField.describe("of the step that sends it to the seller"),
  restatedIndex: z
    .number()
    .optional()
    .describe("what the index would be since days were restated; it is not sent to the seller again"),
});

export const withheldFeedbackSchema = each({ ...about, reason: z.string() }).describe(
  "packages and buys without an index for a period that is reported, and why",
);
export type FeedbackList = Described<typeof feedbackSchema>;
export type Feedback = FeedbackList[number];
export type Withheld = Described<typeof withheldFeedbackSchema>;

/** Each index with all that it is computed from, and whether it was sent to its seller. */
export function describeFeedback(state: CampaignState): FeedbackList {
  const restated = new Map(
    restatedSince(state, liveBuys(state)).map((one) => [feedbackStepId(one), one.performanceIndex]),
  );
  const named = productsIn(state);
  return (state.feedback ?? []).map((feedback) => {
    const id = feedbackStepId(feedback);
    return {
      ...feedback,
      product: named(feedback),
      inputs: describeInputs(feedback.inputs),
      status: statusOf(stepOf(state, id)?.status ?? "proposed"),
      restatedIndex: restated.get(id),
    };
  });
}

/** What has no index although its seller has reported the period, and why. */
export function describeWithheld(state: CampaignState): Withheld {
  const named = productsIn(state);
  return assessIndex(state, liveBuys(state)).withheld.map((one) => ({ ...one, product: named(one) }));
}

/** The name of what a package is of. */
function productsIn(state: CampaignState) {
  const key = (buy: BuyIdentity, packageId: string) => JSON.stringify([buyKey(buy), packageId]);
  const names = new Map(boughtPackages(state).map((one) => [key(one, one.packageId), one.offer.name]));
  return ({ packageId, ...buy }: BuyIdentity & { readonly packageId?: string }) =>
    packageId === undefined ? undefined : names.get(key(buy, packageId));
}

function describeInputs(inputs: IndexInputs): Feedback["inputs"] {
  const { measure, currency, days, expectation, ...weights } = inputs;
  const priced = <Part extends { readonly spendMinor: number }>(part: Part) => ({
    ...part,
    spend: money(part.spendMinor, currency),
  });
  return { ...measure, days: days.map(priced), expectation: priced(expectation), ...weights };
}
