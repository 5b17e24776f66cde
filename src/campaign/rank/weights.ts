import type { Brief } from "../../brief/brief.ts";
import { money, split } from "../../lib/money.ts";
import { criteria } from "./criteria/index.ts";

/** Hundredths of a point for each criterion, in the order of `criteria`; whole numbers that add up to 10,000 exactly. */
export type Weights = readonly number[];
export const allPoints = 10_000;

/** Names that a brief may give weights to. */
export const criterionNames: readonly string[] = criteria.map(({ name }) => name);

/** What is wrong with a brief's weights, for people; empty where nothing is. */
export function weightProblems({ weights = {} }: Pick<Brief, "weights">): string[] {
  const unknown = Object.keys(weights).filter((name) => !criterionNames.includes(name));
  if (unknown.length > 0)
    return unknown.map((name) => `"${name}" is not a criterion of the ranking: ${criterionNames.join(", ")}`);
  return own(weights).some((weight) => weight > 0) ? [] : ["at least one criterion needs a weight over 0"];
}

/**
 * The criteria's own weights with the brief's in their place, all scaled to add up to 100 points. Throws where `weightProblems`
 * finds any.
 */
export function weightsOf(brief: Pick<Brief, "weights">): Weights {
  const [problem] = weightProblems(brief);
  if (problem !== undefined) throw new RangeError(`weights: ${problem}`);
  return scaled(own(brief.weights ?? {}), allPoints);
}

/** The same with one criterion at `points` of 100 and all others in proportion; undefined where the others have none to share. */
export function withPoints(weights: Weights, index: number, points: number): Weights | undefined {
  const others = weights.map((weight, i) => (i === index ? 0 : weight));
  const left = allPoints - points * 100;
  if (others.every((weight) => weight === 0)) return left === 0 ? weights : undefined;
  return scaled(others, left).map((weight, i) => (i === index ? points * 100 : weight));
}

function own(weights: NonNullable<Brief["weights"]>): number[] {
  return criteria.map(({ name, weight }) => weights[name] ?? weight);
}

/** By largest remainder, as money is; the currency says nothing. */
function scaled(weights: readonly number[], total: number): number[] {
  return split(money(total, "EUR"), weights).map(({ minor }) => minor);
}
