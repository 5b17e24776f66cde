import { formatMoney, money } from "../../../lib/money.ts";
import type { Feedback } from "../feedback.ts";
import { dispersionOf } from "./dispersion.ts";
import { expectedOf, type IndexInputs } from "./inputs.ts";
import { isNarrow, posterior, priorOutcomes } from "./posterior.ts";

export interface Reckoned extends Pick<Feedback, "performanceIndex" | "interval" | "inputs" | "formula"> {
  /** Whether enough is known to tell it. */
  readonly narrow: boolean;
}

/** The index of what was measured: how much a unit of spend brought, against what was expected of it. */
export function reckonIndex(measured: Omit<IndexInputs, "priorOutcomes" | "dispersion">): Reckoned {
  const inputs = {
    ...measured,
    priorOutcomes,
    dispersion: thousandths(dispersionOf(measured.days, measured.expectation)),
  };
  const { outcomes, spendMinor } = totalOf(inputs);
  const { dispersion, expectation } = inputs;
  const judged = posterior({ outcomes, expected: expectedOf(expectation, spendMinor), dispersion });
  const performanceIndex = thousandths(judged.mean);
  const interval = { low: thousandths(judged.low), high: thousandths(judged.high) };
  return {
    performanceIndex,
    interval,
    inputs,
    formula: formulaOf(inputs, { performanceIndex, interval }),
    narrow: isNarrow(judged),
  };
}

export function totalOf({ days }: Pick<IndexInputs, "days">): {
  readonly outcomes: number;
  readonly spendMinor: number;
} {
  return {
    outcomes: days.reduce((total, day) => total + day.outcomes, 0),
    spendMinor: days.reduce((total, day) => total + day.spendMinor, 0),
  };
}

function formulaOf(
  inputs: IndexInputs,
  { performanceIndex, interval }: Pick<Reckoned, "performanceIndex" | "interval">,
): string {
  const { measure, currency, expectation, dispersion, priorOutcomes: prior } = inputs;
  const { outcomes, spendMinor } = totalOf(inputs);
  const expected = expectedOf(expectation, spendMinor);
  const over = dispersion === 1 ? "" : ` / ${dispersion}`;
  return (
    `(${prior} + ${counted(outcomes)}${over}) / (${prior} + ${counted(expected)}${over}) = ${performanceIndex}, ` +
    `with 90 % between ${interval.low} and ${interval.high}: ${counted(outcomes)} of ${measure.metric} for ` +
    `${formatMoney(money(spendMinor, currency))}, expected ${counted(expected)} by ${expectation.basis}`
  );
}

function counted(count: number): string {
  return count.toLocaleString("en-US", { maximumFractionDigits: 1 });
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
