import type { Offer, ResponsePoint } from "../model/offer.ts";
import type { Stretch } from "./allocator.ts";

/**
 * A seller's forecast as stretches of falling rate: the lowest concave curve over its points, from nothing on. A point
 * under the line between its neighbours is not kept, as money can be split between the two. Undefined without points.
 */
export function stretchesOf(points: readonly ResponsePoint[] | undefined): Stretch[] | undefined {
  const corners: ResponsePoint[] = [{ amount: 0, impressions: 0 }];
  for (const point of points ?? []) {
    if (point.amount <= (corners.at(-1)?.amount ?? 0)) continue;
    while (corners.length > 1 && slope(corners.at(-2), corners.at(-1)) <= slope(corners.at(-1), point))
      corners.pop();
    corners.push(point);
  }
  const first = slope(corners[0], corners[1]);
  if (!(first > 0)) return undefined;
  return corners
    .slice(1)
    .map((corner, i) => ({ end: corner.amount, rate: Math.max(0, slope(corners[i], corner)) / first }));
}

/** Impressions that an amount in the brief's currency is expected to buy. Undefined where there is no price. */
export function impressionsFor({ cpm, response }: Offer, amount: number): number | undefined {
  const points = response?.filter((point) => point.amount > 0) ?? [];
  const last = points.at(-1);
  if (last === undefined) return cpm && Math.floor((amount * 1000) / cpm.mid);
  const after = points.find((point) => point.amount >= amount) ?? last;
  const before = points[points.indexOf(after) - 1] ?? { amount: 0, impressions: 0 };
  return Math.floor(
    before.impressions + slope(before, after) * (Math.min(amount, last.amount) - before.amount),
  );
}

function slope(from: ResponsePoint | undefined, to: ResponsePoint | undefined): number {
  if (from === undefined || to === undefined) return 0;
  return (to.impressions - from.impressions) / (to.amount - from.amount);
}
