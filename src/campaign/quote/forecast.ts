import type { Brief } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Product } from "../../protocol/records/product.ts";
import { exactly, type Range, type RowsLie, times } from "../model/offers/offer.ts";
import { universeOf } from "../model/people/universe.ts";
import { factorBasis, type GroupFactor, ownPoints } from "./demographic-code.ts";
import { daysOf } from "./flight-length.ts";
import {
  addUp,
  asInTotal,
  atRateOfAll,
  figuresOf,
  largestFirst,
  type PointFigures,
  type StatedForecast,
  type StatedPoint,
  takeOff,
} from "./forecast-figures.ts";
import { type Chosen, chooseRows, type PlacedPoint, type Row, rowsLie, rowsOf } from "./forecast-rows.ts";
import { hasMiddle, readRange, shareOf } from "./read-range.ts";

/** What a seller expects of a product over the flight where the brief runs. What contradicts itself is absent. */
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
  readonly method?: string;
  /** Every point for what the brief asks for: what stands for all first, then the larger budgets. */
  readonly points: readonly PointFigures[];
  /** What the figures are of: the brief's place itself, its countries, or all of the product. */
  readonly scope: Chosen["scope"];
  readonly lie?: RowsLie;
  /** It has rows by place. */
  readonly isPlaced?: boolean;
  /** Of several packages that a product is sold as, this one by its seller's name for it. */
  readonly label?: string;
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

export interface CurvePoint {
  /** Major units. */
  readonly budget: number;
  readonly impressions: number;
  readonly reach?: number;
}

type Asked = Pick<
  Brief,
  "flight" | "countries" | "places" | "devices" | "measurement" | "demographics" | "universe"
>;

const none: Forecast = { curve: [], points: [], scope: "all", assumptions: [], missing: [] };
const people: ReadonlySet<string> = new Set(["individuals", "people", "persons"]);
const nothing: PointFigures = { figures: new Map() };
const longestLabel = 128;

/** One forecast of a product, or one for each of the packages that it is sold as. */
export function readForecasts(product: Product, brief: Asked): readonly Forecast[] {
  const { forecast } = product;
  if (forecast === undefined) return [none];
  const own = (forecast.points ?? []).filter(
    ({ product_id: of }) => of === undefined || of === product.product_id,
  );
  if (forecast.forecast_range_unit !== "package" || own.length === 0)
    return [forecastOf(product, forecast, own, brief)];
  return own.map((point) => ({
    ...forecastOf(product, forecast, [point], brief),
    label: cleanText(point.label ?? "", longestLabel).replaceAll("/", " ") || "without a name",
  }));
}

function forecastOf(product: Product, forecast: StatedForecast, own: readonly StatedPoint[], brief: Asked) {
  const unit = unitOf(forecast, brief.flight);
  const chosen = pointsFor(product, own, brief, unit);
  const { currency, demographic = "", method, reach_unit: reachUnit = "people" } = forecast;
  const group = (demographic !== "" && ownPoints(demographic, brief)) || { factor: 1 };
  const points = chosen.points.map((point) => inOwnPoints(point, group));
  const { scope, lie, isPlaced } = chosen;
  const { impressions, reach } = allOf(forecast, points, scope);
  const isPeople = people.has(reachUnit);
  const sure = (range: Range | undefined) => range && asSure(range, method);
  const basis = [...chosen.basis, ...wholeBasis(points), ...unit.repeated];
  return {
    impressions: sure(impressions),
    reach: isPeople ? sure(reach) : undefined,
    curve: readCurve(points, isPeople),
    currency,
    demographic: forecast.demographic,
    method,
    points,
    scope,
    lie,
    isPlaced,
    assumptions: [
      ...(impressions ? impressionsBasis(impressions, forecast, own, { scope, basis }) : []),
      ...factorBasis(cleanText(demographic, 20), group),
    ],
    missing: reach && !isPeople ? ["reach in people: its forecast counts others"] : [],
  };
}

