import type { Frequency, Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { numberNamed, numberWords } from "../grammar/number-words.ts";
import { type Span, sentenceAround } from "../grammar/spans.ts";

/** How often each person is to see the advertising: "3x a week", "zweimal pro Woche", "fréquence : 3 fois par semaine". */
export function findFrequency(text: string): {
  found?: Found<Frequency>;
  cap?: Found<Frequency>;
  questions: Question[];
} {
  const all = [often, named, capped]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap((match) => {
      const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
      const sentence = sentenceAround(text, span);
      const { number = "", once, per = "" } = match.groups ?? {};
      const times = once === undefined ? numberNamed(number) : timesNamed(once);
      const period = periods.find(([pattern]) => pattern.test(per))?.[1];
      const around = text.slice(sentence.start, span.end + 12);
      const isCap = cap.test(around) || deniedMore.test(around);
      if (times === undefined || period === undefined) return [];
      if (!isCap && !aboutPeople.test(sentence.text)) return [];
      return [{ isCap, found: found({ times, per: period }, span) }];
    });
  const questions: Question[] = [];
  const one = (isCap: boolean, field: string, ask: string): Found<Frequency> | undefined => {
    const some = all.filter((each) => each.isCap === isCap).map((each) => each.found);
    if (new Set(some.map(({ value }) => `${value.times}/${value.per}`)).size <= 1) return some[0];
    questions.push({
      field,
      text: `${ask}: ${[...new Set(some.map(({ evidence }) => `"${evidence.text}"`))].join(" or ")}?`,
    });
    return undefined;
  };
  const goal = one(false, "frequency", "How often is each person to see it");
  const most = one(true, "frequency_cap", "How often may each person see it at most");
  return { ...(goal && { found: goal }), ...(most && { cap: most }), questions };
}

function timesNamed(word: string): number | undefined {
  return adverbs.find(([pattern]) => pattern.test(word))?.[1] ?? numberNamed(word.replace(/mal$/i, ""));
}

const adverbs: readonly (readonly [RegExp, number])[] = [
  [/^(?:once|einmal)$/i, 1],
  [/^(?:twice|zweimal)$/i, 2],
];
const periods: readonly (readonly [RegExp, Frequency["per"]])[] = [
  [/^(?:day|Tag|jour|d[ií]a|giorno|dag|dzień|dziennie)$/i, "day"],
  [/^(?:week|wk|Woche|semaine|semana|settimana|tygodniu|tydzień|vecka)$/i, "week"],
  [/^(?:month|Monat|mois|mes|mese|maand|miesiąc|miesiącu|mês|månad)$/i, "month"],
  [/^(?:flight|campaign|Kampagne|Laufzeit|campagne|campaña|campagna|kampanię|campanha|kampanj)$/i, "flight"],
];
const period =
  "(?:a|an|per|each|every|over the|in the|during the|pro|je|in der|im|am|die|par|sur la|al|alla|a la|por|en la|w|na|i|om|/)\\s*(?<per>day|week|wk|month|flight|campaign|Tag|Woche|Monat|Kampagne|Laufzeit|jour|semaine|mois|campagne|d[ií]a|semana|mes|campaña|giorno|settimana|mese|campagna|dag|maand|tygodniu|tydzień|dzień|miesiącu|miesiąc|mês|campanha|vecka|månad)(?!\\p{L})";
const number = `\\d{1,2}|${numberWords}`;
/** "3x a week": how often something is seen, which says nothing about an amount beside it. */
export const often = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(?<number>${number})\\s?(?:x|×|times|mal|fois|veces|volte|keer|razy|vezes|gånger|contacts?|Kontakte?|contactos?|exposures?|impressions?)|(?<once>once|twice|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)mal))\\s*${period}`,
  "giu",
);
const named = new RegExp(
  `(?<!\\p{L})(?:frequency|freq\\.?|capping|Kontaktdosis|Kontaktfrequenz|Frequenz|Frequency Capping|fréquence|frecuencia|frequenza|frequentie|frequência|frekvens)(?:\\s+(?:of|von|de|cap(?:ping)?|cap of|max(?:imum|ima)?|máxima|massima|goal))?\\s*(?:[:=|]\\s*)?(?:max\\.?\\s*|maximal\\s*|höchstens\\s*|at most\\s*|(?:no|not) more than\\s*|up to\\s*)?(?<number>${number})\\s*${period}`,
  "giu",
);
/** "cap three a week", "capped at 3 per week" */
const capped = new RegExp(
  `(?<!\\p{L})(?:cap(?:ped|ping)?|max(?:imum|imal|\\.)?|at most|limit(?:ed)?|höchstens|gedeckelt|plafonn\\p{L}*|como máximo|máximo|al massimo|maximaal|hoogstens|najwyżej|no máximo|högst)(?:\\s+(?:it|them|at|to|of|on|bei|auf|à|a|op|på|do))*\\s+(?<number>${number})\\s*${period}`,
  "giu",
);
/** "nobody should see it more than 2 times a day" */
const deniedMore =
  /(?<!\p{L})(?:no|not|never|nobody|nicht|keine?r?|niemand|ne|pas|no|ning[uú]n|nadie|non|nessuno|niet|niemand|nie|nikt|não|ninguém|inte|ingen)(?!\p{L})[^.;\n]{0,70}(?:more|over|mehr|öfter|plus|más|più|meer|vaker|więcej|częściej|mais|mer|oftare)(?!\p{L})/iu;
const aboutPeople =
  /(?<!\p{L})(?:capping|freq|frequen|fréquen|frecuen|see|seen|sees|sehen|sieht|gesehen|contact|kontakt|expos|impression|reach|person|people|user|viewer|voi[rte]|voient|vea|vean|ver|x\b|\dx)/iu;
const cap =
  /(?<!\p{L})(?:cap(?:ped|ping)?|max(?:imum|imal|\.)?|at most|no more than|up to|limit(?:ed)?|höchstens|nicht mehr als|bis zu|au plus|pas plus|plafonn\p{L}*|plafond|máximo|como máximo|máxima|no más|hasta|massimo|al massimo|maximaal|hoogstens|maksymalnie|najwyżej|no máximo|högst|max)(?!\p{L})/iu;
