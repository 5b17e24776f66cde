import type { AllocationProblem, Candidate, Goal } from "./allocator.ts";
import { channelMargin, offerMargin } from "./worth.ts";

// Tangents stand for curves. They lie on or over them, so the model's bound is one on the real worth.
/** For an offer that may get the whole budget; the error of the others stays as small with the square root of that. */
const offerTangents = { fine: 24, coarse: 12 };
const channelTangents = 60;
/** Candidates from which on the model makes do with coarse curves. */
const large = 400;

/** A stretch of a concave curve as the model has it. */
export interface Part {
  readonly width: number;
  readonly rate: number;
}

/** A candidate's amount over its least, in parts of falling worth; one part where worth does not matter. */
export function partsOf(candidate: Candidate, { candidates, budget }: AllocationProblem, goal: Goal): Part[] {
  const { least, most, response, score } = candidate;
  if (most <= least) return [];
  if (goal === "any") return [{ width: most - least, rate: 0 }];
  if (response === undefined) {
    const tangentsOfBudget = candidates.length < large ? offerTangents.fine : offerTangents.coarse;
    const count = Math.max(2, Math.ceil(tangentsOfBudget * Math.sqrt((most - least) / budget)));
    return tangents(least, most, count, (amount) => offerMargin(candidate, amount));
  }
  return response.flatMap(({ end, rate }, i) => {
    const begin = Math.max(least, response[i - 1]?.end ?? 0);
    const width = Math.min(end, most) - begin;
    return width > 0 ? [{ width, rate: score * rate }] : [];
  });
}

/** An amount on one channel, in parts of falling worth for the plan's spread. */
export function channelParts(budget: number): Part[] {
  return tangents(0, budget, channelTangents, (amount) => channelMargin(amount, budget));
}

/** Tangents of a curve at equal distances from end to end; each holds until half-way to the next. */
function tangents(from: number, to: number, count: number, margin: (amount: number) => number): Part[] {
  const step = (to - from) / count;
  return Array.from({ length: count + 1 }, (_, i) => ({
    width: i === 0 || i === count ? step / 2 : step,
    rate: margin(from + i * step),
  }));
}
