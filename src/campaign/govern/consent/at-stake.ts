import type { Money } from "../../../lib/money.ts";
import { carriesQuestions } from "../../clearance.ts";
import type { CampaignState, StepState } from "../../state.ts";

/** What a consent is about: the step's own amount, or the whole plan where the step carries the pre-flight questions. */
export function atStake(current: StepState, { plan }: Pick<CampaignState, "plan">): Money {
  return plan !== undefined && carriesQuestions(current) ? plan.total : current.step.amount;
}
