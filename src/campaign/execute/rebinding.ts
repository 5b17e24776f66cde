import { money } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { mayCost } from "../account/may-cost.ts";
import type { Terms } from "../account/ordered-now.ts";
import { bookedIn, boundTogether, grownTo, keptOf, over } from "../account/still-bound.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyCheck } from "../model/step/buy-change.ts";
import type { Books } from "./look-up.ts";
import { isUncounted, movedSince, spentOn } from "./spent-beyond.ts";

/** What a seller has stated of an order: in its answer and in its books, which were read again at `now` (UTC milliseconds). */
export interface Stated {
  readonly confirmed?: MediaBuy;
  readonly books: Books;
  readonly now?: number;
}

/** A buy in its seller's books, and what is ordered of it by all fair readings. */
interface Reading {
  readonly buy: MediaBuy;
  readonly terms: readonly Terms[];
}

/**
 * What an order and its increases bind by all that its seller has stated: more where it has booked more, and no more than before
 * once it has that no longer.
 */
export function rebinding(
  current: StepState,
  { confirmed, books, now }: Stated,
  readings: readonly Reading[],
  state: CampaignState,
): Pick<BuyCheck, "grown" | "filled" | "kept"> {
  const { step, check, escalation, moreBooked } = current;
  const { currency } = step.amount;
  const ordered = { stepId: step.id, amount: step.amount, planAmount: step.planAmount };
  const bound = boundTogether(current, state);
  const live = readings.filter(({ buy }) => now === undefined || !over.has(buy.status));
  const isOther = movedSince(step, state) || check?.taken !== undefined;
  const sums = [
    bookedIn(
      live.map(({ buy }) => buy),
      currency,
      state.exchange,
    ),
    // What was confirmed is of the order alone, before anybody changed or took it otherwise.
    confirmed === undefined || isOther ? undefined : bookedIn([confirmed], currency, state.exchange),
    spentOn(step, state),
    isUncounted(step, state) ? ("uncountable" as const) : undefined,
  ];
  const counted = sums.flatMap((one) => (typeof one === "object" ? [one.minor] : []));
  const most = money(Math.max(0, ...counted), currency);
  const more = grownTo(bound, most, ordered);
  const filled = sums.includes("uncountable") ? step.id : more.filled;
  // What is bound for its seller's books alone is free once they say less.
  const isReset = [check?.filled, escalation, moreBooked].some((one) => one !== undefined);
  const isMore = isReset || (check?.question !== undefined && check.accepted === undefined);
  if (filled !== undefined || more.grown !== undefined || books.type === "silent" || !isMore)
    return { ...more, filled };
  const totals = live.flatMap(({ terms }) => terms.map(({ total }) => total?.minor));
  const full = bound.reduce((sum, { stepId }) => sum + (stepOf(state, stepId)?.step.amount.minor ?? 0), 0);
  const wanted = Math.max(...(totals.length === 0 ? [full] : totals.map((minor) => minor ?? full)));
  const buy = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  const cost = wanted < full ? mayCost(buy, state, now ?? 0) : undefined;
  const least = Math.max(most.minor, wanted, (cost?.reported ?? 0) + (cost?.unreported ?? 0));
  const kept = keptOf(bound, money(least, currency)).map((one) =>
    one.stepId === step.id && one.amount.minor === step.amount.minor ? ordered : one,
  );
  const own = isReset && !kept.some(({ stepId }) => stepId === step.id) ? bound.slice(0, 1) : [];
  return kept.length + own.length > 0 ? { kept: [...kept, ...own] } : {};
}
