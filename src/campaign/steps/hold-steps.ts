import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { liveBuys } from "../account/live-buys.ts";
import { spendsAllTheSame } from "../account/unordered-spend.ts";
import { switchStep } from "../model/derived/bought.ts";
import {
  boughtBy,
  isCancelled,
  isLetRun,
  isSwitchedOff,
  isToBePaused,
  nextPauseAt,
} from "../model/derived/left-paused.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import { buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/**
 * Pauses each buy of which nobody knows what it costs or whether it is ours, again at growing intervals while a pause comes to
 * nothing; one that was cancelled is cancelled again. Lets it run when people have taken it as it stands or its seller has put its
 * books right: unless a person has it paused, or has not taken it. Another campaign's is not touched. `now` is UTC milliseconds.
 */
export function holdSteps(state: CampaignState, now: number): Step[] {
  return state.steps.flatMap((current): Step[] => {
    const isToPause = isToBePaused(current, state);
    return buysOf(current).flatMap((mediaBuyId) => {
      const { pauses, releases } = switchesOf(current, mediaBuyId, state);
      if (isToPause) {
        const isDue =
          pauses.every((one) => hasNoEffect(one, current, state)) && now >= nextPauseAt(pauses, now);
        const status = isCancelled(current, state) ? "canceled" : "paused";
        const does = status === "canceled" ? "cancel" : "pause";
        const purpose = `${does} ${mediaBuyId}, which is not held as it was ordered,`;
        const id = switchId("hold", current, mediaBuyId, pauses.length + 1, releases);
        return isDue ? [switched(current, mediaBuyId, id, status, purpose)] : [];
      }
      if (!pauses.some(({ status }) => status === "done") || isLeft(current, pauses, state)) return [];
      const id = switchId("release", current, mediaBuyId, 1, releases);
      return [switched(current, mediaBuyId, id, "active", `let ${mediaBuyId} run again`)];
    });
  });
}

/** The buys that are meant where nobody knows what an order or a change costs. */
function buysOf(current: StepState): readonly string[] {
  const { status, check } = current;
  const mediaBuyId = boughtBy(current);
  if (status !== "done" || check === undefined || mediaBuyId === undefined) return [];
  return [...new Set([mediaBuyId, ...(check.question?.buys ?? [])])];
}

/** Whether a buy stays paused although nothing is in doubt any more: a person did not take it, or has it paused. */
function isLeft(current: StepState, pauses: readonly StepState[], state: CampaignState): boolean {
  const { refusedBy, accepted, question } = current.check ?? {};
  if (refusedBy !== undefined) return true;
  const isSwitched = isSwitchedOff(current, state);
  if (accepted !== undefined) return isSwitched && question?.differences.some(isLetRun) !== true;
  const { rejection } = current;
  const pausedAt = pauses.at(-1)?.times.begunAt ?? "";
  return isSwitched || (rejection !== undefined && rejection.at >= pausedAt);
}

/** The last pause of each buy that is to be paused and may run on: it is sent again. */
export function pausesWithoutEffect(state: CampaignState): StepState[] {
  return state.steps.flatMap((current) => {
    if (!isToBePaused(current, state)) return [];
    return buysOf(current).flatMap((mediaBuyId) => {
      const last = switchesOf(current, mediaBuyId, state).pauses.at(-1);
      return last !== undefined && hasNoEffect(last, current, state) ? [last] : [];
    });
  });
}

function switched(
  { step }: StepState,
  mediaBuyId: string,
  id: string,
  status: "paused" | "canceled" | "active",
  purpose: string,
): Step {
  return switchStep(step, mediaBuyId, status, {
    id,
    purpose: `${purpose} at ${step.agentId}`,
    lineIds: step.lineIds,
  });
}

/** `hold/<step>`, then `hold/<step>/again/2`; of another buy than the step's `hold/<step>/of/<buy>`, and so with each later turn. */
function switchId(
  does: "hold" | "release",
  current: StepState,
  mediaBuyId: string,
  count: number,
  releases: number,
): string {
  const of = mediaBuyId === boughtBy(current) ? "" : `/of/${mediaBuyId}`;
  const round = releases === 0 ? "" : `/after/${releases}`;
  return `${does}/${current.step.id}${of}${round}${count === 1 ? "" : `/again/${count}`}`;
}

/** How often a buy was let run again for a step so far, and the pauses that were asked for since then, each as it goes on. */
function switchesOf(current: StepState, mediaBuyId: string, state: CampaignState) {
  let releases = 0;
  while (stepOf(state, switchId("release", current, mediaBuyId, 1, releases)) !== undefined) releases += 1;
  const pauses: StepState[] = [];
  for (;;) {
    const next = stepOf(state, switchId("hold", current, mediaBuyId, pauses.length + 1, releases));
    if (next === undefined) return { pauses, releases };
    pauses.push(next);
  }
}

/** A seller may agree and let the buy run on, let it run again later, or say that it is paused and go on spending. */
function hasNoEffect(pause: StepState, { check }: StepState, state: CampaignState): boolean {
  const buy = buyNamedIn(pause.step);
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  if (live !== undefined && spendsAllTheSame(live, known, pause.times.answeredAt)) return true;
  return cameToNothing(pause) || (pause.status === "done" && runsAllTheSame(pause, check));
}

function runsAllTheSame({ receipt, times }: StepState, check: StepState["check"]): boolean {
  const status = receipt?.payload["status"];
  const runsOn = typeof status === "string" && status !== "paused" && !isTerminal(mediaBuyStates, status);
  return runsOn || (check?.runsOn === true && check.at > (times.answeredAt ?? ""));
}
