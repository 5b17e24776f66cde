import { formatMoney, sum } from "../lib/money.ts";
import { formatCount } from "./format.ts";
import type { Report } from "./report-schema.ts";

type Feedback = Report["feedback"][number];

/** The figures of an index over all its days, in words. */
export function indexFigures({
  inputs,
}: Feedback): Readonly<Record<"counted" | "by" | "spend" | "expected", string>> {
  const { metric, source, days, expectation } = inputs;
  const outcomes = days.reduce((total, day) => total + day.outcomes, 0);
  const spent = sum(
    days.map(({ spend }) => spend),
    expectation.spend.currency,
  );
  return {
    counted: `${formatCount(outcomes)} ${metric.replaceAll("_", " ")}`,
    by: source === "buyer" ? "counted by the buyer" : "the seller's own figure",
    spend: formatMoney(spent),
    expected: formatCount((spent.minor * expectation.outcomes) / expectation.spend.minor),
  };
}

/** Whether the seller is told, and what the index would be by restated figures. */
export function toldWords({ standing, restatedIndex }: Feedback): string {
  const told = standing === "done" ? "yes" : standing === "open" ? "not sent" : standing;
  if (restatedIndex === undefined) return told;
  return `${told}; its days were restated since, to an index of ${restatedIndex.toFixed(2)}: it is not told again`;
}
