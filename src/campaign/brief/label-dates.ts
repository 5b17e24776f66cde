import type { SpanRole } from "../../llm/questions/label-spans.ts";
import type { DateSpan, Days } from "./grammar/dates.ts";
import { pastWords } from "./grammar/mentions.ts";
import { cue, endsWith, says } from "./grammar/phrases.ts";
import { wordsAround } from "./grammar/spans.ts";
import { anyWeekday } from "./grammar/weekdays.ts";

/**
 * What a date stands for. `pause`: nothing runs on its days. `limit`: something is to be there by then. `other`: an event, a
 * price, an absence. `doubtful`: the words around it leave open whether it holds. `unknown`: they do not say what it is.
 */
export type DateRole =
  | Extract<SpanRole, "flight" | "flight_start" | "flight_end" | "deadline" | "past">
  | "pause"
  | "limit"
  | "other"
  | "doubtful"
  | "unknown";

export type LabelledDate = DateSpan & { readonly role: DateRole; readonly via: "rule" | "model" };

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
    const role = roleOf(date, wordsOf(text, date, dates));
    // "March and May 2027" is no month named in passing.
    return { ...date, role: isListed && date.type === "unclear" ? "doubtful" : role, via: "rule" };
  });
}

/** The words around a date: its sentence as far as it is about this date, and the clause of it that the date stands in. */
interface Words {
  readonly before: string;
  readonly around: string;
  readonly clause: string;
  readonly side: "flight_start" | "flight_end" | undefined;
}

function wordsOf(text: string, date: DateSpan, dates: readonly DateSpan[]): Words {
  const { before, after, joined } = wordsAround(text, date, dates, firstBreak);
  const from = before.slice(lastBreak(before));
  // What leads to the next date is about that one.
  const behind = joined ? "" : after.slice(0, clauseBreaks.exec(after)?.index ?? after.length);
  const told = closest(from.slice(-reach));
  const start = told === undefined ? 0 : Math.max(0, from.length - reach) + told.index - reach / 3;
  // "from January" is a price as often as a flight.
  const adjacent = date.type === "unclear" ? undefined : adjacentSide(from);
  const side = adjacent ?? told?.side ?? closest(behind.slice(0, reach))?.side;
  return {
    before,
    // What stands in brackets is about something beside the date: "(last year: 200,000 EUR)".
    around: `${before} … ${behind}`.replaceAll(/\([^()]*\)/g, ""),
    // What stands far before "live on 1 March" is about something else in a text without commas.
    clause: `${from.slice(Math.max(0, start))} … ${behind}`,
    side,
  };
}

function roleOf(date: DateSpan, { before, around, clause, side }: Words): DateRole {
  const isPeriod = date.type === "period";
  const isPaused = pause.test(unbroken.without(clause)) || except.test(before);
  if (isPaused && (isPeriod || side === undefined)) return "pause";
  // A date is a German "Termin", a period is one's dates in Polish and German alike.
  const isIssued = !isPeriod && issueDate.test(around);
  const isDue = deadline.test(clause) && !(isPeriod && meantFor.test(before));
  if (handedIn.test(before) || isIssued || isDue) return "deadline";
  const isEarlier = pastWords.test(clause) || ("assumedYear" in date && pastWords.test(around));
  if (isEarlier) return "past";
  if (absence.test(clause)) return "other";
  if (doubtful.test(around) || denied.test(clause)) return "doubtful";
  // "starts by 3 May" leaves the day open, "off air by 3 May" does not.
  const isLimit = limit.test(before);
  const isNear = nearDate.test(before) && !(isLimit && side === undefined);
  if (isNear || (isLimit && side === "flight_start")) return "doubtful";
  const isEvent = event.test(clause);
  if (isPeriod && !(date.whole && isEvent)) return "flight";
  if (side !== undefined) return isEvent ? "unknown" : side;
  if (deadline.test(around)) return "deadline";
  if (isEvent) return "other";
  return isLimit ? "limit" : "unknown";
}

function adjacentSide(before: string): Words["side"] {
  if (fromDay.test(before)) return "flight_start";
  return toDay.test(before) ? "flight_end" : undefined;
}

/** The last word for a first or a last day, and where it begins. */
function closest(
  words: string,
): { readonly side: "flight_start" | "flight_end"; readonly index: number } | undefined {
  const [start = -1, end = -1] = [starts, ends].map((side) => [...side.all(words)].at(-1)?.index);
  if (start === end) return undefined;
  return start > end ? { side: "flight_start", index: start } : { side: "flight_end", index: end };
}

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

const listed = cue("^\\s*(?:,|/|&|\\+|,?\\s*(?:{and}|{or}))\\s*$");
const starts = says("{starts}");
const ends = says("{ends}");
const link = `(?:\\s*(?:{date_link}|{article}|:|–|-|\\||,|\\.|${anyWeekday}))*\\s*$`;
const fromDay = cue(`(?<![\\p{L}\\p{N}]){from_day}${link}`);
const toDay = cue(`(?<![\\p{L}\\p{N}]){to_day}${link}`);

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
const doubtful = says("{doubtful_date}");
const denied = says("{denied_date}");
const nearDate = endsWith("{near_date}(?:\\s+{article})?");
const limit = cue(`(?<![\\p{L}\\p{N}]){limit_date}${link}`);
