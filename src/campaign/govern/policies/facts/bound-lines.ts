import type { Offer } from "../../../model/offers/offer.ts";
import type { PlanLine } from "../../../model/offers/plan.ts";
import { boundBy, type CampaignState, mayBind } from "../../../model/state/state.ts";
import { isFinalising, isOrder } from "../../../model/step/kinds.ts";
import type { Step } from "../../../model/step/step.ts";

/** A line of the plan that a step works on, with the offer behind it. */
export interface BoundLine {
  readonly line: PlanLine;
  readonly offer: Offer;
  /** The line's part of what the step costs, in minor units of the brief's currency. */
  readonly minor: number;
}

/**
 * The plan's lines that `step` works on; none for a step that is about no package. Undefined where the plan or an offer
 * does not say what the step is about: nothing may be assumed then.
 */
export function linesOf(step: Step, { plan, offers = [] }: CampaignState): readonly BoundLine[] | undefined {
  if (step.lineIds.length === 0) return buys(step) ? undefined : [];
  const lines = step.lineIds.flatMap((wanted) => plan?.lines.filter(({ lineId }) => lineId === wanted) ?? []);
  const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0);
  const bound = lines.flatMap((line) => {
    const offer = offers.find(({ id }) => id === line.offerId);
    const part = total === 0 ? 1 / lines.length : line.amount.minor / total;
    return offer === undefined ? [] : [{ line, offer, minor: step.planAmount.minor * part }];
  });
  return bound.length === step.lineIds.length ? bound : undefined;
}

/** Steps other than `step` that have bound money or may have, each with what it still binds. */
export function boundBefore(step: Step, { steps }: CampaignState): readonly Step[] {
  return steps.flatMap((other) =>
    other.step.id !== step.id && mayBind(other) ? [{ ...other.step, ...boundBy(other) }] : [],
  );
}

export function buys(step: Pick<Step, "task" | "bundle">): boolean {
  return isOrder(step) || isFinalising(step) || step.task === "update_media_buy";
}
