import { currencyDigits, formatMoney, money } from "../../lib/money.ts";
import type { Offer } from "../model/offer.ts";
import type { Allocation, AllocationProblem } from "./allocator.ts";
import { draftOf, frameOf, margin, put, room } from "./draft.ts";
import { impressionsFor } from "./response.ts";

/** What 1,000 more of the brief's currency would buy where it brings most, every other limit as it is, in plain words. */
export function nextThousand(
  problem: AllocationProblem,
  allocation: Allocation,
  { offers, currency }: { readonly offers: readonly Offer[]; readonly currency: string },
): string {
  const frame = frameOf(problem);
  const chosen = problem.candidates.flatMap(({ offerId }, place) => (allocation.has(offerId) ? [place] : []));
  const idOf = (place: number | undefined) => problem.candidates[place ?? -1]?.offerId ?? "";
  const before = chosen.map((place) => allocation.get(idOf(place)) ?? 0);
  const draft = draftOf(frame, chosen, before);
  if (draft.left > 0)
    return `nothing: ${formatMoney(money(draft.left, currency))} of the budget is left over as it is`;

  draft.left = 1000 * 10 ** currencyDigits(currency);
  while (draft.left > 0) {
    const open = chosen.flatMap((_, i) => {
      const free = room(frame, draft, i);
      return free > 0 ? [{ i, free, brings: margin(frame, draft, i, 0, true) }] : [];
    });
    const [best] = open.sort((a, b) => b.brings - a.brings || a.i - b.i);
    if (best === undefined) break;
    put(frame, draft, best.i, best.free);
  }
  const gains = chosen.flatMap((place, i) => {
    const [was = 0, is = 0] = [before[i], draft.amounts[i]];
    const offer = offers.find(({ id }) => id === idOf(place));
    if (offer === undefined || is === was) return [];
    const impressions = (impressionsFor(offer, is) ?? 0) - (impressionsFor(offer, was) ?? 0);
    return [`${formatMoney(money(is - was, currency))} on ${offer.id} for ${count(impressions)} impressions`];
  });
  return gains.length === 0 ? "nothing: every package is at a limit of its own" : gains.join(", ");
}

function count(impressions: number): string {
  return impressions.toLocaleString("en-US");
}
