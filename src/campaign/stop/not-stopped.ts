import { orderOver, type PauseStatus, type StopOrder } from "../model/decisions/stop-order.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { type CampaignState, mayBind } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";

/** The buys of a campaign that an order is over and that, for all the ledger knows, are not stopped. Asks nobody. */
export function notStopped(order: StopOrder, state: CampaignState): PauseStatus[] {
  const concerns = (sellerId: string) =>
    orderOver([order], state.id, sellerAt(state, sellerId)) !== undefined;
  const { pauseObserved, steps } = state;
  if (pauseObserved !== undefined && pauseObserved.at >= order.at)
    return pauseObserved.buys.filter(({ sellerId, stopped }) => !stopped && concerns(sellerId));
  return steps
    .filter((current) => isOrder(current.step) && mayBind(current))
    .filter(({ step }) => concerns(step.agentId))
    .map((current) => {
      const mediaBuyId = mediaBuyIdOf(current);
      return {
        campaignId: state.id,
        sellerId: current.step.agentId,
        mediaBuyId,
        stepId: current.step.id,
        stopped: false,
        reason: "its seller was not asked since the order",
      };
    });
}
