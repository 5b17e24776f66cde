import { type Span, sentenceAround } from "../../grammar/spans.ts";
import type { Named } from "../../grammar/splits.ts";
import { found } from "../draft.ts";
import type { LabelledDate } from "../label-dates.ts";
import { withSharedYears } from "./share-years.ts";

/** Periods that are days of channels by their own clauses, "Radio runs 1-14 March, DOOH 15-28 March": none where a channel has two. */
export function channelDaysIn(text: string, dates: readonly LabelledDate[], channels: readonly Named[]) {
  const own = withSharedYears(dates).flatMap((date, i) => {
    const [before, behind] = inClause(text, date, dates, channels);
    const names = before.length > 0 ? before : behind;
    if (date.type !== "period" || date.role !== "flight" || names.length === 0) return [];
    const how = date.assumedYear ? ({ strength: "soft", note: "no year is written" } as const) : {};
    const days = names.map(({ name }) => found({ of: name, start: date.first, end: date.last }, date, how));
    return [{ of: dates.slice(i, i + 1), days }];
  });
  const days = own.flatMap((one) => one.days);
  const isOnce = new Set(days.map(({ value }) => value.of)).size === days.length;
  return isOnce ? { of: own.flatMap((one) => one.of), days } : { of: [], days: [] };
}

/** What is named in the clause of a date, before it and behind it. */
export function inClause<Of extends Span>(
  text: string,
  date: Span,
  dates: readonly Span[],
  spans: readonly Of[],
): [before: readonly Of[], behind: readonly Of[]] {
  const { start } = sentenceAround(text, date);
  const from = Math.max(start, dates.findLast(({ end }) => end <= date.start)?.end ?? 0);
  const comma = Math.max(from, text.lastIndexOf(",", date.start));
  const to = date.end + text.slice(date.end).search(/[,;.\n]|$/);
  const inside = spans.filter((span) => span.start >= comma && span.end <= to);
  return [inside.filter((span) => span.end <= date.start), inside.filter((span) => span.start >= date.end)];
}