/** Rows say where figures are from; what is stated for all needs none of it. */
function impressionsBasis(
  { low, high }: Range,
  stated: StatedForecast,
  own: readonly StatedPoint[],
  { scope, basis }: Pick<Forecast, "scope"> & { readonly basis: readonly string[] },
): readonly string[] {
  const isStated = scope === "all" && readRange(stated.impressions) !== undefined;
  const raw = isStated ? [stated.impressions] : own.map(({ metrics }) => metrics?.["impressions"]);
  const isMiddle = high > low && !raw.some(hasMiddle);
  return [
    ...(isMiddle ? ["expected impressions are the middle of the seller's forecast"] : []),
    ...(isStated ? [] : basis),
  ];
}

function inOwnPoints(point: PointFigures, { factor }: GroupFactor): PointFigures {
  const { budget, figures } = point;
  const points = figures.get("grps");
  if (factor === 1 || points === undefined) return point;
  return { budget, figures: new Map([...figures, ["grps", times(points, factor)]]) };
}

type ChosenPoints = Pick<Forecast, "points" | "lie" | "isPlaced" | "scope"> & Pick<Chosen, "basis">;

/** The points of the rows that stand for what the brief asks for. */
function pointsFor(
  { measurement_terms }: Product,
  own: readonly StatedPoint[],
  brief: Asked,
  { factor, isKnown, isOfGoals }: ReturnType<typeof unitOf>,
): ChosenPoints {
  if (!isKnown) return { points: [], scope: "all", basis: [] };
  const standard = brief.measurement?.viewability?.standard ?? "mrc";
  const isCounted = (measurement_terms?.billing_measurement ?? brief.measurement?.countedBy) !== undefined;
  const stated = own.map((point) => {
    const figures = figuresOf(point, { factor, standard, isCounted });
    const budget = point.budget ?? (isOfGoals ? figures.get("spend")?.mid : undefined);
    return { budget, figures, dimensions: point.dimensions };
  });
  const isPlain = stated.every(({ dimensions }) => dimensions === undefined);
  return isPlain ? { points: largestFirst(stated), scope: "all", basis: [] } : inRows(stated, brief);
}

function inRows(stated: readonly PlacedPoint[], brief: Asked): ChosenPoints {
  const rows = rowsOf(stated);
  const { parts, without, scope, basis } = chooseRows(rows, brief);
  const isTotal = ({ place, device, other }: Row) => (place ?? device ?? other) === undefined;
  const total = rows.find(isTotal)?.points ?? [];
  const pointsIn = (some: readonly Row[]) =>
    some.map((row) => (row.place === undefined ? row.points : atRateOfAll(total, row.points)));
  const all = addUp(pointsIn(parts), parts.length > 1 ? universeOf(brief)?.people : undefined);
  const points = largestFirst(takeOff(asInTotal(all, total), pointsIn(without)));
  const isPlaced = rows.some(({ place }) => place !== undefined);
  return { points, scope, basis, lie: rowsLie(rows, brief), isPlaced };
}

/** All that can be had; a reach that contradicts the impressions is none. */
function allOf(stated: StatedForecast, points: readonly PointFigures[], scope: Forecast["scope"]) {
  const isOfAll = scope === "all";
  const impressions =
    (isOfAll ? readRange(stated.impressions) : undefined) ?? metricOf({ points }, "impressions");
  const reach =
    (isOfAll ? readRange(stated.reach) : undefined) ??
    points.find(({ figures }) => figures.has("impressions") || figures.has("reach"))?.figures.get("reach");
  const isWithin = reach && impressions && reach.mid <= impressions.high;
  return { impressions, reach: isWithin ? reach : undefined };
}

/** How wide a forecast is at least that its seller calls an estimate; a figure of this desk. */
export const estimated = 0.25;

/** As wide as the seller's way of forecasting makes it: what is guaranteed is one figure. */
export function asSure(range: Range, method: string | undefined): Range {
  const { low, mid, high } = range;
  if (method === "guaranteed") return { low: mid, mid, high: mid };
  if (method !== "estimate") return range;
  return { low: Math.min(low, mid * (1 - estimated)), mid, high: Math.max(high, mid * (1 + estimated)) };
}

