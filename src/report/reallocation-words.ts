import { formatMoney } from "../lib/money.ts";
import type { Report } from "./report-schema.ts";

type Reallocation = NonNullable<Report["reallocations"]>[number];

/** What it moves, why, and what is expected of it. */
export function decisionWords({ decidedAt, moved, why, gain, outcome, askedBy }: Reallocation): string {
  const asked = askedBy === undefined ? "" : `, asked for by ${askedBy.join(", ")}`;
  return (
    `Decided on ${decidedAt.slice(0, 10)}${asked}: ${why}. It moves ${formatMoney(moved)}; expected until the end of the ` +
    `flight: ${signed(gain.mid)} (${signed(gain.low)} to ${signed(gain.high)} with 80 %) ${outcome}.`
  );
}

/** What came of it so far, in words. */
export function observedWords({ observed, outcome }: Reallocation): string {
  if (observed === undefined) return "What came of it is not counted yet.";
  const { start, end, gain, expected } = observed;
  return `From ${start} to ${end} it brought ${signed(gain)} ${outcome}, against ${signed(expected)} expected of these days.`;
}

/** With its sign and as many digits as an estimate deserves. */
export function signed(outcomes: number): string {
  const size = Math.abs(outcomes);
  const digits = size < 10 ? 1 : 0;
  const figure = size.toLocaleString("en-GB", { maximumFractionDigits: digits });
  return figure === "0" ? "0" : `${outcomes < 0 ? "−" : "+"}${figure}`;
}
