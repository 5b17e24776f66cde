import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { orderOver, type StopOrder } from "../model/decisions/stop-order.ts";
import { unheededWords } from "../model/decisions/verdict.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import type { CampaignState } from "../model/state/state.ts";
import { buyKey, buyNamedIn } from "../model/step/buy-identity.ts";
import { isStopPause } from "./next-pause.ts";

/** A pause that went out on a stop order without the governance agent's leave. */
export const objectionSchema = z.strictObject({
  campaignId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  stepId: z.string().describe("the pause, which went out all the same"),
  verdict: z
    .enum(["denied", "escalated", "conditions", "held"])
    .describe("what the governance agent said; `held` where it said nothing that counts"),
  reason: z.string(),
});
export type Objection = Described<typeof objectionSchema>;

/** Of each buy the last pause under the order that governance has not agreed to. Asks nobody. */
export function objectionsTo(order: StopOrder, state: CampaignState): Objection[] {
  const byBuy = new Map<string, Objection | undefined>();
  for (const { step, verdicts } of state.steps) {
    if (!isStopPause({ step }) || orderOver([order], state.id, sellerAt(state, step.agentId)) === undefined)
      continue;
    const buy = buyNamedIn(step);
    for (const { at, verdict } of verdicts) {
      if (at < order.at || verdict.type !== "approved") continue;
      const unheeded = verdict.unheeded;
      byBuy.set(
        buyKey(buy),
        unheeded === undefined || unheeded.type === "approved"
          ? undefined
          : {
              campaignId: state.id,
              ...buy,
              stepId: step.id,
              verdict: unheeded.type,
              reason: unheededWords(unheeded),
            },
      );
    }
  }
  return [...byBuy.values()].filter((objection) => objection !== undefined);
}
