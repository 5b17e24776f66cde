import { stepsOf } from "../model/derived/moves.ts";
import type { DecidedReallocation } from "../model/learned/reallocation.ts";
import type { Journal } from "../model/state/journal.ts";
import { isUndecided, stepIs } from "../model/state/state.ts";

/** Who withdraws a proposal that has been overtaken. */
export const withdrawnBy = "flightdesk";

/** Takes back the question about a reallocation of which nothing was sent: nobody need answer it any more. */
export async function withdraw(decision: DecidedReallocation, reason: string, journal: Journal) {
  for (const { step } of stepsOf(decision, journal.state()).filter(isUndecided))
    await journal.record(
      {
        type: "step-rejected",
        stepId: step.id,
        by: withdrawnBy,
        reason: `the proposal is withdrawn: ${reason}`,
      },
      `rejected/${step.id}`,
      stepIs(step.id, isUndecided),
    );
}
