import type { Span } from "../../campaign/model/offers/flights.ts";
import { type SentCurve, shareBy } from "../../campaign/model/offers/sent-curve.ts";
import { countDays } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { type Money, split } from "../../lib/money.ts";

export function total<Row>(rows: readonly Row[], figure: (row: Row) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (figure(row) ?? 0), 0);
}

/** The same where any row has the figure; undefined where it is not reported at all. */
export function totalIfAny<Row>(rows: readonly Row[], figure: (row: Row) => number | undefined) {
  return rows.some((row) => figure(row) !== undefined) ? total(rows, figure) : undefined;
}

/** `not reported: 2 days`; nothing where all days are there. */
export function gapWords(days: number): string {
  return days === 0 ? "" : `not reported: ${counted(days, "day")}`;
}

/** A sum as people read it, with what is missing of it. */
export function withGap(figure: string | undefined, days: number): string {
  if (figure === undefined) return "not reported";
  return days === 0 ? figure : `${figure}, ${gapWords(days)}`;
}

/** ` (1 of 2 buys)` where not all of them are in a sum. */
export function ofBuys(reported: number, all: number): string {
  return reported === all ? "" : ` (${reported} of ${counted(all, "buy")})`;
}

/** An amount over periods, by the curve that it is to be spent along on the days of its line. */
export function inPeriods(
  amount: Money,
  {
    periods,
    curve,
    run,
  }: { readonly periods: readonly Span[]; readonly curve: SentCurve; readonly run: Span },
): Money[] {
  const elapsed = (day: string) => countDays(run.start, day);
  const length = elapsed(run.end);
  const weights = periods.map(
    ({ start, end }) => shareBy(curve, elapsed(end), length) - shareBy(curve, elapsed(start) - 1, length),
  );
  return split(amount, weights);
}
