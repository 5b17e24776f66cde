import type { AllocationProblem, Candidate, Goal } from "./allocator.ts";
import { channelMargin } from "./worth.ts";

/** Tangents stand for the channels' curve. They lie on or over it, so the model's bound is one on the real worth. */
const channelTangents = 60;

/** A stretch of a concave curve as the model has it. */
export interface Part {
  readonly width: number;
  readonly rate: number;
}

/** A candidate's amount over its least, in parts of falling worth; one part where worth does not matter. */
export function partsOf({ least, most, curve }: Candidate, goal: Goal): Part[] {
  if (most <= least) return [];
  if (goal === "any") return [{ width: most - least, rate: 0 }];
  return curve.flatMap(({ end, rate }, i) => {
    const begin = Math.max(least, curve[i - 1]?.end ?? 0);
    const width = Math.min(end, most) - begin;
    return width > 0 ? [{ width, rate }] : [];
  });
}

/** An amount on one channel, in parts of falling worth for the plan's spread: each tangent holds until half-way to the next. */
export function channelParts(problem: AllocationProblem): Part[] {
  const step = problem.budget / channelTangents;
  return Array.from({ length: channelTangents + 1 }, (_, i) => ({
    width: i === 0 || i === channelTangents ? step / 2 : step,
    rate: channelMargin(i * step, problem),
  }));
}
