import type { ViewabilityStandard } from "../../brief/brief.ts";
import { isObject } from "../../lib/json-object.ts";
import type { Product } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import { quotient, readRange, times } from "./read-range.ts";

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

/** Who is reached in a week is partly who is reached in the next; a share is the same in each. */
const notRepeated: ReadonlySet<string> = new Set(["reach", "audience_size", "frequency", "coverage_rate"]);

/** A point's figures over the flight. What contradicts itself is absent. */
export function figuresOf({ metrics = {}, viewability }: StatedPoint, reading: Reading): Figures {
  const { factor, isCounted } = reading;
  const figures = new Map<string, Range>();
  for (const [name, raw] of Object.entries(metrics)) {
    const range = factor !== 1 && notRepeated.has(name) ? undefined : readRange(raw);
    if (range !== undefined) figures.set(name, times(range, factor));
  }
  const put = (name: string, range: Range | undefined) => range && figures.set(name, range);
  const [impressions, often] = [figures.get("impressions"), figures.get("frequency")];
  if (often !== undefined && often.low >= 1) {
    if (impressions === undefined) put("impressions", productOf(figures.get("reach"), often));
    else if (!figures.has("reach")) put("reach", quotient(impressions, often));
  }
  if (isCounted) put("impressions", figures.get("measured_impressions"));
  if (isObject(viewability)) put("viewable_impressions", viewableIn(viewability, figures, reading));
  const [bought, returned] = [figures.get("purchase"), figures.get("refund")];
  if (bought && returned)
    put("purchase", {
      low: Math.max(0, bought.low - returned.high),
      mid: Math.max(0, bought.mid - returned.mid),
      high: Math.max(0, bought.high - returned.low),
    });
  return figures;
}

/** By the brief's standard and no other; a rate is of what can be measured, and one over 1 is a count. */
function viewableIn(
  viewability: Readonly<Record<string, unknown>>,
  figures: Figures,
  { factor, standard }: Reading,
): Range | undefined {
  if ((viewability["standard"] ?? standard) !== standard) return undefined;
  const countIn = (name: string) => {
    const range = readRange(viewability[name]);
    return range && times(range, factor);
  };
  const all = figures.get("impressions");
  const rate = readRange(viewability["viewable_rate"]);
  const isCount = rate !== undefined && rate.high > 1;
  const byRate = isCount
    ? times(rate, factor)
    : productOf(countIn("measurable_impressions") ?? figures.get("measured_impressions") ?? all, rate);
  const count = countIn("viewable_impressions") ?? byRate;
  return count === undefined || (all !== undefined && count.mid > all.high) ? undefined : count;
}

function productOf(one: Range | undefined, other: Range | undefined): Range | undefined {
  return one && other && { low: one.low * other.low, mid: one.mid * other.mid, high: one.high * other.high };
}

/** People who are reached in one part are partly those of another: from the largest part to the sum. */
const ofPeople = "reach";
/** Shares and what is counted against the people of one place. */
const notAdded: ReadonlySet<string> = new Set(["frequency", "coverage_rate", "grps"]);

/**
 * Points of parts as points of all of them, with the figures that every part gives: totals by totals, and budgets in each part in
 * proportion to its largest.
 */
export function addUp(
  parts: readonly (readonly PointFigures[])[],
  people: number | undefined,
): readonly PointFigures[] {
  const [only] = parts;
  if (only === undefined || parts.length === 1) return only ?? [];
  const added: PointFigures[] = [];
  const totals = parts.flatMap((points) => points.find(({ budget }) => budget === undefined) ?? []);
  if (totals.length === parts.length)
    added.push({
      figures: sumOf(
        totals.map(({ figures }) => figures),
        people,
      ),
    });
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

function figuresAt(curve: readonly PointFigures[], amount: number): Figures {
  const next = Math.max(
    0,
    curve.findIndex(({ budget = 0 }) => budget >= amount * (1 - 1e-12)),
  );
  const [before, after] = [curve[next - 1], curve[next]];
  const start = before?.budget ?? 0;
  const part = (amount - start) / ((after?.budget ?? amount) - start);
  const end = (name: string, key: keyof Range, high: number) => {
    const low = before === undefined ? 0 : (before.figures.get(name)?.[key] ?? 0);
    return low + part * (high - low);
  };
  return new Map(
    [...(after?.figures ?? [])].map(([name, { low, mid, high }]) => [
      name,
      { low: end(name, "low", low), mid: end(name, "mid", mid), high: end(name, "high", high) },
    ]),
  );
}

function sumOf(parts: readonly Figures[], people: number | undefined): Figures {
  const sums = new Map<string, Range>();
  for (const name of parts[0]?.keys() ?? []) {
    const ranges = parts.flatMap((figures) => figures.get(name) ?? []);
    if (ranges.length < parts.length || notAdded.has(name)) continue;
    const total = (end: keyof Range) => ranges.reduce((sum, range) => sum + range[end], 0);
    const sum = { low: total("low"), mid: total("mid"), high: total("high") };
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

/** What is left of totals without some parts of them; low where these may be more. */
export function takeOff(
  points: readonly PointFigures[],
  parts: readonly (readonly PointFigures[])[],
): readonly PointFigures[] {
  const out = parts.map((own) => own.find(({ budget }) => budget === undefined)?.figures);
  return points.map(({ budget, figures }) => {
    if (budget !== undefined) return { budget, figures };
    const left = [...figures].flatMap(([name, range]): [string, Range][] => {
      const ranges = out.flatMap((own) => own?.get(name) ?? []);
      if (ranges.length < parts.length || notAdded.has(name) || name === ofPeople) return [];
      const less = (end: keyof Range, by: keyof Range) =>
        Math.max(0, range[end] - ranges.reduce((sum, one) => sum + one[by], 0));
      return [[name, { low: less("low", "high"), mid: less("mid", "mid"), high: less("high", "low") }]];
    });
    return { figures: new Map(left) };
  });
}
