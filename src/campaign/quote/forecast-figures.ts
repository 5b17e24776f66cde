import type { ViewabilityStandard } from "../../brief/brief.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { Product } from "../../protocol/records/product.ts";
import { eachEnd, type Range, sumOfRanges, times } from "../model/offers/offer.ts";
import { product, quotient, readRange } from "./read-range.ts";

export type StatedForecast = NonNullable<Product["forecast"]>;
export type StatedPoint = NonNullable<StatedForecast["points"]>[number];

/** Figures by the public standard's names of metrics and events. */
export type Figures = ReadonlyMap<string, Range>;

/** What one budget brings, or all that can be had where there is none. */
export interface PointFigures {
  /** Major units. */
  readonly budget?: number;
  readonly figures: Figures;
}

export interface Reading {
  /** How often a point's figures come in the flight. */
  readonly factor: number;
  /** What counts as in view. */
  readonly standard: ViewabilityStandard;
  /** Paid by a third party's count. */
  readonly isCounted: boolean;
}

/** A point's figures over the flight. What contradicts itself is absent. */
export function figuresOf({ metrics = {}, viewability }: StatedPoint, reading: Reading): Figures {
  const figures = overFlight(metrics, reading.factor);
  const put = (name: string, range: Range | undefined) => range && figures.set(name, range);
  const often = figures.get("frequency");
  // Who is reached at all has one contact.
  if (often !== undefined && often.low >= 1) {
    const [impressions, reach] = [figures.get("impressions"), figures.get("reach")];
    put("impressions", impressions ?? (reach && product(reach, often)));
    put("reach", reach ?? (impressions && quotient(impressions, often)));
  }
  if (reading.isCounted) put("impressions", figures.get("measured_impressions"));
  if (isObject(viewability)) put("viewable_impressions", viewableIn(viewability, figures, reading));
  const [bought, returned] = [figures.get("purchase"), figures.get("refund")];
  put("purchase", bought && returned && less(bought, returned));
  return figures;
}

/** Who is reached in a week is partly who is reached in the next; a share is the same in each. */
const notRepeated: ReadonlySet<string> = new Set(["reach", "audience_size", "frequency", "coverage_rate"]);

function overFlight(metrics: JsonObject, factor: number): Map<string, Range> {
  const figures = new Map<string, Range>();
  for (const name of Object.keys(metrics)) {
    const range = factor !== 1 && notRepeated.has(name) ? undefined : readRange(metrics[name]);
    if (range !== undefined) figures.set(name, factor === 1 ? range : times(range, factor));
  }
  return figures;
}

/** By the brief's standard and no other. */
function viewableIn(viewability: JsonObject, figures: Figures, { factor, standard }: Reading) {
  if ((viewability["standard"] ?? standard) !== standard) return undefined;
  const countIn = (name: string) => {
    const range = readRange(viewability[name]);
    return range && times(range, factor);
  };
  const all = figures.get("impressions");
  const measurable = countIn("measurable_impressions") ?? figures.get("measured_impressions") ?? all;
  const count = countIn("viewable_impressions") ?? atRate(viewability["viewable_rate"], measurable, factor);
  return count && all && count.mid > all.high ? undefined : count;
}

/** A rate is of what can be measured, and one over 1 is a count. */
function atRate(raw: unknown, measurable: Range | undefined, factor: number): Range | undefined {
  const rate = readRange(raw);
  if (rate !== undefined && rate.high > 1) return times(rate, factor);
  return rate && measurable && product(measurable, rate);
}

/** What is left of one figure without others of it; low where these may be more. */
function less({ low, mid, high }: Range, ...others: readonly Range[]): Range {
  const out = sumOfRanges(others);
  return {
    low: Math.max(0, low - out.high),
    mid: Math.max(0, mid - out.mid),
    high: Math.max(0, high - out.low),
  };
}

/** What stands for all first: a point without a budget with most impressions, then the largest budget. They may overlap. */
export function largestFirst(points: readonly PointFigures[]): readonly PointFigures[] {
  return points
    .map(({ budget, figures }) => ({ budget, figures }))
    .sort(
      (a, b) =>
        (b.budget ?? Number.MAX_VALUE) - (a.budget ?? Number.MAX_VALUE) ||
        impressionsAt(b) - impressionsAt(a),
    );
}

/** Of a total: what rows add up to at least to be all of it. */
export const nearlyAll = 0.95;

export function impressionsAt({ figures }: PointFigures): number {
  return figures.get("impressions")?.mid ?? -1;
}

/** People who are reached in one part are partly those of another: from the largest part to the sum. */
const ofPeople = "reach";
/** Shares and what is counted against the people of one place. */
const notAdded: ReadonlySet<string> = new Set(["frequency", "coverage_rate", "grps"]);

/**
 * Points of parts as points of all of them, with the figures that every part gives: totals by totals, and budgets in each part in
 * proportion to its largest.
 */