/** Any figure at the largest point that gives it, over the flight: clicks, purchase, grps, audience_size. */
export function metricOf({ points }: Pick<Forecast, "points">, name: string): Range | undefined {
  return points.find(({ figures }) => figures.has(name))?.figures.get(name);
}

/** One figure for each of another, at the largest point that gives both. */
export function ratioOf(forecast: Pick<Forecast, "points">, over: string, under: string): Range | undefined {
  const figures = pointWith(forecast, over, under);
  return shareOf(figures?.get(over), figures?.get(under));
}

/** The figures of the largest point that gives both. */
export function pointWith({ points }: Pick<Forecast, "points">, one: string, other: string) {
  return points.find(({ figures }) => figures.has(one) && figures.has(other))?.figures;
}

/** Units whose figures are for the whole flight. */
const ofAll: ReadonlySet<string> = new Set(["spend", "availability"]);
/** Units whose points are goals, or packages, with what each costs. */
const ofGoals: ReadonlySet<string> = new Set(["reach_freq", "clicks", "conversions", "package"]);
const periods: ReadonlyMap<string, { word: string; days: number }> = new Map([
  ["weekly", { word: "week", days: 7 }],
  ["daily", { word: "day", days: 1 }],
]);

/** How often figures of its unit come in the flight, and that in words. */
function unitOf({ forecast_range_unit: unit = "availability" }: StatedForecast, flight: Brief["flight"]) {
  const period = periods.get(unit);
  const isOfGoals = ofGoals.has(unit);
  if (period === undefined)
    return { factor: 1, repeated: [], isKnown: isOfGoals || ofAll.has(unit), isOfGoals };
  const factor = daysOf(flight) / period.days;
  const times = `the forecast for a ${period.word} is taken ${Number(factor.toFixed(2))} times`;
  return { factor, repeated: factor === 1 ? [] : [times], isKnown: true, isOfGoals };
}

function wholeBasis(points: readonly PointFigures[]): string[] {
  const totals = points.filter(({ budget }) => budget === undefined).length;
  if (totals > 1) return [`the largest of the seller's ${totals} forecasts stands for all: they may overlap`];
  return totals === 0 && points.length > 1
    ? ["what can be had is what the largest budget of the seller's forecast brings"]
    : [];
}

/** Rising in all: a budget that brings no more than a smaller one ends the curve, one that brings less makes it none. */
function readCurve(points: readonly PointFigures[], isPeople: boolean): CurvePoint[] {
  const reaches = new Map(
    isPeople ? curveOf({ points }, "reach")?.map(({ budget, range }) => [budget, range.mid]) : [],
  );
  const isFalling =
    isPeople &&
    points.some(({ budget, figures }) => budget !== undefined && figures.has("reach")) &&
    reaches.size === 0;
  const curve = isFalling ? [] : (curveOf({ points }, "impressions") ?? []);
  return curve.map(({ budget, range }) => ({ budget, impressions: range.mid, reach: reaches.get(budget) }));
}

/** What each budget brings of a metric, rising; undefined where none does, or one brings less than a smaller one. */
export function curveOf({ points }: Pick<Forecast, "points">, name: string) {
  const rising: { budget: number; range: Range }[] = [];
  for (const { budget, range } of broughtOf(points, name)) {
    const last = rising.at(-1) ?? { budget: 0, range: exactly(0) };
    if (range.mid < last.range.mid) return undefined;
    if (budget !== last.budget && range.mid !== last.range.mid) rising.push({ budget, range });
  }
  return rising.length > 0 ? rising : undefined;
}

/** Budgets that bring something of a metric, the smallest first. */
function* broughtOf(points: readonly PointFigures[], name: string) {
  for (let i = points.length - 1; i >= 0; i--) {
    const { budget = 0, figures } = points[i] ?? nothing;
    const range = figures.get(name);
    if (budget > 0 && range !== undefined && range.mid > 0) yield { budget, range };
  }
}
