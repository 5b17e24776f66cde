import { type Money, money } from "../../lib/money.ts";
import { proportionUp } from "../../lib/proportion.ts";
import { mediaBuyIdOf } from "../bought.ts";
import type { BuyIdentity } from "../buy-identity.ts";
import { boundBy, type CampaignState } from "../state.ts";
import type { Kept } from "./buy-change.ts";

/** What a buy binds, step by step: the order itself, then each increase, in the order in which they were proposed. */
export function bindings({ steps }: CampaignState, buy: BuyIdentity): Kept[] {
  return steps.flatMap((current) => {
    const { step, status } = current;
    const mediaBuyId =
      step.task === "create_media_buy" ? mediaBuyIdOf(current) : step.change?.subject.mediaBuyId;
    const isOurs = step.agentId === buy.sellerId && mediaBuyId === buy.mediaBuyId;
    if (!isOurs || status !== "done" || step.amount.minor === 0) return [];
    return [{ stepId: step.id, ...boundBy(current) }];
  });
}

/**
 * What each binding keeps where the buy may cost `total` from now on: the last increase gives way first. Nothing grows, and
 * parts in the brief's currency are rounded up. Only bindings that become smaller are returned.
 */
export function keptOf(bound: readonly Kept[], total: Money): Kept[] {
  let left = total.minor;
  return bound.flatMap(({ stepId, amount, planAmount }) => {
    const minor = Math.min(amount.minor, Math.max(0, left));
    left -= minor;
    if (minor === amount.minor) return [];
    const plan = proportionUp(planAmount.minor, minor, amount.minor);
    return [{ stepId, amount: money(minor, amount.currency), planAmount: money(plan, planAmount.currency) }];
  });
}
