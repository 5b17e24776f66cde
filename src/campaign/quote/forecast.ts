import type { Brief } from "../../brief/brief.ts";
import type { Product } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import { daysOf } from "./flight-length.ts";
import { hasMiddle, readRange } from "./read-range.ts";

/** What a seller expects of a product over the flight. What contradicts itself is absent. */
export interface Forecast {
  /** All that can be had. */
  readonly impressions?: Range;
  readonly reach?: Range;
  /** What each budget brings, the smallest first; empty where the seller gives no budgets. */
  readonly curve: readonly CurvePoint[];
  /** Of `curve`'s budgets, where it differs from the pricing option's. */
  readonly currency?: string;
  /** Whom rating points and an audience size count. */
  readonly demographic?: string;
  /** The point that stands for all, and how often its figures come in the flight. */
  readonly whole?: Point;
  readonly factor: number;
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

export interface CurvePoint {
  /** Major units. */
  readonly budget: number;
  readonly impressions: number;
  readonly reach?: number;
}

type Stated = NonNullable<Product["forecast"]>;
type Point = NonNullable<Stated["points"]>[number];

const none: Forecast = { curve: [], factor: 1, assumptions: [], missing: [] };
const people: ReadonlySet<string> = new Set(["individuals", "people", "persons"]);

export function readForecast({ forecast }: Product, flight: Brief["flight"]): Forecast {
  if (forecast === undefined) return none;
  const over = pointsOver(flight, forecast);
  const { points, factor } = over;
  const whole = standsForAll(points);
  const { impressions, reach } = allOf(forecast, { whole, factor });
  const isPeople = forecast.reach_unit === undefined || people.has(forecast.reach_unit);
  const curve = readCurve(points, factor, isPeople);
  return {
    impressions,
    reach: isPeople ? reach : undefined,
    curve,
    currency: forecast.currency,
    demographic: forecast.demographic,
    whole,
    factor,
    assumptions: impressions ? basisOf(impressions, forecast, { ...over, whole, curve }) : [],
    missing: reach && !isPeople ? ["reach in people: its forecast counts others"] : [],
  };
}

/** All that can be had; a reach that contradicts the impressions is none. */
function allOf(stated: Stated, atPoint: Pick<Forecast, "whole" | "factor">) {
  const impressions = readRange(stated.impressions) ?? metricOf(atPoint, "impressions");
  const reach = readRange(stated.reach) ?? metricOf(atPoint, "reach");
  const isWithin = reach && impressions && reach.mid <= impressions.high;
  return { impressions, reach: isWithin ? reach : undefined };
}

/** What the figure of all impressions rests on, for people. */
function basisOf(
  { low, high }: Range,
  stated: Stated,
  { points, whole, curve, repeated }: ReturnType<typeof pointsOver> & Pick<Forecast, "whole" | "curve">,
): readonly string[] {
  const isStated = readRange(stated.impressions) !== undefined;
  const raw = isStated ? stated.impressions : whole?.metrics?.["impressions"];
  const middle =
    high > low && !hasMiddle(raw) ? ["expected impressions are the middle of the seller's forecast"] : [];
  if (isStated) return middle;
  return [...middle, ...(points.length > 1 ? [wholeBasis(curve, points)] : []), ...repeated];
}

/** Any figure at the point that stands for all, over the flight: clicks, conversions, grps, audience_size. */
export function metricOf(
  { whole, factor }: Pick<Forecast, "whole" | "factor">,
  name: string,
): Range | undefined {
  const range = readRange(whole?.metrics?.[name]);
  if (range === undefined || factor === 1) return range;
  // Who is reached in a week is partly who is reached in the next.
  if (name === "reach" || name === "audience_size") return undefined;
  return { low: range.low * factor, mid: range.mid * factor, high: range.high * factor };
}

/** Units of figures that are for the whole flight. */
const ofAll: ReadonlySet<string> = new Set(["spend", "availability", "reach_freq", "clicks", "conversions"]);
const periods: ReadonlyMap<string, { word: string; days: number }> = new Map([
  ["weekly", { word: "week", days: 7 }],
  ["daily", { word: "day", days: 1 }],
]);

/** Points over the flight, how often their figures come in it, and that in words; none where their unit is not known. */
function pointsOver(
  flight: Brief["flight"],
  { points = [], forecast_range_unit: unit = "availability" }: Stated,
) {
  if (ofAll.has(unit)) return { points, factor: 1, repeated: [] };
  const period = periods.get(unit);
  if (period === undefined) return { points: [], factor: 1, repeated: [] };
  const factor = daysOf(flight) / period.days;
  const times = `the forecast for a ${period.word} is taken ${Number(factor.toFixed(2))} times`;
  return { points, factor, repeated: factor === 1 ? [] : [times] };
}

/** The point with the largest budget, else with the most impressions. Points are never added up: they may overlap. */
function standsForAll(points: readonly Point[]): Point | undefined {
  let best: Point | undefined;
  for (const point of points) if (best === undefined || isLarger(point, best)) best = point;
  return best;
}

function isLarger(point: Point, than: Point): boolean {
  const [budget, other] = [point.budget ?? -1, than.budget ?? -1];
  if (budget !== other) return budget > other;
  return impressionsAt(point) > impressionsAt(than);
}

function impressionsAt({ metrics }: Point): number {
  return readRange(metrics?.["impressions"])?.mid ?? -1;
}

function wholeBasis(curve: readonly CurvePoint[], points: readonly Point[]): string {
  return curve.length > 0
    ? "what can be had is what the largest budget of the seller's forecast brings"
    : `the largest of the seller's ${points.length} forecasts stands for all: they may overlap`;
}

/** Rising in all: a budget that brings no more than a smaller one ends the curve, one that brings less makes it none. */
function readCurve(points: readonly Point[], factor: number, isPeople: boolean): CurvePoint[] {
  const budgeted = points
    .flatMap((point) => curvePoint(point, factor, isPeople))
    .sort((a, b) => a.budget - b.budget);
  const rising: CurvePoint[] = [];
  for (const point of budgeted) {
    const last = rising.at(-1);
    if (last !== undefined && bringsLess(point, last)) return [];
    if (point.budget !== last?.budget && point.impressions !== last?.impressions) rising.push(point);
  }
  return rising;
}

function curvePoint(point: Point, factor: number, isPeople: boolean): CurvePoint[] {
  const { budget = 0 } = point;
  const impressions = impressionsAt(point) * factor;
  if (budget <= 0 || impressions <= 0) return [];
  const reach = isPeople ? metricOf({ whole: point, factor }, "reach")?.mid : undefined;
  return [{ budget, impressions, reach }];
}

function bringsLess(point: CurvePoint, smaller: CurvePoint): boolean {
  return point.impressions < smaller.impressions || (point.reach ?? Infinity) < (smaller.reach ?? 0);
}
