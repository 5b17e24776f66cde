import type { Offer } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";
import { isWhole } from "../limits/bounds.ts";

/** People that a line reaches with its amount. Undefined where the seller gives no reach. */
export function lineReach({ amount, expectedImpressions }: PlanLine, offer: Offer): number | undefined {
  return reachFor(offer, amount.minor, expectedImpressions);
}

/**
 * People that an amount reaches. On the seller's curve between the points that it gives. Below them, as if each impression met any
 * of the people whom the reach was stated for: N(1 - (1 - r/N)^x) for a part x of what reaches r. Where nobody counts these,
 * N(1 - exp(-i/N)) with such an N that all its impressions reach all that it stated. Undefined where the seller gives no reach.
 */
export function reachFor(offer: Offer, amount: number, bought: number | undefined): number | undefined {
  const corners = cornersOf(offer);
  const [first, last] = [corners[0], corners.at(-1)];
  if (first === undefined || last === undefined) return reachOfForecast(offer, bought);
  if (amount >= last.amount) return last.reach;
  if (amount < first.amount)
    return reachBefore(first, amount, Math.max(offer.reach?.mid ?? 0, last.reach), offer);
  const next = corners.findIndex((corner) => corner.amount > amount);
  const [before, after] = [corners[next - 1] ?? first, corners[next] ?? last];
  const share = (amount - before.amount) / (after.amount - before.amount);
  return before.reach + share * (after.reach - before.reach);
}

function cornersOf(offer: Offer) {
  const points = isWhole(offer) ? [] : (offer.response ?? []);
  return points.flatMap((point) => (point.reach === undefined ? [] : [{ ...point, reach: point.reach }]));
}

/** Of less than a curve's first point, where all of the offer reaches `most`. */
function reachBefore(
  { amount, impressions, reach }: ReturnType<typeof cornersOf>[number],
  bought: number,
  most: number,
  { penetration = 0 }: Offer,
): number {
  const own = most > 0 ? (penetration * reach) / most : 0;
  return partOf(reach, bought / amount, { impressions, penetration: own });
}

function reachOfForecast(offer: Offer, bought: number | undefined): number | undefined {
  const { reach, impressions, penetration = 0 } = offer;
  if (reach === undefined || isWhole(offer) || bought === undefined) return reach?.mid;
  if (impressions === undefined) return Math.min(bought, reach.mid * -Math.expm1(-bought / reach.mid));
  const all = { impressions: impressions.mid, penetration };
  return Math.min(reach.mid, partOf(reach.mid, bought / impressions.mid, all));
}

/** What a part of its impressions reaches of what all of them reach. */
function partOf(
  reach: number,
  part: number,
  { impressions, penetration }: { readonly impressions: number; readonly penetration: number },
): number {
  const bought = impressions * part;
  if (penetration > 0)
    return Math.min(bought, (reach * -Math.expm1(part * Math.log1p(-penetration))) / penetration);
  const audience = audienceOf(reach, impressions);
  return audience === undefined ? Math.min(reach, bought) : -audience * Math.expm1(-bought / audience);
}

/**
 * The N of N(1 - exp(-i/N)) at which all `impressions` reach `forecast` people; undefined where each of them reaches another.
 */
function audienceOf(forecast: number, impressions: number): number | undefined {
  if (impressions <= forecast) return undefined;
  // The share reached, (1 - exp(-x)) / x, falls with the contacts x of one of the audience: halving finds the one that fits.
  let [few, many] = [0, impressions / forecast];
  for (let round = 0; round < 60; round++) {
    const contacts = (few + many) / 2;
    if (-Math.expm1(-contacts) / contacts > forecast / impressions) few = contacts;
    else many = contacts;
  }
  return impressions / many;
}
