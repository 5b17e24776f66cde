import { isObject } from "../../lib/json-object.ts";
import { money } from "../../lib/money.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { liveBuys } from "../account/live-buys.ts";
import { spendsAllTheSame } from "../account/unordered-spend.ts";
import { accountOf } from "../model/derived/bought.ts";
import { boughtBy, isToBePaused, nextPauseAt } from "../model/derived/left-paused.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import { buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
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
      const isDue = pauses.every((pause) => hasNoEffect(pause, state)) && now >= nextPauseAt(pauses, now);
      const purpose = `pause ${mediaBuyId}, which is not held as it was ordered,`;
      return isDue ? [switched(current, mediaBuyId, pauseId(id, pauses.length + 1), "paused", purpose)] : [];
    }
    const isOurs =
      pauses.some(({ status }) => status === "done") && !isStoppedBesides(current, mediaBuyId, state);
    return isOurs && current.check.refusedBy === undefined
      ? [switched(current, mediaBuyId, `release/${id}`, "active", `let ${mediaBuyId} run again`)]
      : [];
  });
}

/** The last pause of each buy that is to be paused and may run on: it is sent again. */
export function pausesWithoutEffect(state: CampaignState): StepState[] {
  return state.steps.flatMap((current) => {
    const last = isToBePaused(current, state) ? pausesOf(current, state).at(-1) : undefined;
    return last !== undefined && hasNoEffect(last, state) ? [last] : [];
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

/** Whether a person or a stop order has the buy paused or ended: that stays so, whatever is decided on the order. */
function isStoppedBesides(
  { step: { agentId } }: StepState,
  mediaBuyId: string,
  state: CampaignState,
): boolean {
  const switches = state.steps.flatMap(({ step, status }) => {
    const isSwitch = step.change !== undefined || step.stop !== undefined;
    if (!isSwitch || status !== "done" || !isSameBuy(buyNamedIn(step), { sellerId: agentId, mediaBuyId }))
      return [];
    const updates = step.arguments["updates"];
    return isObject(updates) && typeof updates["status"] === "string" ? [updates["status"]] : [];
  });
  return (switches.at(-1) ?? "active") !== "active";
}

/** A seller may agree and let the buy run on, or say that it is paused and go on spending. */
function hasNoEffect(pause: StepState, state: CampaignState): boolean {
  const buy = buyNamedIn(pause.step);
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  if (live !== undefined && spendsAllTheSame(live, known, pause.times.answeredAt)) return true;
  const status = pause.receipt?.payload["status"];
  const runsOn = typeof status === "string" && status !== "paused" && !isTerminal(mediaBuyStates, status);
  return cameToNothing(pause) || (pause.status === "done" && runsOn);
}
