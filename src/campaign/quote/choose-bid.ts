import { formatPrice, leastPrice, priceDown, priceUp, toDecimalPrice } from "../../lib/price.ts";
import type { PricingOption } from "../../protocol/records/product.ts";

/** How far over a floor is bid where the seller gives no median. */
const overFloor = 1.15;

interface Aim {
  readonly amount: number;
  /** Why so much, in plain words. */
  readonly basis: string;
}

interface BidLimits {
  readonly option: PricingOption;
  /** The floor as the seller writes it; 0 where there is none. */
  readonly least: number;
  readonly cap: number;
  /** What the seller's forecast prices the inventory at. */
  readonly inventory: number | undefined;
}

/**
 * What is bid: what the seller's forecast prices its inventory at, the median that it gives, else a little over its floor; at most
 * `cap` (in the seller's currency and the option's unit), yet never under the floor: an offer whose floor is over the cap fails
 * the gate, and is seen to. Undefined where there is nothing to bid from.
 */
export function chooseBid(limits: BidLimits) {
  const { currency } = limits.option;
  const aim = aimOf(limits);
  if (aim === undefined) return undefined;
  const floor = limits.least > 0 ? priceUp(limits.least, currency) : undefined;
  const ceiling = ceilingOf(limits, aim);
  const wanted = priceDown(ceiling.amount, currency);
  if (wanted === undefined || (limits.least > 0 && floor === undefined)) return undefined;
  const bid = { minor: Math.max(wanted.minor, floor?.minor ?? leastPrice), currency };
  const amount = formatPrice(bid);
  const reason =
    bid.minor > wanted.minor
      ? `bids the floor, ${amount}: less cannot be bid`
      : `bids ${amount}, ${ceiling.basis}`;
  // What is bid is expected to be paid: clearing below it is luck, not a plan.
  return { floor, bid, reason, expected: ceiling === aim ? toDecimalPrice(bid) : aim.amount };
}

function aimOf({ option, least, cap, inventory }: BidLimits): Aim | undefined {
  const aboveFloor = {
    amount: least * overFloor,
    basis: "15 % over the floor, as the seller gives no median",
  };
  const priced = inventory && {
    amount: Math.max(inventory, least),
    basis: "what its seller's forecast prices the inventory at",
  };
  const usual = priced || (usualWin(option.price_guidance) ?? (least > 0 ? aboveFloor : undefined));
  const capped = { amount: cap, basis: "capped by the brief's max. CPM" };
  return usual && cap < usual.amount ? capped : usual;
}

/** Where a bid is the most that one would pay: the brief's highest price, else what nearly all bids win at. */
function ceilingOf({ option, cap }: BidLimits, aim: Aim): Aim {
  if (option["max_bid"] !== true) return aim;
  const { p75 = 0, p90 = p75 } = option.price_guidance ?? {};
  const amount = Number.isFinite(cap) ? cap : Math.max(aim.amount, p90);
  return {
    amount,
    basis: `the most that it would pay; ${Number(aim.amount.toPrecision(6))} is expected, ${aim.basis}`,
  };
}

/** What half of all bids win at; else between the quarters around it. A bid at an end of the guidance is no usual one. */
function usualWin({ p50, p25, p75 }: NonNullable<PricingOption["price_guidance"]> = {}): Aim | undefined {
  if (p50 !== undefined && p50 > 0)
    return { amount: p50, basis: "the median of the seller's price guidance" };
  if (p25 === undefined || p75 === undefined || !(p25 > 0 && p25 <= p75)) return undefined;
  return { amount: (p25 + p75) / 2, basis: "midway between p25 and p75 of the seller's price guidance" };
}
