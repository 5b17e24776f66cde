import type { SpanRole } from "../../llm/questions/label-spans.ts";
import type { DateSpan } from "./grammar/dates.ts";
import { pastWords } from "./grammar/mentions.ts";
import { cue, endsWith, says } from "./grammar/phrases.ts";
import { wordsAround } from "./grammar/spans.ts";
import { anyWeekday } from "./grammar/weekdays.ts";

/** What a date stands for. `unknown`: the words around it do not say. */
export type DateRole =
  | Extract<SpanRole, "flight" | "flight_start" | "flight_end" | "deadline" | "past">
  | "unknown";

export type LabelledDate = DateSpan & { readonly role: DateRole; readonly via: "rule" | "model" };

/** Gives each date the role that its own words prove. */
export function labelDates(text: string, dates: readonly DateSpan[]): LabelledDate[] {
  return dates.map((date) => {
    const { before, after } = wordsAround(text, date, dates);
    return { ...date, role: roleOf(date, before, after), via: "rule" };
  });
}

function roleOf(date: DateSpan, before: string, after: string): DateRole {
  // What stands in brackets is about something beside the date: "(last year: 200,000 EUR)".
  const around = `${before} … ${after}`.replaceAll(/\([^()]*\)/g, "");
  // A date is a German "Termin", a period is one's dates in Polish and German alike.
  const isIssued = date.type !== "period" && issueDate.test(around);
  if (handedIn.test(before) || isIssued || deadline.test(around)) return "deadline";
  if (pastWords.test(around)) return "past";
  if (doubtful.test(around) || nearDate.test(before)) return "unknown";
  if (date.type === "period") return "flight";
  if (starts.test(before)) return "flight_start";
  return ends.test(before) ? "flight_end" : "unknown";
}

const deadline = says("{deadline}");
const issueDate = says("{issue_date}");
/** "20\" spot due", "a bumper follows by": when a creative is there, not when it runs. */
const handedIn = endsWith("{handed_in}");
const doubtful = says("{doubtful_date}");
const nearDate = endsWith("{near_date}(?:\\s+{article})?");
const link = `(?:\\s*(?:date|on|am|{article}|is|:|–|-|,|\\.|${anyWeekday}))*\\s*$`;
const starts = cue(`(?<!\\p{L}){starts}${link}`);
const ends = cue(`(?<!\\p{L}){ends}${link}`);
