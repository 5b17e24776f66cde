import type { Frequency, Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { numberNamed, numberWords } from "../grammar/number-words.ts";
import { type Span, sentenceAround } from "../grammar/spans.ts";

/** How often each person is to see the advertising: "3x a week", "zweimal pro Woche", "fréquence : 3 fois par semaine". */
export function findFrequency(text: string): { found?: Found<Frequency>; questions: Question[] } {
  const ask = (words: string) => ({ questions: [{ field: "frequency", text: words }] });
  const all = [...text.matchAll(often), ...text.matchAll(named)].flatMap((match) => {
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(text, span);
    const { number = "", once, per = "" } = match.groups ?? {};
    const times = once === undefined ? numberNamed(number) : timesNamed(once);
    const period = periods.find(([pattern]) => pattern.test(per))?.[1];
    if (times === undefined || period === undefined || !aboutPeople.test(sentence.text)) return [];
    const around = text.slice(sentence.start, span.end + 12);
    return [{ span, value: { times, per: period }, cap: cap.test(around) }];
  });
  const [first] = all;
  if (first === undefined) return { questions: [] };
  const quoted = [...new Set(all.map(({ span }) => `"${span.text}"`))].join(" or ");
  if (new Set(all.map(({ value }) => `${value.times}/${value.per}`)).size > 1)
    return ask(`How often is each person to see it: ${quoted}?`);
  if (first.cap)
    return ask(`${quoted} is a cap; a brief holds how often each person is to see it on average: how often?`);
  return { found: found(first.value, first.span), questions: [] };
}

function timesNamed(word: string): number | undefined {
  return adverbs.find(([pattern]) => pattern.test(word))?.[1] ?? numberNamed(word.replace(/mal$/i, ""));
}

const adverbs: readonly (readonly [RegExp, number])[] = [
  [/^(?:once|einmal)$/i, 1],
  [/^(?:twice|zweimal)$/i, 2],
];
const periods: readonly (readonly [RegExp, Frequency["per"]])[] = [
  [/^(?:day|Tag|jour|d[ií]a)$/i, "day"],
  [/^(?:week|wk|Woche|semaine|semana)$/i, "week"],
  [/^(?:month|Monat|mois|mes)$/i, "month"],
  [/^(?:flight|campaign|Kampagne|Laufzeit|campagne|campaña)$/i, "flight"],
];
const period =
  "(?:a|an|per|each|every|over the|in the|during the|pro|je|in der|im|am|die|par|sur la|al|a la|por|en la|/)\\s*(?<per>day|week|wk|month|flight|campaign|Tag|Woche|Monat|Kampagne|Laufzeit|jour|semaine|mois|campagne|d[ií]a|semana|mes|campaña)(?!\\p{L})";
const number = `\\d{1,2}|${numberWords}`;
/** "3x a week": how often something is seen, which says nothing about an amount beside it. */
export const often = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(?<number>${number})\\s?(?:x|×|times|mal|fois|veces|contacts?|Kontakte?|contactos?|exposures?|impressions?)|(?<once>once|twice|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)mal))\\s*${period}`,
  "giu",
);
const named = new RegExp(
  `(?<!\\p{L})(?:frequency|freq\\.?|Frequenz|fréquence|frecuencia)(?:\\s+(?:of|von|de|cap|cap of|max(?:imum)?))?\\s*(?:[:=]\\s*)?(?<number>${number})\\s*${period}`,
  "giu",
);
const aboutPeople =
  /(?<!\p{L})(?:freq|frequen|fréquen|frecuen|see|seen|sees|sehen|sieht|gesehen|contact|kontakt|expos|impression|reach|person|people|user|viewer|voi[rte]|voient|vea|vean|ver|x\b|\dx)/iu;
const cap =
  /(?<!\p{L})(?:cap(?:ped|ping)?|max(?:imum|imal|\.)?|at most|no more than|up to|limit(?:ed)?|höchstens|nicht mehr als|bis zu|au plus|pas plus|plafonn\p{L}*|plafond|máximo|como máximo|no más|hasta)(?!\p{L})/iu;
