import type { PlanLine } from "../../campaign/model/offers/plan.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { mediaBuySchema } from "../../protocol/records/media-buy.ts";

/** The step that buys each plan lineId: the last one that was proposed for it, not replaced, and of no plan that was given up. */
export function buyByLine({ steps, round }: CampaignState): ReadonlyMap<string, StepState> {
  const buys = steps.filter(
    ({ step, status }) =>
      isOrder(step) && status !== "replaced" && round?.abandoned.includes(step.id) !== true,
  );
  return new Map(buys.flatMap((buy) => buy.step.lineIds.map((lineId) => [lineId, buy] as const)));
}

/** The seller's id of the buy, once it gave one. */
export function mediaBuyId(step: StepState): string | undefined {
  const payload = mediaBuySchema.safeParse(step.receipt?.payload);
  return payload.success ? payload.data.media_buy_id : undefined;
}

/** What a line buys, in its seller's words: of a product that is sold as several packages, which of them. */
export function packageName(
  state: CampaignState,
  line: Pick<PlanLine, "lineId" | "sellerId" | "productId"> & Partial<Pick<PlanLine, "offerId">>,
): string {
  const { lineId, sellerId, productId, offerId } = line;
  const bought = offerId ?? state.plan?.lines.find((line) => line.lineId === lineId)?.offerId;
  return state.offers?.find(({ id }) => id === bought)?.name ?? productName(state, sellerId, productId);
}

/** A product's name in its seller's words, or its id where no offer names it. */
export function productName(state: CampaignState, sellerId: string, productId: string): string {
  const offer = state.offers?.find((offer) => offer.sellerId === sellerId && offer.productId === productId);
  return offer?.name ?? productId;
}
