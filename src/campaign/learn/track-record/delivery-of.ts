import type { TrackRecord } from "./track-record.ts";

/** What is believed of a seller before anything is seen: it delivers as ordered, give or take, as if of three packages. */
const prior = { packages: 3, mean: 1, deviation: 0.15 };
/** Over-delivery beyond this says more of the forecast than of the seller. */
const most = 1.5;
/** Standard deviations on either side that hold four of five. */
const fourInFive = 1.28;

/** Packages' impressions against the order as a posterior: few of them leave it near what is believed of any seller. */
export function deliveryOf(ofOrder: readonly number[]): TrackRecord["delivery"] {
  const ratios = ofOrder.map((ratio) => Math.min(most, ratio));
  const weight = prior.packages + ratios.length;
  const mean = ratios.reduce((total, ratio) => total + ratio, prior.packages * prior.mean) / weight;
  const squares = ratios.reduce(
    (total, ratio) => total + (ratio - mean) ** 2,
    prior.packages * (prior.deviation ** 2 + (prior.mean - mean) ** 2),
  );
  const deviation = Math.sqrt((squares / weight) * (1 + 1 / weight));
  return {
    packages: ratios.length,
    ...(ratios.length > 0 && { average: ratios.reduce((a, b) => a + b, 0) / ratios.length }),
    mean,
    low: Math.max(0, mean - fourInFive * deviation),
    high: mean + fourInFive * deviation,
  };
}
