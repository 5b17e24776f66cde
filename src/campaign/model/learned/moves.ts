import type { CampaignState, StepState } from "../state.ts";
import type { DecidedReallocation, Move } from "./reallocation.ts";

/** Whether a move takes money from its line. */
export function isDecrease({ from, to }: Pick<Move, "from" | "to">): boolean {
  return to.minor < from.minor;
}

/** The steps of a reallocation, in the order in which they were proposed. */
export function stepsOf(
  { id }: Pick<DecidedReallocation, "id">,
  { steps }: Pick<CampaignState, "steps">,
): StepState[] {
  return steps.filter(({ step }) => step.change?.reallocation === id);
}

/** The last step of one of its moves, or what that goes on as; undefined before it is proposed. */
export function stepOfMove(
  decision: Pick<DecidedReallocation, "id">,
  { lineId }: Pick<Move, "lineId">,
  state: Pick<CampaignState, "steps">,
): StepState | undefined {
  return stepsOf(decision, state).findLast(
    ({ step, status }) => status !== "replaced" && step.lineIds.includes(lineId),
  );
}
