import { proportionUp, sumOver } from "../../lib/money.ts";
import { type CampaignState, isOnItsWay, stepOf } from "../model/state/state.ts";
import { isOpen } from "../model/step/step-status.ts";
import { budgetNow, liveBuys } from "./live-buys.ts";

/** What lines have together in their sellers' books or are about to be given, in minor units of the brief's currency. */
export function bookedAmount(lineIds: readonly string[], state: CampaignState): number {
  const booked = sumOver(liveBuys(state), ({ stepId, packages }) => {
    const order = stepOf(state, stepId)?.step;
    const own = sumOver(packages, (one) => (lineIds.includes(one.lineId) ? budgetNow(one) : 0));
    return own === 0 || order === undefined
      ? 0
      : proportionUp(order.planAmount.minor, own, order.amount.minor);
  });
  const coming = state.steps.filter(
    ({ step, status, check }) =>
      step.change !== undefined &&
      step.lineIds.some((lineId) => lineIds.includes(lineId)) &&
      (isOpen({ status }) || isOnItsWay({ check })),
  );
  return booked + sumOver(coming, ({ step }) => step.planAmount.minor);
}
