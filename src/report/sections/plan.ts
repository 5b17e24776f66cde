import type { Offer } from "../../campaign/quote/offer.ts";
import type { CampaignState, StepState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";
import { buyBySlot, mediaBuyId, productName } from "./buys.ts";
import { describeCalendar } from "./calendar.ts";
import { describeProof, describeReach } from "./estimates.ts";
import { describeResponse } from "./response.ts";
import { standingOf } from "./standing.ts";
import { withProducts } from "./with-products.ts";

/** The plan with what became of each line. */
export function describePlan(state: CampaignState): Report["plan"] {
  const { plan } = state;
  if (!plan) return undefined;
  const buys = buyBySlot(state);
  const calendar = describeCalendar(state);
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  return {
    total: plan.total,
    unallocated: plan.unallocated,
    lines: plan.lines.map((line) => ({
      slot: line.slot,
      offerId: line.offerId,
      sellerId: line.sellerId,
      product: productName(state, line.sellerId, line.productId),
      channels: line.channels,
      amount: line.amount,
      share: plan.total.minor > 0 ? line.amount.minor / plan.total.minor : 0,
      budget: line.budget,
      ...(line.bid && { bid: line.bid }),
      ...(line.expectedImpressions !== undefined && { expectedImpressions: line.expectedImpressions }),
      ...(line.signal && { signal: { id: line.signal.id, cost: line.signal.cost } }),
      reason: line.reason,
      ...purchaseOf(buys.get(line.slot)),
      ...responseOf(offers.get(line.offerId)),
    })),
    leftOut: plan.leftOut.map(({ offerId, reason }) => {
      const offer = offers.get(offerId);
      return { offerId, sellerId: offer?.sellerId ?? "", product: offer?.name ?? offerId, reason };
    }),
    binding: plan.binding.map((text) => withProducts(text, state.offers)),
    ...(plan.proof && { proof: describeProof(plan.proof, state.offers) }),
    ...(plan.conflict && {
      conflict: plan.conflict.wishes.map(({ text, dropping }) => ({ text, dropping })),
    }),
    ...(plan.reach && { reach: describeReach(plan.reach) }),
    ...(calendar && { calendar }),
  };
}

function responseOf(offer: Offer | undefined) {
  const response = offer && describeResponse(offer);
  return response ? { response } : {};
}

function purchaseOf(buy: StepState | undefined) {
  if (!buy) return { standing: "open" as const };
  const id = mediaBuyId(buy);
  return {
    standing: standingOf(buy.status),
    ...(buy.reason !== undefined && { standingReason: buy.reason }),
    stepId: buy.step.id,
    ...(id !== undefined && { mediaBuyId: id }),
  };
}
