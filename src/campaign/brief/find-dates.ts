import { findTokens, type Part, type Token } from "./date-grammar.ts";
import type { Span } from "./spans.ts";

/** A day or a period as it stands in a text; days are ISO dates, `last` is included. `unclear` says why it is neither. */
export type DateSpan = Span &
  (
    | { readonly type: "day"; readonly day: string }
    | { readonly type: "period"; readonly first: string; readonly last: string }
    | { readonly type: "unclear"; readonly problem: string }
  );

/** Days and periods in the spelling of four languages. A missing year and a day that could be a month are `unclear`. */
export function findDates(text: string): DateSpan[] {
  const tokens = findTokens(text);
  const order = dayMonthOrder(tokens);
  const found: DateSpan[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (token === undefined) continue;
    if (next !== undefined && isRange(text, token, next)) {
      found.push(readRange(text, ordered(token, order), ordered(next, order)));
      i += 1;
    } else found.push(read(ordered(token, order)));
  }
  return found;
}

/** For each separator the order that the text itself proves with a day above 12; absent where it proves none or both. */
function dayMonthOrder(tokens: readonly Token[]): ReadonlyMap<string, "day-first" | "month-first"> {
  const proved = new Map<string, Set<"day-first" | "month-first">>();
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

function ordered(token: Token, order: ReturnType<typeof dayMonthOrder>): Token {
  if (token.swappable === undefined) return token;
  const { first } = token;
  const { swappable: mark, ...settled } = token;
  switch (order.get(mark)) {
    case "month-first":
      return settled;
    case "day-first":
      return { ...settled, ...sameDay({ ...first, day: first.month, month: first.day ?? first.month }) };
    case undefined:
      return { ...settled, problem: ambiguity(first) };
  }
}

function sameDay(part: Part): Pick<Token, "first" | "last"> {
  return { first: part, last: part };
}

function ambiguity({ year: y = 0, month: a, day: b = 0 }: Part): string {
  if (y === 0) return "can be read as day and month or as month and day";
  return `can be ${iso(y, a, b)} or ${iso(y, b, a)}`;
}

function isRange(text: string, a: Token, b: Token): boolean {
  const between = text.slice(a.end, b.start);
  if (rangeMark.test(between)) return true;
  const before = text.slice(Math.max(0, a.start - 16), a.start);
  return andMark.test(between) && betweenMark.test(before);
}

function readRange(text: string, a: Token, b: Token): DateSpan {
  const span = { text: text.slice(a.start, b.end), start: a.start, end: b.end };
  const problem = a.problem ?? b.problem;
  if (problem !== undefined) return { ...span, type: "unclear", problem };
  const before = isLater(a.last, b.last) ? 1 : 0;
  const lastYear = b.last.year ?? (a.first.year === undefined ? undefined : a.first.year + before);
  const firstYear = a.first.year ?? (lastYear === undefined ? undefined : lastYear - before);
  return read({
    ...span,
    first: { ...a.first, ...(firstYear === undefined ? {} : { year: firstYear }) },
    last: { ...b.last, ...(lastYear === undefined ? {} : { year: lastYear }) },
  });
}

function isLater(a: Part, b: Part): boolean {
  return a.month > b.month || (a.month === b.month && (a.day ?? 1) > (b.day ?? 31));
}

function read({ text, start, end, first, last, problem }: Token): DateSpan {
  const span = { text, start, end };
  const unclear = (why: string): DateSpan => ({ ...span, type: "unclear", problem: why });
  if (problem !== undefined) return unclear(problem);
  if (first.year === undefined || last.year === undefined) return unclear("has no year");
  const from = iso(first.year, first.month, first.day ?? 1);
  const to = iso(last.year, last.month, last.day ?? daysIn(last.year, last.month));
  if (!isDay(from) || !isDay(to)) return unclear("is not a day of the calendar");
  if (to < from) return unclear("ends before it starts");
  return from === to && first.day !== undefined
    ? { ...span, type: "day", day: from }
    : { ...span, type: "period", first: from, last: to };
}

function iso(y: number, m: number, d: number): string {
  return `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
}

function daysIn(y: number, m: number): number {
  return new Date(Date.UTC(y, m, 0)).getUTCDate();
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}

const rangeMark =
  /^\s*,?\s*(?:-|–|—|to|until|till|through|thru|bis(?: zum)?|au|à|jusqu['’]au|al?|hasta(?: el)?)\s*(?:the |el |le |den |zum )?\s*$/iu;
const andMark = /^\s*(?:and|und|et|y)\s*(?:the |el |le |dem |den )?\s*$/iu;
const betweenMark = /(?:between|zwischen|entre)\s*(?:the |el |le |dem |den )?$/iu;
