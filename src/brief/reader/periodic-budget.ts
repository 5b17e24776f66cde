import { countDays } from "../../lib/days.ts";
import { formatMoney, type Money, money, tooMuchToWrite } from "../../lib/money.ts";
import { type Duration, endOf, type TimeUnit, timeUnits } from "../grammar/durations.ts";
import { anyNumberOf } from "../grammar/lexicon.ts";
import { beginsWith, endsWith } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spanFrom } from "../grammar/spans.ts";
import type { LabelledAmount } from "./labelled-amount.ts";

/** A budget for a part of the time, and what it comes to over the whole. */
export interface PeriodicBudget {
  readonly amount: LabelledAmount & { readonly type: "clear" };
  readonly total: Money;
  /** "8,000.00 EUR a month, 6 times" */
  readonly note: string;
  /** The text itself says how often; else the flight does. */
  readonly isStated: boolean;
  /** The words for both, where they stand in one sentence. */
  readonly evidence: Span;
}

/** The one periodic budget of a text, where how often it is spent is clear; a count that does not go with the flight is not. */
export function readPeriodic(
  text: string,
  amounts: readonly LabelledAmount[],
  durations: readonly Duration[],
  flight: { readonly start?: string; readonly end?: string },
): PeriodicBudget | undefined {
  const [amount, ...others] = amounts.filter(({ role }) => role === "monthly_budget");
  if (amount?.type !== "clear" || others.length > 0) return undefined;
  const unit = unitOf(text, amount);
  if (unit === undefined) return undefined;
  const inFlight = timesIn(flight, unit);
  const [stated, ...more] = durations.filter((duration) => duration.unit === unit);
  if (more.some(({ count }) => count !== stated?.count)) return undefined;
  if (stated !== undefined && inFlight !== undefined && inFlight !== stated.count) return undefined;
  const count = stated?.count ?? inFlight;
  if (count === undefined) return undefined;
  const minor = amount.amount.minor * count;
  if (minor >= tooMuchToWrite) return undefined;
  return {
    amount,
    total: money(minor, amount.amount.currency),
    note: `${formatMoney(amount.amount)} a ${unit}, ${count} times`,
    isStated: stated !== undefined,
    evidence: stated === undefined ? amount : together(text, amount, stated),
  };
}

/** Only words directly beside the amount say that it comes again: "50k EUR, six weeks, 3x per week" is one amount. */
function unitOf(text: string, { start, end }: Span): TimeUnit | undefined {
  const [before, after] = [text.slice(Math.max(0, start - 80), start), text.slice(end, end + 40)];
  return (
    timeUnits.find((unit) => each[unit].behind.test(after)) ??
    timeUnits.find((unit) => each[unit].before.test(before))
  );
}

/** How many whole days, weeks or months a flight has; undefined where it is not a whole number of them. */
function timesIn({ start, end }: { readonly start?: string; readonly end?: string }, unit: TimeUnit) {
  if (start === undefined || end === undefined) return undefined;
  const days = countDays(start, end);
  if (unit !== "month")
    return days % (unit === "week" ? 7 : 1) === 0 ? days / (unit === "week" ? 7 : 1) : undefined;
  const count = Math.round(days / 30.44);
  return count > 0 && endOf(start, { count, unit }) === end ? count : undefined;
}

function together(text: string, a: Span, b: Span): Span {
  const start = Math.min(a.start, b.start);
  const end = Math.max(a.end, b.end);
  return end <= sentenceAround(text, a).end ? spanFrom(text, start, end) : a;
}

const eachTime = (unit: TimeUnit, adverb: string, short: string) => {
  const words = `(?:(?:{per}\\s|/\\s?)(?:{${unit}}|${short})|${adverb})`;
  return {
    behind: beginsWith(words),
    before: endsWith(`${words}${anyNumberOf("\\s+(?:media|budgets?|spend|{joints})")}\\s*:?`),
  };
};
const each = {
  day: eachTime("day", "{daily}", "d"),
  week: eachTime("week", "{weekly}", "wk"),
  month: eachTime("month", "{monthly}", "mo"),
};
