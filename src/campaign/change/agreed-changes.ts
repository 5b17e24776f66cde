import { dayMs, endOf } from "../../lib/days.ts";
import { liveBuys } from "../account/live-buys.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, mayBind, namedFor, type StepState } from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";

export type Made = StepState & { readonly change: BuyChange };

/** The changes that sellers were sent, in the order of their answers. */
export function changesByAnswer({ steps }: Pick<CampaignState, "steps">): Made[] {
  return steps
    .flatMap((current): Made[] => {
      const { change } = current.step;
      return change !== undefined && mayBind(current) ? [{ ...current, change }] : [];
    })
    .sort((one, other) => answeredAt(one).localeCompare(answeredAt(other)));
}

/** Whether a change is the last one of each of its fields. */
export function isLast(one: Made, byAnswer: readonly Made[]): boolean {
  const last = new Map(
    byAnswer.flatMap((each) => fieldsOf(each).map((field) => [field, each.step.id] as const)),
  );
  return fieldsOf(one).every((field) => last.get(field) === one.step.id);
}

/** The changes that sellers have agreed to and not made, while no later one is of the same and nobody has given them up. */
export function agreedNotMade(state: CampaignState): StepState[] {
  const byAnswer = changesByAnswer(state);
  return byAnswer.filter(
    (one) =>
      one.status === "done" &&
      one.check?.made === false &&
      one.check.accepted === undefined &&
      isLast(one, byAnswer),
  );
}

/** How long a seller has, beyond the day that it named or its usual delay, to do what it has agreed to. */
const agreedMs = dayMs;
/** No seller is usually slower than this. */
const slowestMs = 7 * dayMs;

/**
 * Until when a seller may take to do what it has agreed to, in UTC milliseconds. A day after the line's last one is none: what is
 * to be made then never is. Nor is any for what stops a buy.
 */
export function dueAt({ step, times, receipt }: StepState, state: CampaignState): number {
  const answered = Date.parse(times.answeredAt ?? "");
  const verb = step.change?.requested.verb;
  if (verb === "pause" || verb === "cancel") return answered + agreedMs;
  const named = Date.parse(namedFor({ times, receipt }) ?? "");
  const run = liveBuys(state).find((buy) => isSameBuy(buy, buyNamedIn(step)));
  const isOfUse = run !== undefined && named < endOf(run.end);
  return (isOfUse ? named : answered + usualDelay(step.agentId, state)) + agreedMs;
}

/** The median of what a seller's earlier changes in this campaign took to show. */
function usualDelay(sellerId: string, { steps }: CampaignState): number {
  const delays = steps.flatMap(({ step, times, check }) => {
    if (step.agentId !== sellerId || step.change === undefined || check?.made !== true) return [];
    const { answeredAt = "" } = times;
    return [Date.parse(check.madeAt ?? answeredAt) - Date.parse(answeredAt)];
  });
  return Math.min(slowestMs, delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 0);
}

/** Whether a seller's books say for too long that it has not done what it agreed to. What they do not state is none. */
export function isOverdue(
  current: Made,
  differences: readonly Mismatch[],
  { journal, clock }: Pick<Ports, "journal" | "clock">,
): boolean {
  const state = journal.state();
  const isStated = differences.some((one) => one.stated !== undefined);
  // What the desk moved by itself it takes back by itself first.
  const patience = current.change.reallocation === undefined ? 0 : dayMs;
  const isDueNow = clock.now() > dueAt(current, state) + patience;
  return isStated && isDueNow && isLast(current, changesByAnswer(state));
}

/** What is not answered comes after all that is. */
function answeredAt({ status, times }: StepState): string {
  return status === "done" ? (times.answeredAt ?? "") : "open";
}

function fieldsOf({ step, change: { differences } }: Made): string[] {
  const buy = buyKey(buyNamedIn(step));
  return differences.map((one) => [buy, one.field, "packageId" in one ? one.packageId : ""].join("/"));
}
