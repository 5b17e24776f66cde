import { daysOf, isoDate, type Part } from "./calendar.ts";
import { findTokens, notADay, type Token } from "./date-grammar.ts";
import { cue } from "./phrases.ts";
import type { Span } from "./spans.ts";
import { weekdayNames, weekdays } from "./weekdays.ts";

/**
 * A day or a period as it stands in a text; days are ISO dates, `last` is included. `assumedYear`: the text leaves out the year,
 * and the next time that lies ahead as a whole is meant. `unclear` says why it is neither.
 */
export type DateSpan = Span &
  (
    | { readonly type: "day"; readonly day: string; readonly assumedYear?: true }
    | { readonly type: "period"; readonly first: string; readonly last: string; readonly assumedYear?: true }
    | { readonly type: "unclear"; readonly problem: string }
  );

/** Days and periods in the spelling of four languages, read on the day `today` (an ISO date). */
export function findDates(text: string, today: string): DateSpan[] {
  const tokens = findTokens(text);
  const order = dayMonthOrder(tokens);
  const found: DateSpan[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const [token, next] = [tokens[i], tokens[i + 1]].map((each) => each && onItsWeekday(text, each));
    if (token === undefined) continue;
    if (next !== undefined && isRange(text, token, next)) {
      found.push(readRange(text, ordered(token, order), ordered(next, order), today));
      i += 1;
    } else found.push(read(ordered(token, order), today));
  }
  return found;
}

/** A weekday that is written before a date and is not that day's makes it unclear. */
function onItsWeekday(text: string, token: Token): Token {
  const name = weekdayBefore.exec(text.slice(Math.max(0, token.start - 24), token.start))?.groups?.["day"];
  const { first } = token;
  if (name === undefined || "week" in first || first.year === undefined || first.day === undefined)
    return token;
  if (token.swappable !== undefined) return token;
  const weekday = weekdays.get(name.toLowerCase());
  const actual = new Date(Date.UTC(first.year, first.month - 1, first.day)).getUTCDay();
  return weekday === undefined || weekday === actual ? token : { ...token, problem: `is no ${name}` };
}

type Order = "day-first" | "month-first";

/** For each separator the order that the text itself proves with a day above 12; absent where it proves none or both. */
function dayMonthOrder(tokens: readonly Token[]): ReadonlyMap<string, Order> {
  const proved = new Map<string, Set<Order>>();
  for (const { text } of tokens) {
    const parts = /^(?<a>\d{1,2})(?<mark>[./-])(?<b>\d{1,2})(?:\k<mark>|$)/.exec(text)?.groups;
    if (!parts || (Number(parts["a"]) <= 12 && Number(parts["b"]) <= 12)) continue;
    const mark = parts["mark"] ?? "";
    const orders = proved.get(mark) ?? new Set();
    proved.set(mark, orders.add(Number(parts["a"]) > 12 ? "day-first" : "month-first"));
  }
  return new Map(
    [...proved].flatMap(([mark, [only, other]]) => (only && !other ? [[mark, only] as const] : [])),
  );
}

function ordered(token: Token, orders: ReadonlyMap<string, Order>): Token {
  const { swappable: mark, ...settled } = token;
  if (mark === undefined || "week" in token.first) return token;
  const { first } = token;
  // Between dots the day stands first wherever they are used, unless the text itself does otherwise.
  switch (orders.get(mark) ?? (mark === "." ? "day-first" : undefined)) {
    case "month-first":
      return settled;
    case "day-first": {
      const swapped: Part = { ...first, day: first.month, month: first.day ?? first.month };
      return { ...settled, first: swapped, last: swapped };
    }
    case undefined: {
      const { year = 0, month: a, day: b = 0 } = first;
      const readings =
        year === 0
          ? "be read as day and month or as month and day"
          : `be ${isoDate(year, a, b)} or ${isoDate(year, b, a)}`;
      return { ...settled, problem: `can ${readings}` };
    }
  }
}

function isRange(text: string, a: Token, b: Token): boolean {
  const between = text.slice(a.end, b.start);
  if (rangeMark.test(between)) return true;
  return andMark.test(between) && spanBefore.test(text.slice(Math.max(0, a.start - 16), a.start));
}

function readRange(text: string, a: Token, b: Token, today: string): DateSpan {
  const problem = a.problem ?? (a.endOfMonth ? notADay : b.problem);
  const span = { text: text.slice(a.start, b.end), start: a.start, end: b.end };
  return read(
    { ...span, first: a.first, last: b.last, ...(problem === undefined ? {} : { problem }) },
    today,
  );
}

function read({ text, start, end, first, last, lone, endOfMonth, problem }: Token, today: string): DateSpan {
  const span = { text, start, end };
  const unclear = (why: string): DateSpan => ({ ...span, type: "unclear", problem: why });
  if (problem !== undefined) return unclear(problem);
  const turns = crossesYear(first, last) ? 1 : 0;
  const written = last.year ?? (first.year === undefined ? undefined : first.year + turns);
  const inYear = (lastYear: number) => {
    const from = daysOf(first, first.year ?? lastYear - turns)?.first;
    const to = daysOf(last, lastYear)?.last;
    return from === undefined || to === undefined ? undefined : { from, to };
  };
  if (endOfMonth) return unclear(notADay);
  if (lone) return unclear("names a month without its year and days");
  const year = written ?? nextYear(inYear, today);
  const days = inYear(year);
  if (days === undefined) return unclear("is not a day of the calendar");
  const { from, to } = days;
  if (to < from) return unclear("ends before it starts");
  if (written === undefined && from <= today)
    return unclear(`has no year and would have begun on ${from} already`);
  const assumed = written === undefined ? ({ assumedYear: true } as const) : {};
  return from === to && "day" in first
    ? { ...span, type: "day", day: from, ...assumed }
    : { ...span, type: "period", first: from, last: to, ...assumed };
}

/** The first year in which it is not over on the day `today`. */
function nextYear(inYear: (year: number) => { to: string } | undefined, today: string): number {
  const year = Number(today.slice(0, 4));
  const days = inYear(year);
  return days !== undefined && days.to < today ? year + 1 : year;
}

/** "15 December to 31 January": the end lies in the year after the start's. */
function crossesYear(first: Part, last: Part): boolean {
  // Any leap year: only the order within it counts.
  const from = daysOf(first, 2028)?.first;
  const to = daysOf(last, 2028)?.last;
  return from !== undefined && to !== undefined && to < from;
}

const weekdayBefore = cue(
  `(?<!\\p{L})(?<day>${weekdayNames})\\.?,?\\s+(?:(?:{article}|der|de|il|o|dia)\\s+)?$`,
);
const rangeMark = cue("^\\s*,?\\s*(?:[-–—]|{until})\\s*(?:{article} )?\\s*$");
const andMark = cue("^\\s*{and}\\s*(?:{article} )?\\s*$");
const spanBefore = cue("{span_of}\\s*(?:{article} )?$");
