import type { DateSpan } from "../grammar/dates.ts";
import { cue, endsWith } from "../grammar/phrases.ts";
import { blanked, type Span, sentenceAround, wordsAround } from "../grammar/spans.ts";
import { daysOf, isClear, type LabelledDate } from "./label-dates.ts";
import type { AmountRole, LabelledAmount } from "./labelled-amount.ts";
import { ownClause, yearsIn } from "./own-clause.ts";
import { columnHead } from "./tables/past-columns.ts";

/**
 * "In 2026 we had 60,000 EUR for media and 9,000 EUR for a film. The budget is 75,000 EUR.": beside a total of the campaign's own year,
 * or of none, what is of an earlier one is past, with what is joined to it.
 */
export function withoutEarlier(
  text: string,
  amounts: readonly LabelledAmount[],
  dates: readonly LabelledDate[],
): readonly LabelledAmount[] {
  const inFlight = dates.filter(isClear).filter(({ role }) => role === "flight" || role === "flight_start");
  const years = amounts.map((amount) =>
    mayBeTotal.has(amount.role) ? yearsOf(text, amount, amounts, dates) : [],
  );
  const [first = years.flat().toSorted().at(-1) ?? ""] = inFlight
    .map((date) => daysOf(date).first)
    .toSorted();
  const isEarlier = (i: number) =>
    years[i]?.length !== 0 && years[i]?.every((year) => year < first.slice(0, 4)) === true;
  const past = new Set<Span>();
  for (const [i, amount] of amounts.entries()) {
    const previous = amounts[i - 1];
    const isJoined =
      previous && past.has(previous) && !isReplaced(text, previous) && isJoinedTo(text, previous, amount);
    if (amount.role === "past" || isEarlier(i) || (isJoined && mayBeJoined.has(amount.role)))
      past.add(amount);
  }
  return amounts.some((amount) => amount.role === "total_budget" && !past.has(amount))
    ? amounts.map((amount) => (past.has(amount) ? { ...amount, role: "past" } : amount))
    : amounts;
}

/** "31 EUR on a spend of 40k", "70,000 EUR for media and another 15,000 EUR": nothing parts them, or an "and" with a word or two. */
function isJoinedTo(text: string, previous: Span, amount: Span): boolean {
  const { before } = wordsAround(text, amount, [previous]);
  return text.slice(previous.end, amount.start) === before
    ? sentenceAround(text, amount).start <= previous.start
    : joinedBy.test(before);
}

/** "Instead of 120,000 EUR we have 95,000 EUR": the next one is what holds. */
function isReplaced(text: string, { start }: Span): boolean {
  return replaced.test(text.slice(Math.max(0, start - 40), start));
}

/** The years that an amount is said to be of: in its clause, else before it in its sentence, at the head of its column, or above it. */
export function yearsOf(
  dated: string,
  amount: Span,
  amounts: readonly Span[],
  dates: readonly DateSpan[],
): string[] {
  const text = blanked(
    dated,
    dates.filter(({ type }) => type === "day"),
  );
  const { before, after } = wordsAround(text, amount, amounts);
  const own = yearsIn(ownClause(before, after).join(" "));
  if (own.length > 0) return own;
  const leading = yearsIn(before).slice(-1);
  if (leading.length > 0) return leading;
  return yearsIn(columnHead(text, amount) ?? headingAbove(text, amount));
}

export function headingAbove(text: string, amount: Span): string {
  const above = text.slice(Math.max(0, amount.start - longestReach), sentenceAround(text, amount).start);
  return above.split("\n").findLast((line) => heading.test(line)) ?? "";
}

export const mayBeTotal: ReadonlySet<AmountRole> = new Set(["unknown", "total_budget", "split"]);
const mayBeJoined: ReadonlySet<AmountRole> = new Set(["unknown", "total_budget", "change"]);
const replaced = endsWith("{instead_of}(?:\\s\\p{L}+)?");
/** " and another " */
const joinedBy = cue("^[,\\s]*(?:{and}|plus)(?:\\s\\p{L}+){0,2}\\s+$");
const longestReach = 400;
/** A line that stands above others: "# 2026", "Budget 2026:" */
const heading = /^\s*(?:#.*|(?:[-*•]\s)?[^|:\n]{1,60}:)\s*\**\s*$/;
