import { says } from "./phrases.ts";
import { type Span, sentenceAround } from "./spans.ts";

/** How a sentence speaks of a thing: wanted, ruled out, about another time, or so that it cannot be told. */
export type Mention = "wanted" | "excluded" | "past" | "unclear";

/** Reads the words around a span. A list after a negation is unclear past its first comma: "no CTV, display and olv". */
export function mentionOf(text: string, span: Span): Mention {
  const sentence = sentenceAround(text, span);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  const negation = [...negations.all(before)].at(-1);
  if (negation !== undefined) {
    const between = before.slice(negation.index + negation[0].length);
    const turned = turns.test(between);
    if (!turned) return /,|\b(?:and|und|et|y)\s*$/.test(between) ? "unclear" : "excluded";
  }
  if (excludedAfter.test(after)) return "excluded";
  return pastWords.test(sentence.text) ? "past" : "wanted";
}

/** Words that tell of an earlier campaign. */
export const pastWords = says("{past}");
const negations = says("{denials}");
const turns =
  /(?:[;:]|\b(?:but|only|instead|rather|aber|sondern|nur|mais|plutôt|seulement|pero|sino|solo|sólo|uniquement|exclusivement|únicamente|solamente|exclusivamente|ausschließlich|lediglich)\b)/i;
const excludedAfter =
  /^\s*(?:[:–-]\s*(?:no|none|nein|non)\b|(?:is|are|ist|sind|est|sont|es|son)\s+(?:excluded|out|off|not|ausgeschlossen|nicht|exclue?s?|excluid[oa]s?)\b|(?:kommt|kommen|soll|sollen|wollen)\s[^,]{0,20}\bnicht\b|(?:nicht|excluded)\b|\(no\))/i;
