import type { Offer, Range } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";

/**
 * What the lines are expected to bring together. The ends hold each line's dearest and cheapest price against it, and its
 * seller's forecast: what is not there cannot be bought.
 */
export function expectedImpressions(lines: readonly PlanLine[], offers: readonly Offer[]): Range {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return inWhole(sumOf(lines.map((line) => impressionsOf(line, byId.get(line.offerId)))));
}

export function impressionsOf({ expectedImpressions: mid = 0 }: PlanLine, offer: Offer | undefined): Range {
  const { impressions: forecast, cpm = noPrice, whole } = offer ?? {};
  if (whole && forecast) return { ...forecast, mid };
  const boughtAt = (price: number) => (price > 0 ? (mid * cpm.mid) / price : mid);
  const [dearest, cheapest] = [boughtAt(cpm.high), boughtAt(cpm.low)];
  const { low, high } = forecast ?? { low: mid, high: cheapest };
  return { low: Math.min(mid, dearest, low), mid, high: Math.max(mid, Math.min(cheapest, high)) };
}

/** At which as many are bought as are expected. */
const noPrice: Range = { low: 1, mid: 1, high: 1 };

export function sumOf(ranges: readonly Range[]): Range {
  const total = (end: keyof Range) => ranges.reduce((sum, range) => sum + range[end], 0);
  return { low: total("low"), mid: total("mid"), high: total("high") };
}

export function inWhole({ low, mid, high }: Range): Range {
  return { low: Math.floor(low), mid: Math.floor(mid), high: Math.floor(high) };
}
