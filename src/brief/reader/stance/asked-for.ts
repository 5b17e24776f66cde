import { matches, type Span, spansBetween, spansOf } from "../../grammar/spans.ts";
import { clauseMark, listStart, type Speech } from "./speech.ts";

/**
 * Whether the words around a list ask for it, as far as its clause goes: plain words alone, or before it those behind a word
 * that wants something. A short last clause belongs to it: "cinema, not on your life".
 */
export function isAskedFor(speech: Speech, index: number, sentence: Span, end: number): boolean {
  const { text, rest, things, lexicon } = speech;
  const isPlain = (from: number, to: number) => !/\p{L}/u.test(rest.slice(from, to));
  const start = listStart(speech, index, sentence);
  const clause = start - (clauseBefore.exec(text.slice(sentence.start, start))?.[0].length ?? 0);
  const wanted = spansOf(text.slice(clause, start), lexicon.words("want")).at(-1);
  if (!isPlain(clause + (wanted?.end ?? 0), start)) return false;
  const after = text.slice(end, sentence.end);
  const clauseAfter = after.slice(0, clauseMark.exec(after)?.index);
  const isAlone = spansBetween(things, end, end + clauseAfter.length).length === 0;
  // "Portugal except Madeira": such a word is of the next thing.
  const own = isAlone ? clauseAfter : (clauseAfter.split(lexicon.words("exclude", "turns", "no"))[0] ?? "");
  const near =
    new RegExp(`^(?:[^\\p{L}]*[\\p{L}'’]+){0,${wanted === undefined ? 5 : 1}}`, "u").exec(own)?.[0] ?? "";
  if (!isPlain(end, end + near.length)) return false;
  const tail = after.slice(own.length);
  // "The press, that is money down the drain": such a clause speaks of the list however long it is.
  const pointsBack = lexicon.pattern("^[^\\p{L}]*{back}(?!\\p{L})").test(tail);
  // "Radio, forget it, that was no use": the next clause speaks of the list whatever comes behind it.
  const clauseOfList = /^\P{L}*[^,;:|()•\n]*/u.exec(tail)?.[0] ?? "";
  const length = clauseOfList.match(/[\p{L}'’]+/gu)?.length ?? 0;
  // "Cinema, the board still remembers how that went": what a sentence begins with is what all of it speaks of.
  const isTopic =
    wanted === undefined &&
    topic.test(text.slice(sentence.start, start)) &&
    (!matches(lexicon.words("want"), tail) || unknownWords(rest.slice(end, sentence.end)) > mostUnknown);
  const isShort = length <= (pointsBack ? 2 * longestTail : longestTail);
  const next = isShort || !isTopic ? clauseOfList : tail;
  const nextEnd = end + own.length + next.length;
  const isTail =
    (isShort || isTopic) && !/\d/.test(next) && spansBetween(things, end + own.length, nextEnd).length === 0;
  return !isTail || isPlain(end + own.length, nextEnd);
}

/** Nothing before the first thing of a sentence but an article. */
const topic = /^[\s\p{P}]*(?:\p{L}{1,3}\s+)?$/u;
/** A colon stands between a label and what it is of, so it is no mark before a list. */
const clauseBefore = /(?:[^,;|()•\s]|\s(?![–—/-]\s))*$/u;
const unknownWords = (words: string) => words.match(/\p{L}{3,}/gu)?.length ?? 0;
/** Words that nobody knows of in a sentence that wants something: "Cinema, and I say this with love, has had its chance." */
const mostUnknown = 2;
/** Words of a last clause that still belongs to what stands before it. */
const longestTail = 5;
