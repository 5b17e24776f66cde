import type { Offer, ResponsePoint } from "../model/offers/offer.ts";
import type { Stretch } from "./allocator.ts";

/** What an amount brings, of whatever is counted. */
export interface Brought {
  readonly amount: number;
  readonly units: number;
}

/**
 * The lowest concave curve over points, from nothing on, with units for each minor unit as its rates. A point under the line
 * between its neighbours is not kept, as money can be split between the two.
 */
export function concaveOver(points: readonly Brought[]): Stretch[] {
  const corners: Brought[] = [{ amount: 0, units: 0 }];
  for (const point of points) {
    if (point.amount <= (corners.at(-1)?.amount ?? 0)) continue;
    while (corners.length > 1 && slope(corners.at(-2), corners.at(-1)) <= slope(corners.at(-1), point))
      corners.pop();
    corners.push(point);
  }
  return corners
    .slice(1)
    .map((corner, i) => ({ end: corner.amount, rate: Math.max(0, slope(corners[i], corner)) }));
}

/** A seller's forecast as stretches of falling rate, 1 on the first. Undefined without points. */
export function stretchesOf(points: readonly ResponsePoint[] | undefined): Stretch[] | undefined {
  const curve = concaveOver(
    (points ?? []).map(({ amount, impressions }) => ({ amount, units: impressions })),
  );
  const first = curve[0]?.rate ?? 0;
  return first > 0 ? curve.map(({ end, rate }) => ({ end, rate: rate / first })) : undefined;
}

/** Whole impressions that an amount in the brief's currency is expected to buy. Undefined where there is no price. */
export function impressionsFor(offer: Offer, amount: number): number | undefined {
  const impressions = impressionsAt(offer, amount);
  return impressions && Math.floor(impressions);
}

/** The same before rounding. */
export function impressionsAt({ cpm, response }: Offer, amount: number): number | undefined {
  const points = response?.filter((point) => point.amount > 0) ?? [];
  const last = points.at(-1);
  if (last === undefined) return cpm && (amount * 1000) / cpm.mid;
  const after = points.find((point) => point.amount >= amount) ?? last;
  const before = points[points.indexOf(after) - 1] ?? { amount: 0, impressions: 0 };
  const rate = (after.impressions - before.impressions) / (after.amount - before.amount);
  return before.impressions + rate * (Math.min(amount, last.amount) - before.amount);
}

function slope(from: Brought | undefined, to: Brought | undefined): number {
  if (from === undefined || to === undefined) return 0;
  return (to.units - from.units) / (to.amount - from.amount);
}
