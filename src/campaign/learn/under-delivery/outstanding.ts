import { orderedLines } from "../../account/ordered-lines.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { buyKey, packageKey } from "../../model/step/buy-identity.ts";
import { findUnderDelivery } from "./find-under-delivery.ts";

type Found = CampaignState["underDeliveries"][number];

/**
 * Impressions that each package, by its `packageKey`, is missing still, by its order and its figures of today; 0 where those
 * find no under-delivery any more. While the time for what a seller granted runs its word counts, then what it delivered: nothing
 * is taken off twice.
 */
export function outstandingOf(state: CampaignState): ReadonlyMap<string, number> {
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  const found = new Map(state.underDeliveries.map((one) => [packageKey(one), one]));
  return new Map(
    orderedLines(state).flatMap((line) => {
      const key = packageKey(line);
      const last = found.get(key);
      const delivered = delivery.get(buyKey(line));
      if (last === undefined || delivered === undefined) return [];
      const now = findUnderDelivery(line, delivered, { open: true });
      if (now === undefined) return [[key, 0]];
      const promised = promisedBy(key, now.toldTo, state);
      return [[key, Math.max(0, now.ordered - Math.max(now.expected, promised))]];
    }),
  );
}

/** What a package comes to at its end by its seller's word: what was expected before, and what was granted of which days lie ahead. */
function promisedBy(key: string, reportedTo: string, { makeGoods, underDeliveries }: CampaignState): number {
  const open = makeGoods.filter((one) => packageKey(one) === key && one.until > reportedTo);
  const [first] = open;
  if (first === undefined) return 0;
  const isBefore = (one: Found) => packageKey(one) === key && one.at <= first.at;
  const before = underDeliveries.findLast(isBefore)?.expected ?? 0;
  return open.reduce((total, { impressions }) => total + impressions, before);
}
