import { onceFor } from "../../../lib/once-for.ts";
import { type Daypart, weekdays } from "../../brief.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import { pastWords, says } from "../../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import {
  clauseAround,
  matches,
  nearClause,
  overlaps,
  type Span,
  sentenceAround,
  spanFrom,
  spansBetween,
  spansOf,
  words,
} from "../../grammar/spans.ts";
import { dayNamesIn } from "../../grammar/weekdays.ts";
import { type Found, found } from "../draft.ts";
import { deniedBefore } from "../stance/before.ts";
import { hourOfDay } from "../stance/stance.ts";

const half = "\\s?[ap]\\.?m\\.?(?!\\p{L})";
const unit = "\\s?{hour}(?!\\p{L})";
const time = (name: string) =>
  `(?<${name}>\\d{1,2})(?:[:.h](?<${name}Minutes>\\d{2}))?(?<${name}Half>${half})?(?<${name}Unit>${unit})?`;
const word = "(?<![\\p{L}\\p{N}]){hour_before}\\s*";
const hours = `(?:(?<marked>${word})|(?<![\\d.,/:-]))${time("from")}\\s*(?:-|–|—|{until}|{to})\\s*(?:${word})?${time("to")}(?![\\d.,/]*\\d)`;

/**
 * Hours of the day with the days they are on, "Monday to Friday, 6am to 10am", and days alone, "weekdays only", "no weekends".
 * `dates` are no hours, and days that are given for a channel are not the campaign's.
 */
export function findDayparts(
  text: string,
  lexicon: Lexicon,
  {
    dates = [],
    channels = [],
    areHours = false,
  }: {
    readonly dates?: readonly Span[];
    readonly channels?: readonly Span[];
    /** Numbers are hours without a word that says so. */
    readonly areHours?: boolean;
  },
) {
  const read: Found<Daypart>[] = [];
  const questions: OpenQuestion[] = [];
  const days = daysIn(text, lexicon);
  const isOfSome = ({ start, end }: Span) => {
    const here = new Set(spansBetween(channels, start, end).map(({ text: name }) => name.toLowerCase()));
    return here.size > 0 && channels.some(({ text: name }) => !here.has(name.toLowerCase()));
  };
  for (const { span, sentence, start, end, isWhole } of hoursIn(text, lexicon, dates, days, areHours)) {
    const near = daysNear(text, span, spansBetween(days, sentence.start, sentence.end), lexicon);
    const isOut = isRefused(text, span, lexicon);
    if (!isWhole || (isOut && near !== undefined)) {
      questions.push(ask("dayparts", "dayparts.hours", { words: span }));
    } else if (isOut) {
      read.push(...aroundHours(span, start, end));
    } else {
      const first = Math.min(span.start, near?.start ?? span.start);
      const last = Math.max(span.end, near?.end ?? span.end);
      const value = { days: near?.days ?? [...weekdays], from: start, to: end };
      read.push(found(value, spanFrom(text, first, last)));
    }
  }
  // "Video ads should not run after 10 pm"
  const isDenied = lexicon.pattern("(?<!\\p{L}){no|not|exclude|excluded}(?!\\p{L})");
  const single = spansOf(text, lexicon.pattern(hourOfDay, "giu")).filter((span) => {
    const isOther = [...dates, ...read.map(({ evidence }) => evidence)].some((one) => overlaps(one, span));
    const clause = clauseOf(text, span).text;
    return !isOther && isDenied.test(clause) && !matches(lexicon.words("appointment"), clause);
  });
  if (single.length > 0 && questions.length === 0)
    questions.push(ask("dayparts", "dayparts.hours", { words: single.map((span) => clauseOf(text, span)) }));
  // "Weekdays 6am-10am for audio" says nothing of CTV, and a brief holds no hours of one channel.
  const sentences = read.map(({ evidence }) => sentenceAround(text, evidence));
  const ofSome = sentences.find((one, i) => one.start !== sentences[i - 1]?.start && isOfSome(one));
  if (ofSome !== undefined && questions.length === 0)
    questions.push(ask("dayparts", "dayparts.hours", { words: trimmed(ofSome) }));
  const dayparts = ofSome === undefined ? read : [];
  const isFree = (span: Span) =>
    ![...dates, ...dayparts.map(({ evidence }) => evidence)].some((other) => overlaps(other, span));
  const some = days.filter((span) => span.days.length < weekdays.length && isFree(span));
  const alone = onlyDays(text, some, channels, lexicon, questions);
  const spans = [...dayparts, ...alone];
  if (alone.length === 0 || new Set(spans.map(({ value }) => JSON.stringify(value))).size === 1)
    return { found: spans.slice(0, alone.length === 0 ? spans.length : 1), questions };
  const words = spans.map(({ evidence }) => evidence);
  return { found: [], questions: [...questions, ask("dayparts", "dayparts.hours", { words })] };
}

