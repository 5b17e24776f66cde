import type { Money } from "../../../lib/money.ts";
import { carriesQuestions } from "../../clearance.ts";
import type { CampaignState, StepState } from "../../state.ts";
import { movedWith } from "../reallocation-verdict.ts";

/**
 * What a consent is about: the step's own amount, the whole plan where the step carries the pre-flight questions, all that
 * moves where it carries the question of a reallocation.
 */
export function atStake(current: StepState, state: Pick<CampaignState, "plan" | "reallocations">): Money {
  const { plan } = state;
  if (plan !== undefined && carriesQuestions(current)) return plan.total;
  return movedWith(current, state) ?? current.step.amount;
}
