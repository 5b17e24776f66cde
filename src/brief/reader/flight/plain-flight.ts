import { type Duration, endOf, timeUnits } from "../../grammar/durations.ts";
import { anyNumberOf } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { sentenceAround } from "../../grammar/spans.ts";
import { anyWeekday } from "../../grammar/weekdays.ts";
import { type Found, found } from "../draft.ts";
import { type BurstsReading, findBursts, inOneBurst, type Period } from "../find/find-bursts.ts";
import { type Clear, daysOf, type LabelledDate } from "../label-dates.ts";
import { encloses, isNamed } from "./beside-flight.ts";

/** First and last day as the dates of a text give them, with the dates that do. */
export interface PlainFlight {
  readonly start?: Found<string>;
  readonly end?: Found<string>;
  readonly bursts?: BurstsReading;
  readonly of: readonly LabelledDate[];
}

/** The days that clear dates leave no choice about: one period, bursts of it, or its first and its last day. */
export function plainFlight(
  text: string,
  dates: readonly Clear[],
  { durations, quantities }: { durations: readonly Duration[]; quantities: readonly Quantity[] },
): PlainFlight {
  // "Q1. Start is 1 February 2027 and it runs for ten weeks": a first day says it closer than a quarter around it.
  const isAroundStart = ({ whole, first, last }: Period) =>
    whole === true &&
    dates.some(
      (date) =>
        date.type === "day" && date.role === "flight_start" && encloses({ first, last }, daysOf(date)),
    );
  const periods = dates
    .filter((date) => date.type === "period")
    .filter((date) => date.role === "flight" && !isAroundStart(date));
  const days = dates.filter((date) => date.type === "day");
  const startDays = days.filter(({ role }) => role === "flight_start");
  const firstDay = theOne(startDays)?.value ?? "";
  // "We need the plan by 9 December": no flight ends before it begins.
  const ends = days.filter(({ role, day }) => role === "flight_end" && day >= firstDay);
  if (periods.length > 0 && !isWithin(periods, firstDay, theOne(ends)?.value)) {
    const parts = periods.filter((period) => !isAroundOthers(text, period, periods));
    const bursts = findBursts(text, parts, quantities);
    const [first, last] = [bursts?.found[0], bursts?.found.at(-1)];
    if (bursts !== undefined && first !== undefined && last !== undefined) {
      const start = found(first.value.start, first.evidence);
      return { start, end: found(last.value.end, last.evidence), bursts, of: periods };
    }
    const [only, ...others] = parts;
    if (only === undefined || others.some((other) => !encloses(only, other) || !encloses(other, only)))
      return { of: [] };
    const how = yearNote(only);
    return { start: found(only.first, only, how), end: found(only.last, only, how), of: parts };
  }
  const starts =
    startDays.length > 0
      ? startDays
      : days.filter((day) => isBareBefore(text, day, ends, dates) || isBehind(text, day, durations));
  const [start, end] = [theOne(starts), theOne(ends)];
  const times = durations.length > 0 ? durations : timesBehind(text, start, quantities);
  const last = end ?? (ends.length === 0 ? endAfter(start, times) : undefined);
  return {
    ...(start && { start }),
    ...(last && { end: last }),
    of: [...(start ? starts : []), ...(end ? ends : []), ...(start && end ? periods : [])],
  };
}

/** "Start on 22 February, end on 4 April; a little more in Holy Week (29 March to 4 April)": one period within days that are called so. */
function isWithin([only, ...others]: readonly Period[], first: string, last = ""): boolean {
  const isInside = only !== undefined && others.length === 0 && encloses({ first, last }, only);
  return isInside && (only.first !== first || only.last !== last);
}

/** "Mon 1 March, ending 18 April": a day with nothing of its own before it, right before the last one in its sentence. */
function isBareBefore(text: string, day: Day, ends: readonly Day[], dates: readonly Clear[]): boolean {
  const next = dates.find(({ start }) => start > day.start);
  const end = ends.find((each) => each === next);
  const sentence = sentenceAround(text, day);
  if (day.role !== "unknown" || end === undefined || end.start >= sentence.end) return false;
  return day.day < end.day && nothingOwn.test(text.slice(sentence.start, day.start));
}

const nothingOwn = cue(`(?:^|[,;:(])\\s*${anyNumberOf(`(?:{article|date_link}|${anyWeekday})[,.]?\\s*`)}$`);

/** "Q2 2027: 5 April to 16 May", "1 March to 23 May: first 1 to 21 March, then 3 to 23 May": the others say it closer. */
function isAroundOthers(text: string, period: Period, periods: readonly Period[]): boolean {
  const others = periods.filter((other) => encloses(period, other) && !encloses(other, period));
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined) return false;
  const spans = period.first === first.first && period.last === last.last && others.length > 1;
  const isName = others.every((other) => isNamed(other, period) && !inOneBurst(text, other));
  return spans || (period.whole === true && isName);
}

/** "Six weeks from 1 March 2027": a day that nothing but a word parts from a time before it. */
function isBehind(text: string, day: Day, durations: readonly Duration[]): boolean {
  return (
    day.role === "unknown" &&
    durations.some(({ end }) => end < day.start && /^,?\s(?:\p{L}+\s)?$/u.test(text.slice(end, day.start)))
  );
}

/** "Ab 1. Februar 2027 vier Wochen": a time right behind the first day, whose year is written. */
function timesBehind(
  text: string,
  first: Found<string> | undefined,
  quantities: readonly Quantity[],
): Duration[] {
  return quantities.flatMap(({ unit: name, value: count, upTo, ...span }) => {
    const unit = timeUnits.find((each) => each === name);
    const isNext =
      first?.strength === "hard" && /^(?:,\s|\s)$/.test(text.slice(first.evidence.end, span.start));
    return isNext && unit && count !== undefined && upTo === undefined ? [{ ...span, count, unit }] : [];
  });
}

type Day = Extract<LabelledDate, { type: "day" }>;

function theOne(days: readonly Day[]): Found<string> | undefined {
  const [first] = days;
  if (first === undefined || new Set(days.map(({ day }) => day)).size > 1) return undefined;
  return found(first.day, first, yearNote(first));
}

/** The last day where the text gives the first one and how long it takes. */
function endAfter(start: Found<string> | undefined, [only, ...others]: readonly Duration[]) {
  if (start === undefined || only === undefined) return undefined;
  const end = endOf(start.value, only);
  if (others.some((other) => endOf(start.value, other) !== end)) return undefined;
  return found(end, only, { note: "counted from the first day" });
}

function yearNote({ assumedYear }: { readonly assumedYear?: true }): Partial<Found<unknown>> {
  return assumedYear ? { strength: "soft", note: "no year is written: the next one" } : {};
}
