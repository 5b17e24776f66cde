import { type DraftBurst, type Found, found } from "./draft.ts";
import { findBursts } from "./find/find-bursts.ts";
import { daysBetween } from "./grammar/calendar.ts";
import { type Duration, endOf } from "./grammar/durations.ts";
import type { LabelledDate } from "./label-dates.ts";
import { type Asked, ask as asked, type Wording } from "./question.ts";

export interface FlightReading {
  readonly start?: Found<string>;
  readonly end?: Found<string>;
  readonly bursts?: readonly Found<DraftBurst>[];
  readonly questions: readonly Asked[];
}

/** First and last day, where the dates of the text leave one reading; otherwise questions. `today` is an ISO date. */
export function settleFlight(
  text: string,
  dates: readonly LabelledDate[],
  durations: readonly Duration[],
  today: string,
): FlightReading {
  const questions: Asked[] = [];
  const ask = (key: string, values: Wording["values"], suggestions?: readonly string[]) =>
    questions.push(asked("flight", `flight.${key}`, values, suggestions));
  const ahead = dates.filter(({ role }) => role !== "deadline" && role !== "past");
  const relevant = ahead.filter((date) => !ahead.some((other) => isQuarterOf(date, other)));
  for (const date of relevant)
    if (date.type === "unclear") ask("unclear", { words: date, problem: date.problem });
  if (questions.length > 0) return { questions };

  const bursts = findBursts(text, relevant);
  const [firstBurst, lastBurst] = [bursts.found[0], bursts.found.at(-1)];
  if (firstBurst !== undefined && lastBurst !== undefined) {
    const start = found(firstBurst.value.start, firstBurst.evidence);
    const end = found(lastBurst.value.end, lastBurst.evidence);
    return { ...inTime({ start, end, questions: bursts.questions }, today), bursts: bursts.found };
  }
  const periods = relevant.filter((date) => date.type === "period");
  const days = relevant.filter((date) => date.type === "day");
  const undecided = relevant.filter(({ role }) => role === "unknown");
  const via = dates.some((date) => date.via === "model") ? "model" : "rule";
  if (periods.length > 0) {
    const [only] = periods;
    const distinct = new Set(periods.map(({ first, last }) => `${first}/${last}`));
    if (only === undefined || distinct.size > 1 || days.length > 0 || undecided.length > 0)
      ask(
        relevant.length > 1 ? "which" : "whole",
        { words: relevant },
        periods.map(({ first, last }) => `${first} to ${last}`),
      );
    else {
      const how = { via, ...yearNote(only) } as const;
      const flight = { start: found(only.first, only, how), end: found(only.last, only, how) };
      return inTime(agreeing(flight, durations), today);
    }
    return { questions };
  }
  if (undecided.length > 0) {
    ask("says", { words: relevant });
    return { questions };
  }
  const start = theOne(days, "flight_start", via);
  const end = theOne(days, "flight_end", via) ?? endAfter(start, days, durations);
  if (start === undefined) questions.push(askFor("flight.start", "first", days, "flight_start"));
  if (end === undefined) questions.push(askFor("flight.end", "last", days, "flight_end"));
  const known = { ...(start ? { start } : {}), ...(end ? { end } : {}), questions };
  return inTime(agreeing(known, durations), today);
}

/** "Q4" beside the days themselves says no more than they do. */
function isQuarterOf({ text, type }: LabelledDate, period: LabelledDate): boolean {
  const quarter = /^[QT]([1-4])$/i.exec(text)?.[1];
  if (type !== "unclear" || quarter === undefined || period.type !== "period") return false;
  const quarterOf = (day: string) => Math.ceil(Number(day.slice(5, 7)) / 3);
  return [period.first, period.last].every((day) => quarterOf(day) === Number(quarter));
}

type Day = Extract<LabelledDate, { type: "day" }>;

function theOne(
  days: readonly Day[],
  role: "flight_start" | "flight_end",
  via: Found<string>["via"],
): Found<string> | undefined {
  const ofRole = days.filter((date) => date.role === role);
  const [first] = ofRole;
  if (first === undefined || new Set(ofRole.map(({ day }) => day)).size > 1) return undefined;
  return found(first.day, first, { via, ...yearNote(first) });
}

/** The last day where the text gives the first one and how long it takes. */
function endAfter(
  start: Found<string> | undefined,
  days: readonly Day[],
  durations: readonly Duration[],
): Found<string> | undefined {
  const [only, ...others] = durations;
  if (start === undefined || only === undefined || days.some(({ role }) => role === "flight_end"))
    return undefined;
  const end = endOf(start.value, only);
  if (others.some((other) => endOf(start.value, other) !== end)) return undefined;
  return found(end, only, { via: start.via, note: "counted from the first day" });
}

function yearNote({ assumedYear }: { readonly assumedYear?: true }): Partial<Found<unknown>> {
  return assumedYear ? { strength: "soft", note: "no year is written: the next one" } : {};
}

function askFor(field: string, which: string, days: readonly Day[], role: LabelledDate["role"]): Asked {
  const words = days.filter((date) => date.role === role);
  return asked(field, `flight.${which}${words.length > 0 ? "_of" : ""}`, { words });
}

/** A duration that does not go with the days is asked about. A few days more or less are how people speak. */
function agreeing(
  flight: Omit<FlightReading, "questions"> & { readonly questions?: readonly Asked[] },
  durations: readonly Duration[],
): FlightReading {
  const { start, end, questions = [] } = flight;
  if (start === undefined || end === undefined || end.value < start.value) return { ...flight, questions };
  const off = durations.filter((duration) => {
    const days = daysBetween(start.value, end.value);
    const told = daysBetween(start.value, endOf(start.value, duration));
    return Math.abs(days - told) > Math.max(3, told * 0.1);
  });
  const open = off.map((words) =>
    asked("flight", "flight.duration", { words, start: start.value, end: end.value }),
  );
  return { ...flight, questions: [...questions, ...open] };
}

/** Days in the wrong order or in the past stay questions; nothing is moved to make them fit. */
function inTime({ start, end, questions: before }: FlightReading, today: string): FlightReading {
  const questions = [...before];
  const days = { start: start?.value ?? "", end: end?.value ?? "" };
  const ask = (key: string, values: Wording["values"] = days, field = "flight") =>
    questions.push(asked(field, `flight.${key}`, values));
  if (start && end && end.value < start.value) {
    ask("backwards");
    return { questions };
  }
  if (end && end.value < today) {
    ask("over");
    return { questions };
  }
  if (start && start.value < today) ask("begun", days, "flight.start");
  if (start && end && daysBetween(start.value, end.value) > longest) ask("long");
  const chosen = [start, end].flatMap((day) => (day?.via === "model" ? [day] : []));
  if (chosen.length > 0)
    ask("model", {
      words: chosen.map(({ evidence }) => evidence),
      days: chosen.map(({ value }) => value),
    });
  return { ...(start ? { start } : {}), ...(end ? { end } : {}), questions };
}

const longest = 366;
