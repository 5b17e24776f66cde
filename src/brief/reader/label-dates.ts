import { addDays } from "../../lib/days.ts";
import { listMark } from "../grammar/date-grammar.ts";
import type { DateSpan, Days } from "../grammar/dates.ts";
import { anyNumberOf } from "../grammar/lexicon.ts";
import { cue, endsWith, pastWords, says } from "../grammar/phrases.ts";
import { wordsAround } from "../grammar/spans.ts";
import { anyWeekday } from "../grammar/weekdays.ts";
import { correctedOn } from "./corrections.ts";
import type { LabelledAmount } from "./labelled-amount.ts";

/**
 * What a date stands for. `pause`: nothing runs on its days. `limit`: something is to be there by then. `other`: an event, a
 * price, an absence. `doubtful`: the words around it leave open whether it holds. `unknown`: they do not say what it is.
 */
export type DateRole =
  | "flight"
  | "flight_start"
  | "flight_end"
  | "deadline"
  | "past"
  | "pause"
  | "limit"
  | "other"
  | "doubtful"
  | "unknown";

export type LabelledDate = DateSpan & { readonly role: DateRole };

export interface LabelledSpans {
  readonly amounts: readonly LabelledAmount[];
  readonly dates: readonly LabelledDate[];
}

export type Clear = Exclude<LabelledDate, { type: "unclear" }>;

export function isClear(date: LabelledDate): date is Clear {
  return date.type !== "unclear";
}

export function daysOf(date: Clear): Days {
  return date.type === "day" ? { first: date.day, last: date.day } : date;
}

/** Gives each date the role that its own words prove. */
export function labelDates(text: string, dates: readonly DateSpan[]): LabelledDate[] {
  return dates.map((date, i) => {
    const [previous, next] = [dates[i - 1], dates[i + 1]];
    const isListed =
      (next !== undefined && listed.test(text.slice(date.end, next.start))) ||
      (previous !== undefined && listed.test(text.slice(previous.end, date.start)));
    const words = wordsOf(text, date, dates);
    const role = roleOf(date, words);
    // "March and May 2027" is no month named in passing.
    if (isListed && date.type === "unclear") return { ...date, role: "doubtful" };
    if (role === "flight" && words.side !== undefined && isOneWeek(date))
      return { ...endOf(date, words.side), role: words.side };
    if (role !== "pause" || date.type !== "day" || !weekOf.test(words.before)) return { ...date, role };
    const { day: first, ...span } = date;
    return { ...span, type: "period", first, last: addDays(first, 6), role };
  });
}

type Period = Extract<DateSpan, { type: "period" }>;

function isOneWeek(date: DateSpan): date is Period {
  return date.type === "period" && date.weeks === true && addDays(date.first, 6) === date.last;
}

/** "Start: KW 10" is its Monday, "Ende: KW 14" its Sunday. */
function endOf({ text, start, end, first, last, assumedYear }: Period, side: Side): DateSpan {
  const day = side === "flight_start" ? first : last;
  return { text, start, end, type: "day", day, ...(assumedYear && { assumedYear }) };
}

/** The words around a date: its sentence as far as it is about this date, and the clause of it that the date stands in. */
function wordsOf(text: string, date: DateSpan, dates: readonly DateSpan[]) {
  const { before, after, joined } = wordsAround(text, date, dates, firstBreak);
  const from = before.slice(lastBreak(before));
  const behind = joined ? "" : behindOf(after, from);
  // What leads to the next date without a comma is about that one, but for the days that it names.
  const whole = wordsAround(text, date, dates, (gap) => clauseBreaks.exec(gap)?.index);
  const own = whole.joined ? "" : behindOf(whole.after, from);
  const leading = whole.before.slice(lastBreak(whole.before));
  const verb = moves.exec(from)?.index;
  const nearest = closest(from.slice(0, verb).slice(-reach)) ?? closest(from.slice(-reach));
  const start = nearest === undefined ? 0 : Math.max(0, from.length - reach) + nearest.index - reach / 3;
  // "from January" is a price as often as a flight; "the start moves to 15 March" is about a first day.
  const adjacent = date.type === "unclear" || verb !== undefined ? undefined : adjacentSide(from);
  const side = adjacent ?? nearest?.side ?? closest(behind.slice(0, reach))?.side;
  return {
    before,
    // What stands in brackets is about something beside the date: "(last year: 200,000 EUR)".
    around: noDoubt.without(`${before} … ${own}`.replaceAll(/\([^()]*\)/g, "")),
    // What stands far before "live on 1 March" is about something else in a text without commas.
    clause: `${from.slice(Math.max(0, start))} … ${own}`,
    // What of the clause stands close to the date.
    close: `${from.slice(-reach / 2)} … ${own.slice(0, reach / 2)}`,
    paused: pause.test(unbroken.without(`${leading} … ${own}`)) || except.test(before),
    side,
  };
}

type Words = ReturnType<typeof wordsOf>;
type Side = "flight_start" | "flight_end";

/** The rest of the clause behind a date; of one between commas what comes next: "in May, from 3 to 9 May, we pause". */
function behindOf(after: string, before: string): string {
  const words = after.replace(/^\s*\)/, (sign) => " ".repeat(sign.length));
  const [first, second] = [...clauseBreaks.all(words)].map(({ index }) => index);
  const isAlone = first !== undefined && !/\p{L}/u.test(words.slice(0, first)) && nothingOwn.test(before);
  return words.slice(0, isAlone ? second : first);
}

