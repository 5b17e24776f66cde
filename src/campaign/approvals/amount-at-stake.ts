import { groupBy } from "../../lib/group-by.ts";
import { type Money, totalMoney } from "../../lib/money.ts";
import { bindings, sumOf } from "../account/still-bound.ts";
import { leftPaused } from "../model/derived/left-paused.ts";
import { carriesQuestions } from "../model/state/clearance.ts";
import {
  awaitsPerson,
  boundBy,
  type CampaignState,
  type StepState,
  waitsForPerson,
} from "../model/state/state.ts";

/** What an approval is about. */
export interface Stake {
  /** In the seller's currency where it is one step's. */
  readonly amount: Money;
  /** The same in the brief's currency, with what its data costs. */
  readonly planAmount: Money;
  /** What people's limits are checked against: the amount, and with its data where packages use a signal. */
  readonly counted: readonly Money[];
}

/**
 * The step's own amount, the whole plan where the step carries the pre-flight questions, all that moves where it carries the
 * question of a reallocation, and of a buy that its seller has booked otherwise, and of one that was left paused for that and is
 * to run, what it binds.
 */
export function atStake(current: StepState, state: Pick<CampaignState, "plan" | "reallocations" | "steps">) {
  const question = awaitsPerson(current) ? current : leftPaused(current.step, state);
  if (question !== undefined) return stakeOf(question, boundWith(question, state), state);
  const { plan } = state;
  if (plan !== undefined && carriesQuestions(current)) return ofAmount(plan.total);
  const moved = movedWith(current, state);
  return moved === undefined ? stakeOf(current, current.step, state) : ofAmount(moved);
}

function ofAmount(amount: Money): Stake {
  return { amount, planAmount: amount, counted: [amount] };
}

function stakeOf(
  { step }: StepState,
  { amount, planAmount }: Pick<Stake, "amount" | "planAmount">,
  { plan }: Pick<CampaignState, "plan">,
): Stake {
  const usesData = plan?.lines.some(({ lineId, signal }) => signal && step.lineIds.includes(lineId)) === true;
  return { amount, planAmount, counted: usesData ? [amount, planAmount] : [amount] };
}

/** What a buy binds that a step has ordered or changed: of a change, which may cost nothing itself, all of its buy. */
function boundWith(current: StepState, state: Pick<CampaignState, "steps">) {
  const { step } = current;
  if (step.change === undefined) return boundBy(current);
  const all = bindings(state, { sellerId: step.agentId, mediaBuyId: step.change.subject.mediaBuyId });
  return {
    amount: sumOf(all, step.amount.currency),
    planAmount: totalMoney(all, step.planAmount.currency, ({ planAmount }) => planAmount),
  };
}

/** The first step of each decision that waits for a person: the steps of one move are one. */
export function askedOf({ steps, ended }: Pick<CampaignState, "steps" | "ended">): StepState[] {
  // Of a campaign that has ended only what was bought can still be asked about.
  const open = steps.filter(ended === undefined ? waitsForPerson : awaitsPerson);
  const groups = groupBy(open, ({ step }) => step.change?.reallocation ?? step.id);
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

export function decisionOf(id: string | undefined, { reallocations }: Pick<CampaignState, "reallocations">) {
  return reallocations.find((one) => one.id === id);
}

/** What a person's approval is about where a step carries the question of its reallocation: all that it moves. */
export function movedWith(current: StepState, state: Pick<CampaignState, "reallocations">) {
  return asksForWhole(current) ? decisionOf(current.step.change?.reallocation, state)?.moved : undefined;
}

/** Whether people were asked about the whole reallocation that a step is a part of. */
export function asksForWhole({ verdicts }: StepState): boolean {
  return verdicts.some(({ verdict }) => verdict.type === "escalated" && verdict.by === "threshold");
}