/** "6am to 10am", "between 0 and 6 o'clock": with a word or a mark that says so, and of no appointment. `isWhole`: of one day, without minutes. */
function hoursIn(
  text: string,
  lexicon: Lexicon,
  dates: readonly Span[],
  days: readonly Days[],
  areHours: boolean,
) {
  return [...text.matchAll(lexicon.pattern(hours, "giu"))].flatMap((match) => {
    const { from, fromMinutes, fromHalf, fromUnit, to, toMinutes, toHalf, toUnit, marked } =
      match.groups ?? {};
    const marks = [fromHalf, toHalf, fromUnit, toUnit, fromMinutes, marked];
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(text, span);
    const isOther =
      (!areHours && marks.every((mark) => mark === undefined) && !isBehind(text, span, days, lexicon)) ||
      dates.some((date) => overlaps(date, span)) ||
      matches(lexicon.words("appointment"), sentence.text);
    const start = hour(from, fromHalf ?? toHalf);
    const end = hour(to, toHalf) || 24;
    const isFull = [fromMinutes, toMinutes].every((minutes = "00") => minutes === "00");
    return isOther
      ? []
      : [{ span, sentence, start, end, isWhole: isFull && start <= 23 && end <= 24 && end > start }];
  });
}

/**
 * "Weekdays 9-17", "Monday to Friday from 6 to 10": numbers right behind names of days are hours, but no "3 to 5 spots" behind
 * "daily".
 */
function isBehind(
  text: string,
  { start, end: last }: Span,
  days: readonly Days[],
  lexicon: Lexicon,
): boolean {
  const counts =
    /^\s?\p{L}{3}/u.test(text.slice(last)) &&
    !lexicon.pattern("^\\s(?:{only|softly})(?!\\p{L})").test(text.slice(last));
  return days.some(
    ({ end, days: { length } }) =>
      end <= start &&
      /^[.,:]?\s(?:\p{L}{1,8}\s){0,2}$/u.test(text.slice(end, start)) &&
      !(length === weekdays.length && counts),
  );
}

/** Whether the clause of some hours denies them: "nothing between 0 and 6 at night" leaves the others. */
function isRefused(text: string, span: Span, lexicon: Lexicon): boolean {
  const own = clauseAround(text, span, clauseMark).join(" _ ");
  return matches(
    lexicon.words("no", "not", "exclude", "excluded"),
    own.replaceAll(lexicon.words("harmless"), ""),
  );
}

/** The hours before and behind some, on every day. */
function aroundHours(span: Span, start: number, end: number): Found<Daypart>[] {
  return [
    { from: 0, to: start },
    { from: end, to: 24 },
  ]
    .filter(({ from, to }) => from < to)
    .map((left) => found({ days: [...weekdays], ...left }, span));
}

/** Days that the clause around them limits the campaign to, or the days that are left where it rules them out. */
function onlyDays(
  text: string,
  days: readonly Days[],
  channels: readonly Span[],
  lexicon: Lexicon,
  /** Gets what is asked about days that are left open. */
  questions: OpenQuestion[],
): Found<Daypart>[] {
  const limitBefore = lexicon.pattern("(?<!\\p{L}){only}(?:\\s+\\p{L}{1,4})?\\s*$");
  const limitAfter = lexicon.pattern("^\\s*{only}(?!\\p{L})");
  return days.flatMap((first, i) => {
    const sentence = sentenceAround(text, first);
    const [before] = clauseAround(text, first, clauseMark);
    const start = first.start - before.length;
    if (days[i - 1] !== undefined && (days[i - 1]?.end ?? 0) > start) return [];
    const end = sentence.end - text.slice(first.end, sentence.end).replace(/^[^,;:()|]*/, "").length;
    const clause = spanFrom(text, start, end);
    const chosen = spansBetween(days, start, end);
    const last = chosen.at(-1);
    if (last === undefined) return [];
    const behind = text.slice(last.end, end);
    const isDenied = lexicon.pattern("^\\s*(?:{not}|{no}|{exclude})(?!\\p{L})").test(behind);
    const isOut = deniedBefore(before, lexicon)?.stance === "excluded" || isDenied;
    const isOnly = limitBefore.test(before) || limitAfter.test(behind);
    if (isOut === isOnly || isOther(sentence, clause, lexicon)) return [];
    // A brief holds no days of one channel.
    if (channels.some((channel) => overlaps(channel, clause))) {
      if (questions.length === 0)
        questions.push(ask("dayparts", "dayparts.hours", { words: trimmed(clause) }));
      return [];
    }
    const { days: named, ...evidence } = together(text, chosen, lexicon);
    // "Not on Thursday 5 March" is about one day, "not on Thursdays" about all of them, and "not on Thursday" alone may be.
    if (isOut && named.length === 1 && !everyWeek.test(evidence.text)) {
      const isCurt = spansOf(clause.text, /\p{L}+/gu).length <= mostCurt && !isDated.test(text.slice(end));
      if (isCurt) questions.push(ask("dayparts", "dayparts.hours", { words: clause }));
      return [];
    }
    const left = weekdays.filter((day) => named.includes(day) === isOnly);
    return left.length === 0 ? [] : [found({ days: left, from: 0, to: 24 }, evidence)];
  });
}

