import { dayMs, endOf } from "../../../lib/days.ts";
import type { LivePackage } from "../../buys/live-buys.ts";
import { shareBy } from "../../model/sent-curve.ts";

/**
 * What a package was to have spent when `day` is over, in minor units, not rounded. A budget or a last day that changes in the
 * middle of the flight changes what is left from that day on, so that the last budget is what the flight ends with.
 */
export function plannedBy({ budgets, curve }: Pick<LivePackage, "budgets" | "curve">, day: string): number {
  const [first] = budgets;
  if (first === undefined) return 0;
  const begin = Date.parse(first.from);
  const elapsedAt = (at: number) => (at - begin) / dayMs;
  const until = endOf(day);
  return budgets.reduce((planned, { from, minor, end, cancelled }, i) => {
    const since = Date.parse(from);
    if (since >= until || cancelled) return planned;
    const next = budgets[i + 1];
    const to = next === undefined ? until : Math.min(until, Date.parse(next.from));
    const length = elapsedAt(endOf(end));
    const before = shareBy(curve, elapsedAt(since), length);
    const share = before >= 1 ? 1 : (shareBy(curve, elapsedAt(to), length) - before) / (1 - before);
    return planned + (minor - planned) * share;
  }, 0);
}