function roleOf(date: DateSpan, words: Words): DateRole {
  const aside = asideOf(date, words);
  if (aside !== undefined) return aside;
  if (isDoubtful(date, words)) return "doubtful";
  const { before, around, clause, side } = words;
  // "The campaign opens on 5 April"
  const isEvent = event.test(clause) && !campaign.test(clause);
  if (date.type === "period" && !(date.whole && isEvent)) return "flight";
  if (side !== undefined) return isEvent ? "unknown" : side;
  if (deadline.test(around)) return "deadline";
  if (isEvent) return "other";
  return limit.test(before) ? "limit" : "unknown";
}

/** What a date is that is no day of the flight by its words. */
function asideOf(date: DateSpan, words: Words): DateRole | undefined {
  const { before, around, clause, close, paused, side } = words;
  const isPeriod = date.type === "period";
  if (!isPeriod && correctedOn.test(before)) return "other";
  const isNot = isPeriod && denied.test(close);
  if (isNot || (paused && (isPeriod || side === undefined || weekOf.test(before))))
    return doubtful.test(around) ? "doubtful" : "pause";
  if (isDeadline(date, words)) return "deadline";
  if (pastWords.test(clause) || ("assumedYear" in date && pastWords.test(around))) return "past";
  return absence.test(clause) ? "other" : undefined;
}

function isDeadline(date: DateSpan, { before, around, clause }: Words): boolean {
  const { type } = date;
  if (handedIn.test(before)) return true;
  const isDue = deadline.test(clause);
  // A date is a German "Termin", a period is one's dates in Polish and German alike.
  const isLong = date.type === "period" && addDays(date.first, longestDue) < date.last;
  return type === "period" ? isDue && !isLong && !meantFor.test(before) : isDue || issueDate.test(around);
}

function isDoubtful({ type }: DateSpan, { before, around, clause, side }: Words): boolean {
  if (doubtful.test(around) || (type !== "period" && denied.test(clause))) return true;
  // "a second burst in June"
  if (type === "unclear" && burst.test(clause)) return true;
  // "starts by 3 May" leaves the day open, "off air by 3 May" does not.
  const isLimit = limit.test(before);
  const isNear = nearDate.test(before) && !(isLimit && side === undefined);
  return isNear || (isLimit && side === "flight_start");
}

function adjacentSide(before: string): Side | undefined {
  if (fromDay.test(before)) return "flight_start";
  return toDay.test(before) ? "flight_end" : undefined;
}

/** The last word for a first or a last day, and where it begins. */
function closest(words: string): { readonly side: Side; readonly index: number } | undefined {
  const [start = -1, end = -1] = [starts, ends].map((side) => [...side.all(words)].at(-1)?.index);
  if (start === end) return undefined;
  return start > end ? { side: "flight_start", index: start } : { side: "flight_end", index: end };
}

/** Days in which an answer may be due: "a proposal for Turin from 10 May to 20 June" is the campaign. */
const longestDue = 14;
/** Letters between a word for a first or a last day and the day. */
const reach = 60;
const comma = `(?<!(?<!\\p{L})${anyWeekday})[,;()/](?=\\s)|(?<=\\s){but}(?=\\s)`;
const clauseBreaks = cue(comma);
const dateBreaks = cue(`${comma}|(?<=\\s){and}(?=\\s)`);
const firstBreak = (gap: string): number | undefined => dateBreaks.exec(gap)?.index;

/** Where the clause begins that ends the words, if there is more in it than signs. */
function lastBreak(words: string): number {
  const last = [...clauseBreaks.all(words)].findLast(
    ({ 0: mark, index }) => mark === "/" || /\p{L}/u.test(words.slice(index)),
  );
  return last?.index ?? 0;
}

const listed = cue(`^(?:${listMark}|\\s*,?\\s*{or}\\s*)$`);
const moves = says("{moves}");
const starts = says("{starts}");
const ends = says("{ends}");
const link = `${anyNumberOf(`\\s*(?:{date_link|article}|[:–|,.-]|${anyWeekday})`)}\\s*$`;
const fromDay = cue(`(?<![\\p{L}\\p{N}]){from_day}${link}`);
const toDay = cue(`(?<![\\p{L}\\p{N}]){to_day}${link}`);

const nothingOwn = cue(
  `^${anyNumberOf(`[\\s(,]*(?:{from_day|span_of|article|date_link}|${anyWeekday})`)}[\\s(,]*$`,
);
/** "w/c 5 April" */
const weekOf = endsWith(`{week_of}${anyNumberOf(`\\s+(?:{article}|${anyWeekday})`)}`);

const pause = says("{pause}");
const unbroken = says("{unbroken}");
const except = cue(`(?<![\\p{L}\\p{N}]){except_on}(?:\\s*{from_day})?${link}`);
const deadline = says("{deadline}");
const meantFor = cue(`(?<![\\p{L}\\p{N}]){meant_for}(?:\\s*{from_day})?${link}`);
const issueDate = says("{issue_date}");
/** "20\" spot due", "a bumper follows by": when a creative is there, not when it runs. */
const handedIn = endsWith("{handed_in}");
const absence = says("{absence}");
const event = says("{event_date}");
const campaign = says("[ck]ampa\\p{L}+");
const doubtful = says("{doubtful_date}");
/** "We run from 19 April now instead of what I wrote" */
const noDoubt = says("{no_doubt}");
const denied = says("{denied_date}");
const burst = says("{bursts}");
const nearDate = endsWith("{near_date}(?:\\s+{article})?");
const limit = cue(`(?<![\\p{L}\\p{N}]){limit_date}${link}`);
