import { cue } from "../../grammar/phrases.ts";
import {
  blanked,
  matches,
  overlaps,
  type Span,
  sentenceAround,
  spansIn,
  spansOf,
} from "../../grammar/spans.ts";
import { isGlue, plainTextOf, strangeWords } from "../stance/speech.ts";
import type { Named } from "../things.ts";
import { type Claim, refusals, type Seen } from "./evidence.ts";

/** Whether every word of refusal in its sentence is nearer to something that is ruled out, and nothing more is said of it than a list does. */
export function isWanted(thing: Named, claim: Claim, refused: readonly Span[], seen: Seen): boolean {
  const { text, lexicon, things } = seen;
  if (thing.stance === "wanted") return true;
  const sentence = sentenceAround(text, thing);
  const within = (span: Span) => span.start >= sentence.start && span.end <= sentence.end;
  const others = refused.filter((span) => within(span) && !overlaps(span, thing));
  const words = refusalsAround(thing, sentence, seen);
  // "Spain save the Canaries": between two such a word is of the one behind it.
  const isNearer = (word: Span, other: Span) =>
    far(word, other) < far(word, thing) + (other.start >= word.end ? 1 : 0);
  const isExplained = words.every((word) => others.some((other) => isNearer(word, other)));
  const isQuoted = claim.quotes.some((quote) => overlaps(quote, thing) && saysOnly(quote, thing, seen));
  const isJoined = (other: Named) =>
    other.kind === thing.kind &&
    within(other) &&
    isGlue(text.slice(Math.min(other.end, thing.end), Math.max(other.start, thing.start)), lexicon);
  const apart = things.filter(
    (other) => within(other) && !(isJoined(other) && /\p{L}/u.test(text.slice(other.end, thing.start))),
  );
  if (!isExplained || isLeftByOnly(thing, sentence, apart, seen)) return false;
  const isSwapped = words.length > 0 && others.some((other) => isInItsPlace(thing, other, seen));
  if (isSwapped) return thing.stance !== "past";
  const isEnded = endOfItem.test(text.slice(thing.end));
  const isListed = things.some((other) => other.stance === "wanted" && isJoined(other));
  if (thing.stance === "mentioned") return isQuoted || isEnded || isListed || words.length > 0;
  return thing.stance === "unclear" && isQuoted;
}

/** Words of refusal in the sentence of a thing, but for those in brackets beside it and in names; behind it and in its label also such as "is out". */
function refusalsAround(thing: Span, sentence: Span, { text, lexicon, things }: Seen): Span[] {
  const next = things.find(({ start }) => start >= thing.end)?.start ?? text.length;
  const isNextOwn = next < sentenceAround(text, { start: sentence.end + 1, end: sentence.end + 1 }).end;
  // "Radio. No thanks." is of the radio, "Radio. Do not offer us cinema." is not.
  const far = isNextOwn ? sentence.end : sentence.end + nearby;
  const plain = plainTextOf(text, things, lexicon);
  const behind = plain.slice(thing.end, Math.min(next, thing.end + nearby, far)).split("\n")[0] ?? "";
  const own = plain.slice(sentence.start, sentence.end);
  const brackets = spansOf(own, /\([^()]*\)/g).filter(
    ({ start, end }) => thing.start < sentence.start + start || thing.start >= sentence.start + end,
  );
  const free = blanked(own, brackets);
  const label = /^[^\n]*[:|]/.exec(text.slice(sentence.start, thing.start))?.[0] ?? "";
  return [
    ...spansIn({ text: free, start: sentence.start }, lexicon.words("no", "not", "exclude")),
    ...spansIn({ text: label, start: sentence.start }, lexicon.words(...refusals, "against")),
    ...spansIn({ text: behind, start: thing.end }, lexicon.words(...refusals, "against")),
  ].filter((word) => !things.some((other) => overlaps(word, other)));
}

/** Whether a short quote has next to nothing but things and plain words in it, and nothing else behind a thing but in a list. */
function saysOnly(quote: Span, thing: Span, { text, lexicon, things }: Seen): boolean {
  const strange = (span: Pick<Span, "start" | "end">) => strangeWords(text, span, things, lexicon).length;
  const next = things.find(({ start, end }) => start >= thing.end && end <= quote.end);
  const isGoingOn = next !== undefined && listGoesOn.test(text.slice(thing.end, next.start));
  const clause = text.slice(thing.end, quote.end).search(/[,;:()|]|$/);
  const behind = isGoingOn ? next.start : thing.end + Math.max(0, clause);
  return (
    quote.text.length <= longestQuote &&
    strange(quote) <= mostStrange &&
    strange({ start: thing.end, end: behind }) <= (isGoingOn ? mostStrange : 0)
  );
}

function far(a: Span, b: Span): number {
  return Math.max(a.start - b.end, b.start - a.end, 0);
}

/** "Drop the influencers, Pinterest instead": a word for that stands behind what is ruled out. */
function isInItsPlace(thing: Span, other: Span, { text, lexicon }: Seen): boolean {
  if (other.end > thing.start || thing.start - other.end > nearby) return false;
  const words = lexicon.words("turns", "want", "in_its_place");
  return (
    matches(words, text.slice(other.end, thing.start)) ||
    matches(words, text.slice(thing.end, thing.end + 20))
  );
}

/** Characters in which more is said of a thing. */
const nearby = 40;

/** "Only the Netherlands, Belgium in August": what such a word stands before is wanted, and nothing that comes later. */
function isLeftByOnly(
  thing: Named,
  sentence: Span,
  others: readonly Named[],
  { text, lexicon, things }: Seen,
): boolean {
  const [word] = spansOf(sentence.text, lexicon.words("only"));
  if (word === undefined) return false;
  const start = sentence.start + word.end;
  const isBehind = (other: Named) => other.kind === thing.kind && other.start >= start;
  // "We just spoke to Dan": such a word is about a thing where little stands between them.
  return others.some(
    (other) =>
      isBehind(other) &&
      other.end <= thing.start &&
      strangeWords(text, { start, end: other.start }, things, lexicon).length === 0,
  );
}

/** Words of a quote that are neither of a thing nor plain. */
const mostStrange = 2;
/** Characters of a quote that says one thing. */
export const longestQuote = 100;
/** "regional newspapers and ": the next item follows. */
const listGoesOn = cue("^[^.;:()|\\n,]*(?:[+&]|(?<!\\p{L})(?:{and}|plus)(?!\\p{L})(?: \\p{L}{1,4})*)\\s*$");
const endOfItem = cue("^\\s*(?:[,;.:()\\n&+/|]|$|{and}(?!\\p{L}))");
