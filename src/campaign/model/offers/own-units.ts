import type { Brief } from "../../../brief/brief.ts";
import { type GoalMetric, type RateMetric, servingBrief } from "../../../brief/kpi.ts";
import { type BroughtPoint, eachEnd, exactly, type Offer, type Range } from "./offer.ts";

/** Whether an offer's price, or its seller's curve, says what money brings of a metric whatever its impressions. */
export function hasOwnUnits({ charges, perUnit, brings }: Offer, metric: RateMetric): boolean {
  return (perUnit !== undefined && charges === metric) || brings?.[metric] !== undefined;
}

/** Whether what money brings of anything that serves the brief can be said. */
export function isPricedFor(offer: Offer, brief: Pick<Brief, "kpi" | "objective">): boolean {
  const serving: readonly GoalMetric[] = servingBrief(brief);
  return (
    offer.cpm !== undefined ||
    serving.some((metric) => metric !== "reach" && metric !== "impressions" && hasOwnUnits(offer, metric))
  );
}

/** What an amount in minor units of the brief's currency brings: as many as it pays for, at most what is forecast. */
export function ownUnits({ charges, perUnit, brings, whole }: Offer, metric: RateMetric, amount: number) {
  if (perUnit === undefined || charges !== metric || whole) return alongCurve(brings?.[metric] ?? [], amount);
  const { cost, available } = perUnit;
  const boughtAt = (price: number, end: keyof Range) =>
    Math.min(amount / price, available?.[end] ?? Number.POSITIVE_INFINITY);
  const mid = boughtAt(cost.mid, "mid");
  const [low, high] = [boughtAt(cost.high, "low"), boughtAt(cost.low, "high")];
  return { low: Math.min(mid, low), mid, high: Math.max(mid, high) };
}

const none = exactly(0);

/** Between two points the straight line; past the last one no more. */
function alongCurve(points: readonly BroughtPoint[], amount: number): Range {
  const last = points.at(-1);
  const after = points.find((point) => point.amount >= amount) ?? last;
  if (after === undefined || last === undefined) return none;
  const before = points[points.indexOf(after) - 1] ?? { amount: 0, ...none };
  const part = (Math.min(amount, last.amount) - before.amount) / (after.amount - before.amount);
  return eachEnd((end) => before[end] + part * (after[end] - before[end]));
}
