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

type Point = NonNullable<NonNullable<Product["forecast"]>["points"]>[number];

const none: Forecast = { curve: [], factor: 1, assumptions: [], missing: [] };
const people: ReadonlySet<string> = new Set(["individuals", "people", "persons"]);

export function readForecast({ forecast }: Product, flight: Brief["flight"]): Forecast {
  if (forecast === undefined) return none;
  const times = timesOf(forecast.forecast_range_unit, flight);
  const points = times === undefined ? [] : (forecast.points ?? []);
  const factor = times?.factor ?? 1;
  const whole = standsForAll(points);
  const stated = readRange(forecast.impressions);
  const impressions = stated ?? metricOf({ whole, factor }, "impressions");
  const counted = readRange(forecast.reach) ?? metricOf({ whole, factor }, "reach");
  const reach = counted && impressions && counted.mid <= impressions.high ? counted : undefined;
  const isPeople = forecast.reach_unit === undefined || people.has(forecast.reach_unit);
  const curve = readCurve(points, factor, isPeople);

  const assumptions: string[] = [];
  if (impressions !== undefined) {
    const raw = stated ? forecast.impressions : whole?.metrics?.["impressions"];
    if (impressions.high > impressions.low && !hasMiddle(raw))
      assumptions.push("expected impressions are the middle of the seller's forecast");
    if (!stated && points.length > 1) assumptions.push(wholeBasis(curve.length > 0, points.length));
    if (!stated && times !== undefined && factor !== 1) assumptions.push(times.assumption);
  }
  return {
    impressions,
    reach: isPeople ? reach : undefined,
    curve,
    currency: forecast.currency,
    demographic: forecast.demographic,
    whole,
    factor,
    assumptions,
    missing: reach && !isPeople ? ["reach in people: its forecast counts others"] : [],
  };
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

function wholeBasis(isCurve: boolean, points: number): string {
  return isCurve
    ? "what can be had is what the largest budget of the seller's forecast brings"
    : `the largest of the seller's ${points} forecasts stands for all: they may overlap`;
}

/** Rising in all: a budget that brings no more than a smaller one ends the curve, one that brings less makes it none. */
function readCurve(points: readonly Point[], factor: number, isPeople: boolean): CurvePoint[] {
  const budgeted: CurvePoint[] = [];
  for (const point of points) {
    const { budget, metrics } = point;
    const impressions = impressionsAt(point) * factor;
    if (budget === undefined || budget <= 0 || impressions <= 0) continue;
    const reach = isPeople && factor === 1 ? readRange(metrics?.["reach"])?.mid : undefined;
    budgeted.push(reach === undefined ? { budget, impressions } : { budget, impressions, reach });
  }
  budgeted.sort(byBudget);
  const rising: CurvePoint[] = [];
  for (const point of budgeted) {
    const last = rising.at(-1);
    if (last !== undefined) {
      if (point.impressions < last.impressions || (point.reach ?? Infinity) < (last.reach ?? 0)) return [];
      if (point.budget === last.budget || point.impressions === last.impressions) continue;
    }
    rising.push(point);
  }
  return rising;
}

function byBudget(a: CurvePoint, b: CurvePoint): number {
  return a.budget - b.budget;
}
