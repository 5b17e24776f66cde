import { proportionUp } from "../../lib/money.ts";
import { type CampaignState, isOnItsWay } from "../model/state/state.ts";
import { isOpen } from "../model/step/step-status.ts";
import { budgetNow, liveBuys } from "./live-buys.ts";

/** What lines have together in their sellers' books or are about to be given, in minor units of the brief's currency. */
export function bookedAmount(lineIds: readonly string[], state: CampaignState): number {
  const booked = liveBuys(state).reduce((sum, { stepId, packages }) => {
    const order = state.steps.find(({ step }) => step.id === stepId)?.step;
    const own = packages
      .filter(({ lineId }) => lineIds.includes(lineId))
      .reduce((all, one) => all + budgetNow(one), 0);
    return own === 0 || order === undefined
      ? sum
      : sum + proportionUp(order.planAmount.minor, own, order.amount.minor);
  }, 0);
  const coming = state.steps.filter(
    ({ step, status, check }) =>
      step.change !== undefined &&
      step.lineIds.some((lineId) => lineIds.includes(lineId)) &&
      (isOpen({ status }) || isOnItsWay({ check })),
  );
  return coming.reduce((sum, { step }) => sum + step.planAmount.minor, booked);
}