export function addUp(parts: readonly (readonly PointFigures[])[], people: number | undefined) {
  const [only] = parts;
  if (only === undefined || parts.length === 1) return only ?? [];
  const added: PointFigures[] = [];
  const totals = parts.flatMap((points) => totalIn(points) ?? []);
  if (totals.length === parts.length) added.push({ figures: sumOf(totals, people) });
  const curves = parts.map((points) =>
    points.filter(({ budget = 0 }) => budget > 0).sort((a, b) => (a.budget ?? 0) - (b.budget ?? 0)),
  );
  if (curves.some(({ length }) => length === 0)) return added;
  const largest = curves.map((curve) => curve.at(-1)?.budget ?? 0);
  const steps = curves.flatMap((curve, i) => curve.map(({ budget = 0 }) => budget / (largest[i] ?? 1)));
  for (const step of [...new Set(steps)].sort((a, b) => b - a))
    added.push({
      budget: largest.reduce((sum, most) => sum + most * step, 0),
      figures: sumOf(
        curves.map((curve, i) => figuresAt(curve, (largest[i] ?? 0) * step)),
        people,
      ),
    });
  return added;
}

/** A part's points with what none of them says: as often for each impression as in all. */
export function atRateOfAll(
  [all]: readonly PointFigures[],
  points: readonly PointFigures[],
): readonly PointFigures[] {
  const impressions = all?.figures.get("impressions");
  const said = new Set(points.flatMap(({ figures }) => [...figures.keys()]));
  const rates = [...(all?.figures ?? [])].flatMap(([name, range]) => {
    const isCount = !said.has(name) && !notAdded.has(name) && !notRepeated.has(name);
    const rate = isCount && impressions && quotient(range, impressions);
    return rate ? [[name, rate] as const] : [];
  });
  return points.map(({ budget, figures }) => {
    const own = figures.get("impressions");
    const silent = own ? rates.map(([name, rate]) => [name, product(own, rate)] as const) : [];
    return { ...(budget !== undefined && { budget }), figures: new Map([...figures, ...silent]) };
  });
}

/** Parts that are all of a product reach as many people as it says that all of it does. */
export function asInTotal(
  parts: readonly PointFigures[],
  [all]: readonly PointFigures[],
): readonly PointFigures[] {
  const whole = all === undefined ? -1 : impressionsAt(all);
  return parts.map((part) => {
    if (part.budget !== undefined || whole < 0 || impressionsAt(part) < whole * nearlyAll) return part;
    const own = [...(all?.figures ?? [])].filter(([name]) => notAdded.has(name) || notRepeated.has(name));
    return { figures: new Map([...part.figures, ...own]) };
  });
}

function totalIn(points: readonly PointFigures[]): Figures | undefined {
  return points.find(({ budget }) => budget === undefined)?.figures;
}

function figuresAt(curve: readonly PointFigures[], amount: number): Figures {
  const next = Math.max(
    0,
    curve.findIndex(({ budget = 0 }) => budget >= amount * (1 - 1e-12)),
  );
  const [before, after] = [curve[next - 1], curve[next]];
  const start = before?.budget ?? 0;
  const part = (amount - start) / ((after?.budget ?? amount) - start);
  const between = (from: Range | undefined, to: Range) =>
    eachEnd((end) => {
      const low = from?.[end] ?? 0;
      return low + part * (to[end] - low);
    });
  return new Map(
    [...(after?.figures ?? [])].map(([name, range]) => [name, between(before?.figures.get(name), range)]),
  );
}

function sumOf(parts: readonly Figures[], people: number | undefined): Figures {
  const sums = new Map<string, Range>();
  for (const name of parts[0]?.keys() ?? []) {
    const ranges = parts.flatMap((figures) => figures.get(name) ?? []);
    if (ranges.length < parts.length || notAdded.has(name)) continue;
    const sum = sumOfRanges(ranges);
    sums.set(name, name === ofPeople ? together(ranges, sum, people) : sum);
  }
  return sums;
}

/** From the largest part to the sum of all; between, as if each were a draw of its own. */
function together(reaches: readonly Range[], sum: Range, people = sum.mid): Range {
  const low = Math.max(...reaches.map((one) => one.low));
  const missed = reaches.reduce((share, { mid }) => share * (1 - Math.min(1, mid / people)), 1);
  const mid = people > 0 ? people * (1 - missed) : sum.mid;
  return { low, mid: Math.min(sum.high, Math.max(low, mid)), high: sum.high };
}

/** What is left of totals without some parts of them. */
export function takeOff(points: readonly PointFigures[], parts: readonly (readonly PointFigures[])[]) {
  if (parts.length === 0) return points;
  const out = parts.map(totalIn);
  return points.map(({ budget, figures }) => {
    if (budget !== undefined) return { budget, figures };
    const left = [...figures].flatMap(([name, range]): [string, Range][] => {
      const ranges = out.flatMap((own) => own?.get(name) ?? []);
      if (ranges.length < parts.length || notAdded.has(name) || name === ofPeople) return [];
      return [[name, less(range, ...ranges)]];
    });
    return { figures: new Map(left) };
  });
}
