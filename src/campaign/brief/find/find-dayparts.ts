import { type Daypart, type Question, weekdays } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { type Span, sentenceAround, spansBetween, spansOf, words } from "../grammar/spans.ts";
import type { Lexicon } from "../language.ts";

/** Hours of the day with the days they are on: "Monday to Friday, 6am to 10am", "vendredi et samedi de 18h à 22h". */
export function findDayparts(text: string, lexicon: Lexicon) {
  const dayparts: Found<Daypart>[] = [];
  const questions: Question[] = [];
  const days = daysIn(text, lexicon);
  for (const match of text.matchAll(hours)) {
    const {
      from = "",
      fromMinutes = "00",
      fromHalf,
      fromUnit,
      to = "",
      toMinutes = "00",
      toHalf,
      toUnit,
    } = match.groups ?? {};
    if (
      fromHalf === undefined &&
      toHalf === undefined &&
      fromUnit === undefined &&
      toUnit === undefined &&
      match.groups?.["fromMinutes"] === undefined
    )
      continue;
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(text, span);
    if (appointment.test(sentence.text)) continue;
    const start = hour(from, fromHalf ?? toHalf);
    const end = hour(to, toHalf) || 24;
    const near = daysNear(text, span, sentence, days);
    const whole = fromMinutes === "00" && toMinutes === "00";
    if (!whole || start > 23 || end > 24 || end <= start)
      questions.push({
        field: "dayparts",
        text: `In which whole hours of a day shall it run: "${span.text}"?`,
      });
    else {
      const shown = near?.days ?? [...weekdays];
      const first = Math.min(span.start, near?.start ?? span.start);
      const last = Math.max(span.end, near?.end ?? span.end);
      dayparts.push(
        found(
          { days: shown, from: start, to: end },
          { text: text.slice(first, last), start: first, end: last },
        ),
      );
    }
  }
  return { found: dayparts, questions };
}

function hour(written: string, half: string | undefined): number {
  const value = Number(written);
  if (half === undefined) return value;
  return (value % 12) + (/^p/i.test(half) ? 12 : 0);
}

type Days = Span & Pick<Daypart, "days">;

/** Days of the week, weekends and working days, in the order of the text. */
function daysIn(text: string, lexicon: Lexicon): Days[] {
  const names = dayNames(lexicon);
  const named = words([...names.keys()].sort((a, b) => b.length - a.length).join("|"));
  return [
    ...spansOf(text, named).map((span) => ({ ...span, days: names.get(span.text.toLowerCase()) ?? [] })),
    ...spansOf(text, lexicon.words("weekend")).map((span) => ({ ...span, days: weekdays.slice(5) })),
    ...spansOf(text, lexicon.words("weekdays")).map((span) => ({ ...span, days: weekdays.slice(0, 5) })),
  ].sort((a, b) => a.start - b.start);
}

/** The days that stand closest before the hours, else behind them. */
function daysNear(text: string, span: Span, sentence: Span, days: readonly Days[]) {
  const within = spansBetween(days, sentence.start, sentence.end);
  const before = within.filter(({ end }) => end <= span.start && span.start - end < 60);
  const chosen =
    before.length > 0 ? before : within.filter(({ start }) => start >= span.end && start - span.end < 30);
  const [first, second] = chosen;
  if (first === undefined) return undefined;
  const last = chosen.at(-1) ?? first;
  const listed = chosen.flatMap(({ days }) => days);
  const isRange =
    chosen.length === 2 && second !== undefined && rangeMark.test(text.slice(first.end, second.start));
  const from = weekdays.indexOf(listed[0] ?? "monday");
  const to = weekdays.indexOf(listed.at(-1) ?? "sunday");
  const named =
    isRange && from <= to ? weekdays.slice(from, to + 1) : weekdays.filter((day) => listed.includes(day));
  return { days: named, start: first.start, end: last.end };
}

function dayNames(lexicon: Lexicon): Map<string, Daypart["days"]> {
  const names = new Map<string, Daypart["days"]>();
  for (const { code } of lexicon.tables) {
    for (const style of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(code, { weekday: style, timeZone: "UTC" });
      weekdays.forEach((day, i) => {
        // 4 January 2027 is a Monday.
        const name = format
          .format(Date.UTC(2027, 0, 4 + i))
          .toLowerCase()
          .replace(/\.$/, "");
        for (const form of [name, `${name}s`]) if (form.length > 2) names.set(form, [day]);
        if (code === "pt") names.set(name.replace(/-feira$/, ""), [day]);
      });
    }
  }
  return names;
}

const unit = "(?:\\s?(?:h|Uhr|uur|hrs?|heures?|horas?|ore)(?!\\p{L}))";
const half = "(?:\\s?(?:a\\.?m\\.?|p\\.?m\\.?)(?!\\p{L}))";
const hours = new RegExp(
  `(?<![\\d.,/:-])(?<from>\\d{1,2})(?:[:.h](?<fromMinutes>\\d{2}))?(?<fromHalf>${half})?(?<fromUnit>${unit})?\\s*(?:-|–|—|to|until|till|and|bis|und|à|a|al?le|et|y|e|tot|en|do|till|às|och)\\s*(?<to>\\d{1,2})(?:[:.h](?<toMinutes>\\d{2}))?(?<toHalf>${half})?(?<toUnit>${unit})?(?![\\d.,/]*\\d)`,
  "giu",
);
const rangeMark = /^\s*(?:-|–|—|to|through|till|until|bis|à|au|a|al|tot(?: en met)?|t\/m|do|até|till)\s*$/iu;
const appointment =
  /(?<!\p{L})(?:calls?|meetings?|deadline|office|available|reach me|Termin|Besprechung|réunion|reunión|riunione|vergadering|spotkanie|reunião|möte|opening hours|open)(?!\p{L})/iu;
