import type { OrderedLine } from "../../campaign/ordered-lines.ts";
import { countDays } from "../../lib/days.ts";
import { type Money, money } from "../../lib/money.ts";

export interface Due {
  readonly spend: Money;
  readonly impressions?: number;
}

/** What a line's days from its first to `day` are to bring of the order, evenly; nothing where no day was told. */
export function dueBy(
  { ordered: { budget, impressions }, period }: OrderedLine,
  day: string | undefined,
): Due {
  const days = countDays(period.start, period.end);
  const passed = day === undefined ? 0 : Math.min(days, countDays(period.start, day));
  // Rounded from the beginning on, so that parts of a flight add up to all of it.
  const part = (whole: number) => (days === 0 ? 0 : Math.floor((whole * passed) / days));
  return {
    spend: money(part(budget.minor), budget.currency),
    ...(impressions === undefined ? {} : { impressions: part(impressions) }),
  };
}
