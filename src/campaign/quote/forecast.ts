import type { Product } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import { daysOf } from "./flight-length.ts";
import type { Range } from "./offer.ts";
import { readRange, tellsMiddle } from "./range.ts";

/** What a seller expects of a product over the flight. What contradicts itself is absent. */
export interface Forecast {
  /** All that can be had. */
  readonly impressions?: Range;
  readonly reach?: Range;
  /** What each budget brings, the smallest first; empty where the seller gives no budgets. */
  readonly curve: readonly CurvePoint[];
  /** Of `curve`'s budgets, where it differs from the pricing option's. */
  readonly currency?: string;
  /** Of whom `people` and rating points are counted. */
  readonly demographic?: string;
  /** Any other figure at the point that stands for all: clicks, conversions, grps, audience_size. */
  readonly metric: (name: string) => Range | undefined;
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

export interface CurvePoint {
  /** Major units. */
  readonly budget: number;
  readonly impressions: number;
  readonly reach?: number;
}

type Point = NonNullable<NonNullable<Product["forecast"]>["points"]>[number];

const none: Forecast = { curve: [], metric: () => undefined, assumptions: [], missing: [] };
const people: ReadonlySet<string> = new Set(["individuals", "people", "persons"]);

export function readForecast({ forecast }: Product, flight: Brief["flight"]): Forecast {
  if (forecast === undefined) return none;
  const times = timesOf(forecast.forecast_range_unit, flight);
  const points = times === undefined ? [] : (forecast.points ?? []);
  const factor = times?.factor ?? 1;
  const curve = readCurve(points, factor);
  const whole = standsForAll(points);
  const metric = (name: string) => {
    const range = readRange(whole?.metrics?.[name]);
    // Who is reached in a week is partly who is reached in the next.
    if (range === undefined || (factor !== 1 && (name === "reach" || name === "audience_size")))
      return undefined;
    return { low: range.low * factor, mid: range.mid * factor, high: range.high * factor };
  };
  const stated = readRange(forecast.impressions);
  const impressions = stated ?? metric("impressions");
  const unit = forecast.reach_unit;
  const counted = readRange(forecast.reach) ?? metric("reach");
  const reach = counted && impressions && counted.mid <= impressions.high ? counted : undefined;
  const isPeople = unit === undefined || people.has(unit);
  const raw = stated ? forecast.impressions : whole?.metrics?.["impressions"];
  return {
    ...(impressions && { impressions }),
    ...(reach && isPeople && { reach }),
    curve: isPeople ? curve : curve.map(({ budget, impressions }) => ({ budget, impressions })),
    ...(forecast.currency !== undefined && { currency: forecast.currency }),
    ...(forecast.demographic !== undefined && { demographic: forecast.demographic }),
    metric,
    assumptions: impressions
      ? [
          ...(impressions.high > impressions.low && !tellsMiddle(raw)
            ? ["expected impressions are the middle of the seller's forecast"]
            : []),
          ...(stated || points.length < 2 ? [] : [wholeBasis(curve.length > 0, points.length)]),
          ...(stated || factor === 1 ? [] : [times?.assumption ?? ""]),
        ]
      : [],
    missing: reach && !isPeople ? ["reach in people: its forecast counts others"] : [],
  };
}

/** How often a forecast's figures come in the flight; undefined where its unit is not known. */
function timesOf(unit: string | undefined, flight: Brief["flight"]) {
  switch (unit) {
    case undefined:
    case "spend":
    case "availability":
    case "reach_freq":
    case "clicks":
    case "conversions":
      return { factor: 1, assumption: "" };
    case "weekly":
    case "daily": {
      const days = daysOf(flight);
      const factor = unit === "weekly" ? days / 7 : days;
      const word = unit === "weekly" ? "week" : "day";
      return { factor, assumption: `the forecast for a ${word} is taken ${Number(factor.toFixed(2))} times` };
    }
    default:
      return undefined;
  }
}

/** The point with the largest budget, else with the most impressions. Points are never added up: they may overlap. */
function standsForAll(points: readonly Point[]): Point | undefined {
  const size = ({ budget, metrics }: Point) =>
    [budget ?? -1, readRange(metrics?.["impressions"])?.mid ?? -1] as const;
  return points.reduce<Point | undefined>((best, point) => {
    if (best === undefined) return point;
    const [budget, impressions] = size(point);
    const [bestBudget, bestImpressions] = size(best);
    return budget > bestBudget || (budget === bestBudget && impressions > bestImpressions) ? point : best;
  }, undefined);
}

function wholeBasis(isCurve: boolean, points: number): string {
  return isCurve
    ? "what can be had is what the largest budget of the seller's forecast brings"
    : `the largest of the seller's ${points} forecasts stands for all: they may overlap`;
}

/** Rising in all: a budget that brings no more than a smaller one ends the curve, one that brings less makes it none. */
function readCurve(points: readonly Point[], factor: number): CurvePoint[] {
  const budgeted = points
    .flatMap(({ budget, metrics }) => {
      const impressions = readRange(metrics?.["impressions"])?.mid;
      if (budget === undefined || !(budget > 0) || impressions === undefined || !(impressions > 0)) return [];
      const reach = factor === 1 ? readRange(metrics?.["reach"])?.mid : undefined;
      return [{ budget, impressions: impressions * factor, ...(reach !== undefined && { reach }) }];
    })
    .sort((a, b) => a.budget - b.budget);
  const rising: CurvePoint[] = [];
  for (const point of budgeted) {
    const last = rising.at(-1);
    if (last === undefined) rising.push(point);
    else if (point.impressions < last.impressions || (point.reach ?? 0) < (last.reach ?? 0)) return [];
    else if (point.budget > last.budget && point.impressions > last.impressions) rising.push(point);
  }
  return rising;
}