/** The clause of some words. */
function clauseOf(text: string, span: Span): Span {
  const [before, after] = nearClause(text, span, clauseMark);
  return trimmed(spanFrom(text, span.start - before.length, span.end + after.length));
}

/** Days of a meeting, of earlier weeks, or of the calendar. */
function isOther(sentence: Span, clause: Span, lexicon: Lexicon): boolean {
  return (
    matches(lexicon.words("appointment"), sentence.text) ||
    pastWords.test(clause.text) ||
    /\d/.test(clause.text)
  );
}

function trimmed({ text, start }: Span): Span {
  const words = text.trim();
  const from = start + text.indexOf(words);
  return { text: words, start: from, end: from + words.length };
}

const clauseMark = /[,;:()|]/;
/** Words of a clause that rules out a day and says little else. */
const mostCurt = 4;
const isDated = /^[,(]?\s?\p{L}{0,3}\s?\d/u;
const everyWeek = /(?:ays|tags|ochs|abends|os|ches|dis|edis)$/iu;

function hour(written: string | undefined, half: string | undefined): number {
  const value = Number(written);
  return half === undefined ? value : (value % 12) + (/^\s?p/i.test(half) ? 12 : 0);
}

type Days = Span & Pick<Daypart, "days">;

const everyDay = says("{daily}");

/** Days of the week, weekends and working days, in the order of the text. */
function daysIn(text: string, lexicon: Lexicon): Days[] {
  const { byName, pattern } = dayNames(lexicon);
  return [
    ...spansOf(text, pattern).map((span) => ({ ...span, days: byName.get(span.text.toLowerCase()) ?? [] })),
    ...spansOf(text, lexicon.words("weekend")).map((span) => ({ ...span, days: weekdays.slice(5) })),
    ...spansOf(text, everyDay).map((span) => ({ ...span, days: weekdays })),
    ...spansOf(text, lexicon.words("weekdays")).map((span) => ({ ...span, days: weekdays.slice(0, 5) })),
  ].sort((a, b) => a.start - b.start);
}

/** The days that stand closest before the hours, else behind them. */
function daysNear(text: string, span: Span, days: readonly Days[], lexicon: Lexicon): Days | undefined {
  const before = days.filter(({ end }) => end <= span.start && span.start - end < 60);
  const behind = days.filter(({ start }) => start >= span.end && start - span.end < 30);
  const chosen = before.length > 0 ? before : behind;
  return chosen.length === 0 ? undefined : together(text, chosen, lexicon);
}

/** Days that stand beside each other: a list of them, or the two ends of a range. */
function together(text: string, chosen: readonly Days[], lexicon: Lexicon): Days {
  const [first, second] = chosen;
  const last = chosen.at(-1);
  const start = first?.start ?? 0;
  const end = last?.end ?? start;
  const listed = chosen.flatMap((one) => one.days);
  const isRange =
    chosen.length === 2 &&
    first !== undefined &&
    second !== undefined &&
    lexicon.pattern("^\\s*(?:-|–|—|{until})\\s*$").test(text.slice(first.end, second.start));
  const from = weekdays.indexOf(listed[0] ?? "monday");
  const to = weekdays.indexOf(listed.at(-1) ?? "sunday");
  const named =
    isRange && from <= to ? weekdays.slice(from, to + 1) : weekdays.filter((day) => listed.includes(day));
  return { text: text.slice(start, end), days: named, start, end };
}

/** Formats of dates take long to make: the names are kept for as long as the lexicon is. */
const dayNames = onceFor(({ tables }: Lexicon) => {
  const byName = new Map(tables.flatMap(({ code }) => namesIn(code)));
  const longestFirst = [...byName.keys()].sort((a, b) => b.length - a.length);
  return { byName, pattern: words(longestFirst.join("|")) };
});

/** Names of the days in a language, its short ones too. */
function namesIn(code: string): [string, Daypart["days"]][] {
  const names = [...dayNamesIn(code, "long"), ...dayNamesIn(code, "short")];
  return names.flatMap(([name, number]) => {
    // Sunday is its 0, and the last day here.
    const days = weekdays.slice((number + 6) % 7).slice(0, 1);
    const forms = [name, `${name}s`, name.replace(/-feira$/, "")];
    return forms.filter((form) => form.length > 2).map((form): [string, Daypart["days"]] => [form, days]);
  });
}
