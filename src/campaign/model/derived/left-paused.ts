import { backoff } from "../../../lib/clock.ts";
import { isObject } from "../../../lib/json-object.ts";
import { awaitsPerson, type CampaignState, type StepState } from "../state/state.ts";
import type { BuyQuestion, Difference } from "../step/buy-change.ts";
import { buyNamedIn, isSameBuy } from "../step/buy-identity.ts";
import type { Step } from "../step/step.ts";
import { cameToNothing } from "../step/step-status.ts";
import { mediaBuyIdOf } from "./bought.ts";

/**
 * Whether a change lets a buy run, run longer or spend more: whatever does more than hold it back or give it other creatives.
 */
export function letsRun({ task, change, arguments: request }: Step): boolean {
  if (task !== "update_media_buy") return false;
  if (change !== undefined) return !change.differences.every(holdsBack);
  const status = isObject(request["updates"]) ? request["updates"]["status"] : undefined;
  return status !== "paused" && status !== "canceled";
}

function holdsBack(one: Difference): boolean {
  switch (one.field) {
    case "status":
      return one.after !== "active";
    case "paused":
      return one.after;
    case "budget":
      return one.after.minor < one.before.minor;
    case "creatives":
      return true;
    case "end":
      return false;
  }
}

/**
 * The pause of its buy, or of its package, that was asked for after a change which would have it spend more or longer, while it
 * has not been let run again.
 */
export function pausedAfter(step: Step, { steps }: Pick<CampaignState, "steps">): StepState | undefined {
  if (step.change === undefined || !letsRun(step)) return undefined;
  const buy = buyNamedIn(step);
  const packageIds = step.change.differences.flatMap((one) => ("packageId" in one ? [one.packageId] : []));
  const own = steps.findIndex((one) => one.step.id === step.id);
  // Of each switch, of the whole buy and of a package, the last one counts.
  const paused = new Map<string, StepState | undefined>();
  for (const current of steps.slice(firstOf(own, steps) + 1)) {
    const { step: other } = current;
    if (other.task !== "update_media_buy" || cameToNothing(current) || !isSameBuy(buyNamedIn(other), buy))
      continue;
    for (const [key, isPause] of switchesIn(other)) paused.set(key, isPause ? current : undefined);
  }
  return ["", ...packageIds].map((key) => paused.get(key)).find((one) => one !== undefined);
}

/** What goes on as another step was planned when the first of them was: its place. */
function firstOf(place: number, steps: readonly StepState[]): number {
  const id = steps[place]?.step.id;
  const before = steps.findIndex(({ replacedBy }) => replacedBy !== undefined && replacedBy === id);
  return before === -1 ? place : firstOf(before, steps);
}

/** What a change pauses or lets run: the buy, under no id, and packages by their ids. */
function switchesIn({ arguments: request }: Step): (readonly [id: string, isPause: boolean])[] {
  const { status, packages } = isObject(request["updates"]) ? request["updates"] : {};
  const all: readonly unknown[] = Array.isArray(packages) ? packages : [];
  return [
    ...(status === "paused" || status === "active" ? [["", status === "paused"] as const] : []),
    ...all.flatMap((one) =>
      isObject(one) && typeof one["paused"] === "boolean"
        ? [[String(one["package_id"]), one["paused"]] as const]
        : [],
    ),
  ];
}

/** The question about the buy that `step` would let run, while nobody knows what that costs, or which buy of its seller is ours. */
export function openDoubt(step: Step, state: Pick<CampaignState, "steps">): StepState | undefined {
  const isOpen = (one: StepState) => awaitsPerson(one) && pauses(one.check?.question);
  const isUnknownThere = (one: StepState) =>
    isOpen(one) && one.check?.question?.isUnknown === true && one.step.agentId === step.agentId;
  // What costs more waits for any question about its buy.
  const isOpenFor = (one: StepState) => isOpen(one) || (step.planAmount.minor > 0 && awaitsPerson(one));
  const own = letsRun(step) ? ofItsBuy(step, state).find(isOpenFor) : undefined;
  return own ?? (step.planAmount.minor > 0 ? state.steps.find(isUnknownThere) : undefined);
}

/** The question about the buy that `step` would let run, where a person has left it paused. */
export function leftPaused(step: Step, state: Pick<CampaignState, "steps">): StepState | undefined {
  if (!letsRun(step)) return undefined;
  return ofItsBuy(step, state).find(({ check }) => check?.refusedBy !== undefined && pauses(check.question));
}

