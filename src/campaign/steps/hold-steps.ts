import { money } from "../../lib/money.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { accountOf } from "../model/derived/bought.ts";
import { boughtBy, isToBePaused, nextPauseAt } from "../model/derived/left-paused.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import { agentOf, makeStep, type Step } from "../model/step/step.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/**
 * Pauses each buy of which nobody knows what it costs, again at growing intervals while a pause comes to nothing, and lets it run again
 * when people have taken it as it stands or its seller has put its books right. Where it is in doubt which buy is ours none is
 * touched. `now` is UTC milliseconds.
 */
export function holdSteps(state: CampaignState, now: number): Step[] {
  return state.steps.flatMap((current): Step[] => {
    const mediaBuyId = boughtBy(current);
    if (current.status !== "done" || current.check === undefined || mediaBuyId === undefined) return [];
    const { id } = current.step;
    const pauses = pausesOf(current, state);
    if (isToBePaused(current, state)) {
      const isDue = pauses.every(hasNoEffect) && now >= nextPauseAt(pauses, now);
      const purpose = `pause ${mediaBuyId}, which is not held as it was ordered,`;
      return isDue ? [switched(current, mediaBuyId, pauseId(id, pauses.length + 1), "paused", purpose)] : [];
    }
    return pauses.some(({ status }) => status === "done") && current.check.refusedBy === undefined
      ? [switched(current, mediaBuyId, `release/${id}`, "active", `let ${mediaBuyId} run again`)]
      : [];
  });
}

/** The last pause of each buy that is to be paused and may run on: it is sent again. */
export function pausesWithoutEffect(state: CampaignState): StepState[] {
  return state.steps.flatMap((current) => {
    const last = isToBePaused(current, state) ? pausesOf(current, state).at(-1) : undefined;
    return last !== undefined && hasNoEffect(last) ? [last] : [];
  });
}

function switched(
  { step }: StepState,
  mediaBuyId: string,
  id: string,
  status: "paused" | "active",
  purpose: string,
): Step {
  return makeStep({
    id,
    task: "update_media_buy",
    agent: agentOf(step),
    arguments: { ...accountOf(step), media_buy_id: mediaBuyId, updates: { status } },
    currency: step.planAmount.currency,
    amount: money(0, step.amount.currency),
    purpose: `${purpose} at ${step.agentId}`,
    lineIds: step.lineIds,
  });
}

function pauseId(stepId: string, count: number): string {
  return count === 1 ? `hold/${stepId}` : `hold/${stepId}/again/${count}`;
}

/** The pauses that were asked for so far, each as it goes on. */
function pausesOf({ step: { id } }: StepState, state: CampaignState): StepState[] {
  const pauses: StepState[] = [];
  for (;;) {
    const next = stepOf(state, pauseId(id, pauses.length + 1));
    if (next === undefined) return pauses;
    pauses.push(next);
  }
}

/** A seller may agree and let the buy run on. */
function hasNoEffect(pause: StepState): boolean {
  const status = pause.receipt?.payload["status"];
  const runsOn = typeof status === "string" && status !== "paused" && !isTerminal(mediaBuyStates, status);
  return cameToNothing(pause) || (pause.status === "done" && runsOn);
}
