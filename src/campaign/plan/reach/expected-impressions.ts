import { eachEnd, exactly, type Offer, type Range, sumOfRanges } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";

/**
 * What the lines are expected to bring together. The ends hold each line's dearest and cheapest price against it, and its
 * seller's forecast: what is not there cannot be bought.
 */
export function expectedImpressions(lines: readonly PlanLine[], offers: readonly Offer[]): Range {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return inWhole(sumOfRanges(lines.map((line) => impressionsOf(line, byId.get(line.offerId)))));
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
const noPrice = exactly(1);

export function inWhole(range: Range): Range {
  return eachEnd((end) => Math.floor(range[end]));
}
