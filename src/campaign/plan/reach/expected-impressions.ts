import type { Offer, Range } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";
import { isWhole } from "../limits/bounds.ts";

/**
 * What the lines are expected to bring together. The ends hold each line's dearest and cheapest price against it, and its
 * seller's forecast: what is not there cannot be bought.
 */
export function expectedImpressions(lines: readonly PlanLine[], offers: readonly Offer[]): Range {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return inWhole(sumOf(lines.map((line) => impressionsOf(line, byId.get(line.offerId)))));
}

export function impressionsOf({ expectedImpressions: mid = 0 }: PlanLine, offer: Offer | undefined): Range {
  const { impressions: forecast, cpm } = offer ?? {};
  if (offer && isWhole(offer) && forecast) return { ...forecast, mid };
  const dearest = cpm && cpm.high > 0 ? (mid * cpm.mid) / cpm.high : mid;
  const cheapest = cpm && cpm.low > 0 ? (mid * cpm.mid) / cpm.low : mid;
  return {
    low: Math.min(mid, dearest, forecast?.low ?? mid),
    mid,
    high: Math.max(mid, Math.min(cheapest, forecast?.high ?? cheapest)),
  };
}

export function sumOf(ranges: readonly Range[]): Range {
  const total = (end: keyof Range) => ranges.reduce((sum, range) => sum + range[end], 0);
  return { low: total("low"), mid: total("mid"), high: total("high") };
}

export function inWhole({ low, mid, high }: Range): Range {
  return { low: Math.floor(low), mid: Math.floor(mid), high: Math.floor(high) };
}
