import { feedbackStepId } from "../../campaign/learn/feedback-steps.ts";
import type { IndexInputs } from "../../campaign/learn/index/inputs.ts";
import { judgeIndex } from "../../campaign/learn/index/judge-index.ts";
import { restatedSince } from "../../campaign/learn/index/restated-since.ts";
import { liveBuys } from "../../campaign/measure/live-buys.ts";
import { type CampaignState, stepOf } from "../../campaign/state.ts";
import { money } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { standingOf } from "./standing.ts";

/** Each index with all that it is reckoned from, and whether its seller has been told. */
export function describeFeedback(state: CampaignState): Report["feedback"] {
  const restated = new Map(
    restatedSince(state, liveBuys(state)).map((one) => [feedbackStepId(one), one.performanceIndex]),
  );
  return (state.feedback ?? []).map((feedback) => {
    const id = feedbackStepId(feedback);
    const told = stepOf(state, id);
    const restatedIndex = restated.get(id);
    return {
      ...feedback,
      inputs: describeInputs(feedback.inputs),
      standing: told ? standingOf(told.status) : "open",
      ...(restatedIndex !== undefined && { restatedIndex }),
    };
  });
}

/** What has no index although its seller has told the period, and why. */
export function describeWithheld(state: CampaignState): Report["withheldFeedback"] {
  return judgeIndex(state, liveBuys(state)).withheld;
}

function describeInputs({ measure, currency, days, expectation, ...weights }: IndexInputs) {
  return {
    ...measure,
    days: days.map(({ date, outcomes, spendMinor }) => ({
      date,
      outcomes,
      spend: money(spendMinor, currency),
    })),
    expectation: {
      outcomes: expectation.outcomes,
      spend: money(expectation.spendMinor, currency),
      basis: expectation.basis,
    },
    ...weights,
  };
}
