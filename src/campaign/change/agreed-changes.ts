import { dayMs } from "../../lib/days.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, mayBind, type StepState } from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { buyKey, buyNamedIn } from "../model/step/buy-identity.ts";

/** A step that changes a buy. */
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

/** How long a seller has to do what it has agreed to before people are asked. */
const agreedMs = dayMs;

/** Whether a seller's books say for too long that it has not done what it agreed to. What they do not state is none. */
export function isOverdue(
  current: Made,
  differences: readonly Mismatch[],
  { journal, clock }: Pick<Ports, "journal" | "clock">,
): boolean {
  const isStated = differences.some((one) => one.stated !== undefined);
  const isDueNow = clock.now() - Date.parse(current.times.answeredAt ?? "") > agreedMs;
  return isStated && isDueNow && isLast(current, changesByAnswer(journal.state()));
}

/** What is not answered comes after all that is. */
function answeredAt({ status, times }: StepState): string {
  return status === "done" ? (times.answeredAt ?? "") : "open";
}

function fieldsOf({ step, change: { differences } }: Made): string[] {
  const buy = buyKey(buyNamedIn(step));
  return differences.map((one) => [buy, one.field, "packageId" in one ? one.packageId : ""].join("/"));
}
