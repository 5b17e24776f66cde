import { formatMinor } from "../../../lib/money.ts";
import {
  type Expectation,
  expectedOf,
  type Feedback,
  type IndexInputs,
  type MeasuredDay,
} from "../../model/learned/feedback.ts";

export interface IndexResult extends Pick<Feedback, "performanceIndex" | "interval" | "inputs" | "formula"> {
  /** Whether enough is known to send it. */
  readonly narrow: boolean;
}

/** The index of what was measured: how much a unit of spend brought, against what was expected of it. */
export function computeIndex(measured: Omit<IndexInputs, "priorOutcomes" | "dispersion">): IndexResult {
  const inputs = {
    ...measured,
    priorOutcomes,
    dispersion: thousandths(dispersionOf(measured.days, measured.expectation)),
  };
  const { outcomes, spendMinor } = totalOf(inputs);
  const { dispersion, expectation } = inputs;
  const estimate = posterior({ outcomes, expected: expectedOf(expectation, spendMinor), dispersion });
  const performanceIndex = thousandths(estimate.mean);
  const interval = { low: thousandths(estimate.low), high: thousandths(estimate.high) };
  return {
    performanceIndex,
    interval,
    inputs,
    formula: formulaOf(inputs, { performanceIndex, interval }),
    narrow: isNarrow(estimate),
  };
}

export function totalOf({ days }: Pick<IndexInputs, "days">) {
  return {
    outcomes: days.reduce((total, day) => total + day.outcomes, 0),
    spendMinor: days.reduce((total, day) => total + day.spendMinor, 0),
  };
}

function formulaOf(
  inputs: IndexInputs,
  { performanceIndex, interval }: Pick<IndexResult, "performanceIndex" | "interval">,
): string {
  const { measure, currency, expectation, dispersion, priorOutcomes: prior } = inputs;
  const { outcomes, spendMinor } = totalOf(inputs);
  const expected = expectedOf(expectation, spendMinor);
  const over = dispersion === 1 ? "" : ` / ${dispersion}`;
  return (
    `(${prior} + ${counted(outcomes)}${over}) / (${prior} + ${counted(expected)}${over}) = ${performanceIndex}, ` +
    `with 90 % between ${interval.low} and ${interval.high}: ${counted(outcomes)} of ${measure.metric} for ` +
    `${formatMinor(spendMinor, currency)}, expected ${counted(expected)} by ${expectation.basis}`
  );
}

const inTenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

function counted(count: number): string {
  return inTenths.format(count);
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Fewer days say nothing of how much days differ. */
const fewestDays = 3;

/**
 * How much more the days' outcomes differ than chance makes them, as Pearson's statistic has it; at least 1. Days without spend are
 * left out.
 */
export function dispersionOf(days: readonly MeasuredDay[], expectation: Expectation): number {
  const paid = days.filter(({ spendMinor }) => spendMinor > 0);
  const expected = paid.map(({ spendMinor }) => expectedOf(expectation, spendMinor));
  const outcomes = paid.reduce((total, day) => total + day.outcomes, 0);
  const all = expected.reduce((a, b) => a + b, 0);
  if (paid.length < fewestDays || outcomes === 0 || all === 0) return 1;
  const statistic = paid.reduce((total, day, i) => {
    const mean = ((expected[i] ?? 0) * outcomes) / all;
    return total + (day.outcomes - mean) ** 2 / mean;
  }, 0);
  return Math.max(1, statistic / (paid.length - 1));
}

/**
 * The plan's forecast weighs as much as this many outcomes. With none measured the index is 1, and between about 0.66 and 1.39:
 * too wide to be sent.
 */
export const priorOutcomes = 20;
/** An index is sent where its interval is no wider than this, or than this part of an index above 1. */
const widestInterval = 0.5;
/** The standard normal distribution's 95 % quantile: the interval holds 90 %. */
const z = 1.6448536269514722;

export interface Posterior {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Outcomes against what was expected of the same spend, shrunk towards 1: counts are Poisson about `index * expected`, the
 * index is Gamma about 1. Counts that differ more than that from day to day say less: `dispersion`, at least 1, divides both.
 */
export function posterior({
  outcomes,
  expected,
  dispersion,
}: Readonly<Record<"outcomes" | "expected" | "dispersion", number>>): Posterior {
  const shape = priorOutcomes + outcomes / dispersion;
  const rate = priorOutcomes + expected / dispersion;
  return { mean: shape / rate, low: quantile(shape, -z) / rate, high: quantile(shape, z) / rate };
}

export function isNarrow({ mean, low, high }: Posterior): boolean {
  return high - low <= widestInterval * Math.max(1, mean);
}

/** Of the Gamma distribution with rate 1, after Wilson and Hilferty: within 0.2 % for a shape of 20 and more. */
function quantile(shape: number, deviations: number): number {
  return shape * (1 - 1 / (9 * shape) + deviations / (3 * Math.sqrt(shape))) ** 3;
}
