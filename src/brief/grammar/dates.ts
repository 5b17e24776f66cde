import { daysOf, type Part } from "./calendar.ts";
import { findTokens, listMark, notADay, type Token } from "./date-grammar.ts";
import { dayMonthOrders, fallsOn, type Order, ordered } from "./day-month-order.ts";
import { anyNumberOf } from "./lexicon.ts";
import { cue } from "./phrases.ts";
import { problem, type Wording } from "./question.ts";
import type { Span } from "./spans.ts";
import { anyWeekday, dayNumbers, weekdayNames } from "./weekdays.ts";

/**
 * A day or a period as it stands in a text; days are ISO dates, `last` is included. `assumedYear`: the text leaves out the
 * year, and the next time that lies ahead as a whole is meant. `unclear` says why it is neither; `within` is the next time that
 * all its days lie in.
 */
export type DateSpan = Span &
  (
    | { readonly type: "day"; readonly day: string; readonly assumedYear?: true }
    | (Days & { readonly type: "period"; readonly assumedYear?: true } & Coarse)
    | { readonly type: "unclear"; readonly problem: Wording; readonly within?: Days }
  );

/** A period that is named by months, quarters or halves of a year, or by weeks. */
interface Coarse {
  readonly whole?: true;
  readonly weeks?: true;
}

export interface Days {
  readonly first: string;
  readonly last: string;
}

/**
 * Days and periods in the spelling of nine languages, read on the day `today` (an ISO date). `usual` is what its author is used to
 * where the text itself does not tell a day from a month.
 */
export function findDates(text: string, today: string, usual?: Order): DateSpan[] {
  const tokens = withYears(findTokens(text)).map((token) => ({ ...token, ...weekdayOf(text, token) }));
  const orders = dayMonthOrders(tokens);
  const inOrder = tokens.map((token) => ordered(token, orders, usual));
  const found: DateSpan[] = [];
  for (let i = 0; i < inOrder.length; i += 1) {
    const token = inOrder[i];
    if (token === undefined) continue;
    let last = token;
    for (let next = inOrder[i + 1]; next !== undefined; next = inOrder[i + 1]) {
      if (
        last === token
          ? !isRange(text, token, next) && !isNextMonth(text, last, next)
          : !isNextMonth(text, last, next)
      )
        break;
      last = next;
      i += 1;
    }
    found.push(last === token ? read(token, today) : readRange(text, token, last, today));
  }
  return found.map((date) => withInclusive(text, date));
}

/** "until 18 April inclusive": days are counted like that anyway. */
function withInclusive(text: string, date: DateSpan): DateSpan {
  const behind = inclusive.exec(text.slice(date.end, date.end + 30))?.[0];
  if (behind === undefined) return date;
  const end = date.end + behind.length;
  return { ...date, text: text.slice(date.start, end), end };
}

/** "4/30/27" has its year last where another date of the text ends alike; alone it may be written the other way round. */
function withYears(tokens: readonly Token[]): Token[] {
  const ends = tokens.map(({ shortYear, text }) => (shortYear ? text.slice(-3) : undefined));
  return tokens.map((token, i) =>
    !token.shortYear || ends.some((end, j) => j !== i && end === ends[i])
      ? token
      : { ...token, ...problem("year") },
  );
}

function weekdayOf(text: string, { start }: Token): Pick<Token, "weekday"> {
  const name = weekdayBefore.exec(text.slice(Math.max(0, start - 28), start))?.groups?.["day"];
  const day = dayNumbers.get(name?.toLowerCase() ?? "");
  return name !== undefined && day !== undefined ? { weekday: { name, day } } : {};
}

/** "March and April 2027" */
function isNextMonth(text: string, { first, last, end }: Token, next: Token): boolean {
  const isMonth = [first, last, next.first, next.last].every(
    (part) => "month" in part && part.day === undefined,
  );
  if (!isMonth || !("month" in last) || !("month" in next.first)) return false;
  return next.first.month === (last.month % 12) + 1 && inList.test(text.slice(end, next.start));
}

function isRange(text: string, a: Token, b: Token): boolean {
  const between = text.slice(a.end, b.start);
  if (between === "/") return isoDay.test(a.text) && isoDay.test(b.text);
  if (rangeMark.test(between)) return true;
  return andMark.test(between) && spanBefore.test(text.slice(Math.max(0, a.start - 30), a.start));
}

