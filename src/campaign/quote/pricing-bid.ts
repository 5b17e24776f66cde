import { formatMoney, type Money } from "../../lib/money.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { minorDown, minorUp } from "./pricing-minor.ts";

/** How far over a floor is bid where the seller gives no median. */
const overFloor = 1.15;

export interface Bid {
  readonly floor?: Money;
  readonly bid: Money;
  /** Why so much, in plain words. */
  readonly reason: string;
}

/**
 * What is bid: the median that the seller gives, else a little over its floor; at most `cap` (in the seller's currency
 * and the option's unit), yet never under the floor: an offer whose floor is over the cap fails the gate, and is seen to.
 * Undefined where there is neither floor nor median.
 */
export function chooseBid({
  option,
  floor: least,
  cap,
}: {
  readonly option: PricingOption;
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}): Bid | undefined {
  const { currency } = option;
  const floor = least ? minorUp(least, currency) : undefined;
  const guided = usualWin(option.price_guidance);
  const target = guided?.amount ?? (floor && (least ?? 0) * overFloor);
  if (target === undefined) return undefined;

  const capped = cap !== undefined && cap < target;
  const wanted = minorDown(capped ? cap : target, currency);
  if (wanted === undefined || (least && floor === undefined)) return undefined;
  const smallest = floor?.minor ?? 1;
  const bid = { minor: Math.max(wanted.minor, smallest), currency };

  const basis = guided?.basis ?? "15 % over the floor, as the seller gives no median";
  const amount = formatMoney(bid);
  const reason =
    bid.minor > wanted.minor
      ? `bids the floor, ${amount}: less cannot be bid`
      : capped
        ? `bids ${amount}, held down by the brief's highest price for 1,000 impressions`
        : `bids ${amount}, ${basis}`;
  return { ...(floor && { floor }), bid, reason };
}

/** What half of all bids win at; else between the quarters around it. A bid at an end of the guidance is no usual one. */
function usualWin({ p50, p25, p75 }: NonNullable<PricingOption["price_guidance"]> = {}) {
  if (p50 !== undefined && p50 > 0)
    return { amount: p50, basis: "the median of the seller's price guidance" };
  if (p25 === undefined || p75 === undefined || !(p25 > 0 && p25 <= p75)) return undefined;
  return { amount: (p25 + p75) / 2, basis: "midway between p25 and p75 of the seller's price guidance" };
}
