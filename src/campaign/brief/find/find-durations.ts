import { addDays, addMonths } from "../grammar/calendar.ts";
import { numberNamed, numberWords } from "../grammar/number-words.ts";
import type { Span } from "../grammar/spans.ts";

/** How long something takes: "six weeks", "pendant 6 mois". */
export interface Duration extends Span {
  readonly count: number;
  readonly unit: Unit;
}
export type Unit = "day" | "week" | "month";

/** Durations that the words around them tie to the campaign: "for six weeks", "six weeks from …", "Laufzeit: 6 Wochen". */
export function findDurations(text: string): Duration[] {
  return [...text.matchAll(duration)].flatMap((match) => {
    const { number = "", unit: word = "" } = match.groups ?? {};
    const span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const count = numberNamed(number);
    const unit = unitNamed(word);
    if (count === undefined || unit === undefined) return [];
    // "30 days after a click" is how long an action counts.
    if (
      /^\s*(?:after|post|nach|après|tras|después|dopo|na|po|após|efter)[\s-]/iu.test(
        text.slice(span.end, span.end + 12),
      )
    )
      return [];
    const tied =
      introduced.test(text.slice(Math.max(0, span.start - 60), span.start)) ||
      continued.test(text.slice(span.end, span.end + 40));
    return tied ? [{ ...span, count, unit }] : [];
  });
}

/** The last day of what begins on `start` and takes that long. */
export function endOf(start: string, { count, unit }: Duration): string {
  if (unit === "month") return addDays(addMonths(start, count), -1);
  return addDays(start, count * (unit === "week" ? 7 : 1) - 1);
}

export function unitNamed(word: string): Unit | undefined {
  return units.find(([pattern]) => pattern.test(word))?.[1];
}

const units: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:days?|Tag(?:e|en)?|jours?|d[ií]as?|giorn[oi]|dag(?:en|ar)?|dni|dzień)$/i, "day"],
  [
    /^(?:weeks?|wk|Wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|tydzień|tygodni\p{L}*|veck(?:a|or))$/iu,
    "week",
  ],
  [
    /^(?:months?|mo|Monat(?:e|en|s)?|mois|m[eê]s(?:es)?|mes[ei]|maand(?:en)?|miesi[ąę]c\p{L}*|månad(?:er)?)$/iu,
    "month",
  ],
];
const duration = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?<number>\\d{1,3}|${numberWords})[ -](?<unit>days?|weeks?|months?|Tagen?|Tage|Wochen?|Monaten?|Monate|jours?|semaines?|mois|d[ií]as?|semanas?|m[eê]s(?:es)?|mes[ei]|giorni|settiman[ae]|dagen|weken|maanden|dni|tygodni[eu]?|miesięcy|miesiące|veckor|dagar|månader)(?!\\p{L})`,
  "giu",
);
const introduced =
  /(?<!\p{L})(?:for|over|during|lasting|lasts|runs?|throughout|duration|flight|[×x]|über|für|während|Laufzeit|Dauer|pendant|durant|sur|durée|durante|por|duración|per|voor|gedurende|przez|durante|under|i|a lo largo de)(?:\s+(?:is|of|the|a|von|de|los|las|les|den|die|ist|about))?\s*:?\s*$/iu;
const continued =
  /^\s*(?:\(?(?:from|starting|beginning|commencing|as of|ab|von|beginnend|à partir|à compter|dès|desde|a partir|comenzando|empezando|campaign|flight|long|lang|Laufzeit)(?!\p{L}))/iu;