function readRange(text: string, a: Token, b: Token, today: string): DateSpan {
  const why = a.problem ?? (a.endOfMonth ? notADay.problem : b.problem);
  const span = { text: text.slice(a.start, b.end), start: a.start, end: b.end };
  const ends = {
    ...(a.weekday && { weekday: a.weekday }),
    ...(b.weekday && { lastWeekday: b.weekday }),
  };
  return read({ ...span, ...ends, first: a.first, last: b.last, ...(why && { problem: why }) }, today);
}

function read(token: Token, today: string): DateSpan {
  const { text, start, end, first, last, lone, endOfMonth, partOfMonth } = token;
  const span = { text, start, end };
  const turns = crossesYear(first, last) ? 1 : 0;
  const written = last.year ?? (first.year === undefined ? undefined : first.year + turns);
  const inYear = (lastYear: number) => {
    const from = daysOf(first, first.year ?? lastYear - turns)?.first;
    const to = daysOf(last, lastYear)?.last;
    return from === undefined || to === undefined ? undefined : { first: from, last: to };
  };
  const days = inYear(written ?? nextYear(inYear, today));
  const unclear = (
    why: { readonly problem: Wording },
    isVague: boolean | undefined = lone || endOfMonth || partOfMonth,
  ): DateSpan => {
    const within = days && isVague ? { within: days } : {};
    return { ...span, ...within, type: "unclear", ...why };
  };
  if (token.problem !== undefined) return unclear({ problem: token.problem });
  if (endOfMonth) return unclear(notADay);
  if (lone) return unclear(problem("month"));
  if (days === undefined) return unclear(problem("calendar"));
  if (days.last < days.first) return unclear(problem("backwards"));
  if (written === undefined && days.first <= today)
    return unclear(problem("begun", { day: days.first }), !("day" in first));
  const wrong = wrongWeekday(token, days);
  if (wrong !== undefined) return unclear(problem("weekday", { weekday: wrong }));
  const assumed = written === undefined ? ({ assumedYear: true } as const) : {};
  if (days.first === days.last && "day" in first)
    return { ...span, type: "day", day: days.first, ...assumed };
  const isWhole = !("day" in first || "day" in last || "week" in first);
  return {
    ...span,
    type: "period",
    ...days,
    ...assumed,
    ...(isWhole && { whole: true }),
    ...("week" in first && { weeks: true }),
  };
}

/** A weekday that is written before a date and is not that day's makes it unclear. */
function wrongWeekday({ first, last, weekday, lastWeekday }: Token, days: Days): string | undefined {
  const isOff = (name: Token["weekday"], part: Part, day: string) => {
    const [year, month, ofMonth] = day.split("-").map(Number);
    const at = { ...(year && { year }), ...(month && { month }), ...(ofMonth && { day: ofMonth }) };
    return name !== undefined && "day" in part && fallsOn({ ...at, weekday: name.day }) === false;
  };
  if (isOff(weekday, first, days.first)) return weekday?.name;
  return isOff(lastWeekday, last, days.last) ? lastWeekday?.name : undefined;
}

/** The first year in which it is not over on the day `today`. */
function nextYear(inYear: (year: number) => Days | undefined, today: string): number {
  const year = Number(today.slice(0, 4));
  const days = inYear(year);
  return days !== undefined && days.last < today ? year + 1 : year;
}

/** "15 December to 31 January": the end lies in the year after the start's. */
function crossesYear(first: Part, last: Part): boolean {
  // Any leap year: only the order within it counts.
  const from = daysOf(first, 2028)?.first;
  const to = daysOf(last, 2028)?.last;
  return from !== undefined && to !== undefined && to < from;
}

const weekdayBefore = cue(
  `(?<![\\p{L}\\p{N}])(?<day>${weekdayNames})\\.?\\s?[,(]?\\s*(?:(?:{article}|{date_link})\\s+)?$`,
);
const inclusive = cue("^,? \\(?{inclusive}(?!\\p{L})\\)?");
const beforeDay = anyNumberOf(`(?:{article}|${anyWeekday})[.,]?\\s+`);
const rangeMark = cue(
  `^(?:\\s*{inclusive})?\\s*,?\\s*(?:(?<!\\n\\s*)[-–—]>?|[→⟶➔➜➡>]|=>|{and} {until}|{until})\\s*${beforeDay}$`,
);
const isoDay = /^20\d\d-\d\d-\d\d$/;
const inList = cue(`^(?:${listMark})$`);
const andMark = cue(`^\\s*{and}\\s*${beforeDay}$`);
const spanBefore = cue(`(?<!\\p{L}){span_of}\\s+${beforeDay}$`);
