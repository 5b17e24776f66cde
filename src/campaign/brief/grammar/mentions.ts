import { type Span, sentenceAround, words } from "./spans.ts";

/** How a sentence speaks of a thing: wanted, ruled out, about another time, or so that it cannot be told. */
export type Mention = "wanted" | "excluded" | "past" | "unclear";

/** Reads the words around a span. A list after a negation is unclear past its first comma: "no CTV, display and olv". */
export function mentionOf(text: string, span: Span): Mention {
  const sentence = sentenceAround(text, span);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  const negation = [...before.matchAll(negations)].at(-1);
  if (negation !== undefined) {
    const between = before.slice(negation.index + negation[0].length);
    const turned = turns.test(between);
    if (!turned) return /,|\b(?:and|und|et|y)\s*$/.test(between) ? "unclear" : "excluded";
  }
  if (excludedAfter.test(after)) return "excluded";
  return pastWords.test(sentence.text) ? "past" : "wanted";
}

/** Words that tell of an earlier campaign, in any of the languages. */
export const pastWords =
  /(?<![\p{L}\p{N}])(?:last (?:year|time|quarter|campaign|flight|month|summer|winter|autumn|fall|spring)(?:['’]s)?|previous(?:ly)?|in the past|we (?:did|ran|spent|had)|ran|(?<!be )spent|used to|former(?:ly)?|earlier campaign|letzte[snmr]? (?:Jahr|Kampagne|Mal|Quartal)|Vorjahr\w*|voriges Jahr|bisher|damals|l['’]an(?:née)? (?:dernier|dernière|passée?)|précédent[es]*|dernière campagne|el año pasado|año anterior|anterior(?:es)?|última campaña|pasad[oa])(?![\p{L}\p{N}])/iu;

const negations = words(
  "no|not|without|never|don['’]t|doesn['’]t|won['’]t|neither|nor|except(?: for)?|exclud(?:e|es|ed|ing)|avoid(?:ing)?|skip|kein(?:e|en|em|er)?|nicht|ohne|außer|ausgenommen|pas(?: de| d['’])?|sans|sauf|hormis|ni|sin|excepto|salvo|evitar|tampoco",
);
const turns =
  /(?:[;:]|\b(?:but|only|instead|rather|aber|sondern|nur|mais|plutôt|seulement|pero|sino|solo|sólo|uniquement|exclusivement|únicamente|solamente|exclusivamente|ausschließlich|lediglich)\b)/i;
const excludedAfter =
  /^\s*(?:[:–-]\s*(?:no|none|nein|non)\b|(?:is|are|ist|sind|est|sont|es|son)\s+(?:excluded|out|off|not|ausgeschlossen|nicht|exclue?s?|excluid[oa]s?)\b|(?:kommt|kommen|soll|sollen|wollen)\s[^,]{0,20}\bnicht\b|(?:nicht|excluded)\b|\(no\))/i;
