import { cue } from "./phrases.ts";
import { type Span, sentenceAround, spansBetween } from "./spans.ts";

/** A place in the text that names a channel or a country. */
export interface Named extends Span {
  readonly name: string;
}

/** The name that a share or an amount belongs to: "40 % CTV", "Germany: 60,000 EUR", "CTV at most 50 %". `parts` are all of them. */
export function nameOf(
  text: string,
  part: Span,
  parts: readonly Span[],
  names: readonly Named[],
): Named | undefined {
  const sentence = sentenceAround(text, part);
  const inSentence = spansBetween(parts, sentence.start, sentence.end).filter(
    ({ end }) => end <= sentence.end,
  );
  const near = spansBetween(names, sentence.start, sentence.end);
  const from = inSentence.filter(({ end }) => end <= part.start).at(-1)?.end ?? sentence.start;
  const to = inSentence.find(({ start }) => start >= part.end)?.start ?? sentence.end;
  const before = near
    .filter(({ start, end }) => start >= from && end <= part.start)
    .filter(({ end }) => gap.test(text.slice(end, part.start)))
    .at(-1);
  const after = near
    .filter(({ start, end }) => start >= part.end && end <= to)
    .find(({ start }) => gap.test(text.slice(part.end, start)));
  if (before === undefined || after === undefined) return before ?? after;
  // "Spain and Portugal: three quarters to Spain": the list is the heading of what comes.
  const other = near[near.indexOf(before) - 1];
  const isListed = other !== undefined && joint.test(text.slice(other.end, before.start));
  if (isListed && text.slice(before.end, part.start).includes(":")) return after;
  // "40% CTV 60% display": the first part of the sentence shows on which side the names stand.
  const [first] = inSentence;
  const namedBefore = first && near.some(({ start, end }) => start >= sentence.start && end <= first.start);
  return namedBefore ? before : after;
}

const gap = cue(
  "^(?:\\s+(?!\\s)|[:=(|–-]|(?<!\\p{L}){between|least_before|most_before|below|beyond|denial|may}(?!\\p{L})){0,24}$",
);
const joint = /^\s*(?:[,&/+]|\p{L}+)\s*$/u;