/** The order whose answer named the buy that `step` is about, while that is another campaign's and nobody has taken it. */
export function othersBuy(step: Step, { steps }: Pick<CampaignState, "steps">): StepState | undefined {
  if (typeof step.arguments["media_buy_id"] !== "string") return undefined;
  return ofItsBuy(step, { steps }).find(isOthers);
}

/** Whether a seller has named another campaign's buy, and nobody has taken it as ours. */
export function isOthers({ receipt, check }: Pick<StepState, "receipt" | "check">): boolean {
  return receipt?.isOthers === true && check?.taken === undefined;
}

/** The buy that a step has ordered or changed. */
export function boughtBy(current: StepState): string | undefined {
  return current.step.change?.subject.mediaBuyId ?? mediaBuyIdOf(current);
}

/**
 * Whether the buy of an order or a change is to be paused, as nobody has taken what it may cost or knows which it is: a pause costs
 * nothing and can be taken back. Who did not take it leaves it paused, until a person decides on it otherwise. Another campaign's
 * is not ours to pause.
 */
export function isToBePaused(current: StepState, state: Pick<CampaignState, "steps">): boolean {
  const { question, refusedBy } = current.check ?? {};
  if (!pauses(question) || question?.isAnothers === true || isOthers(current)) return false;
  return awaitsPerson(current) || (refusedBy !== undefined && !isSwitchedSince(current, state));
}

function pauses(question: BuyQuestion | undefined): boolean {
  return question?.isMoney === true || question?.isUnknown === true;
}

/** Whether a difference is that a seller lets run what we had paused or ended. */
export function isLetRun({ what, wanted }: BuyQuestion["differences"][number]): boolean {
  return what === "the status"
    ? wanted === "paused" || wanted === "canceled"
    : wanted === "true" && /^whether .* is paused$/.test(what);
}

/** Whether a person has had the buy paused, ended or let run after they were asked about the step. */
function isSwitchedSince(current: StepState, state: Pick<CampaignState, "steps">): boolean {
  const switched = lastSwitch(current, state);
  return switched !== undefined && (switched.times.answeredAt ?? "") >= (current.rejection?.at ?? "");
}

/** Whether a person had the buy of a step paused or ended, and not let run since. */
export function isSwitchedOff(current: StepState, state: Pick<CampaignState, "steps">): boolean {
  return lastSwitch(current, state)?.step.change?.differences.every(holdsBack) === true;
}

/** Whether a person had the buy of a step cancelled. */
export function isCancelled(current: StepState, state: Pick<CampaignState, "steps">): boolean {
  const differences = lastSwitch(current, state)?.step.change?.differences ?? [];
  return differences.some((one) => one.field === "status" && one.after === "canceled");
}

/** The last change by which a person had the buy of a step paused, ended or let run. */
function lastSwitch(current: StepState, { steps }: Pick<CampaignState, "steps">): StepState | undefined {
  const buy = { sellerId: current.step.agentId, mediaBuyId: boughtBy(current) ?? "" };
  return steps.findLast(
    ({ step, status }) =>
      status === "done" &&
      step.change?.differences.some(({ field }) => field === "status") === true &&
      isSameBuy(buyNamedIn(step), buy),
  );
}

/** The order of the buy that a step names, and the changes of it. */
function ofItsBuy(step: Step, { steps }: Pick<CampaignState, "steps">): StepState[] {
  const buy = buyNamedIn(step);
  return steps.filter((one) => {
    const mediaBuyId = boughtBy(one);
    return (
      mediaBuyId !== undefined &&
      one.check !== undefined &&
      isSameBuy({ sellerId: one.step.agentId, mediaBuyId }, buy)
    );
  });
}

/** How long an agent that was sent a pause gets before it is sent again. */
const betweenPauses = { firstMs: 60_000, longestMs: 3_600_000 };

/**
 * When a pause without effect is sent again, UTC milliseconds: the waits grow, so that a seller that says yes and goes on
 * spending does not fill the ledger. Times that are still to come are of a clock that has been set back since, and are ignored.
 */
export function nextPauseAt(sentPauses: readonly StepState[], now: number): number {
  const ends = sentPauses
    .flatMap(({ times, verdicts }) => times.answeredAt ?? times.begunAt ?? verdicts.at(-1)?.at ?? [])
    .map((end) => Date.parse(end))
    .filter((end) => end <= now);
  return ends.length === 0 ? 0 : Math.max(...ends) + backoff(betweenPauses, sentPauses.length);
}
