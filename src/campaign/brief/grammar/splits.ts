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
  // "40% CTV 60% display": the first part of the sentence shows on which side the names stand.
  const [first] = inSentence;
  const namedBefore = first && near.some(({ start, end }) => start >= sentence.start && end <= first.start);
  return namedBefore ? before : after;
}

const little =
  "(?:\\s|[:=(–-]|\\||(?<!\\p{L})(?:of|the|total|budget|spend|media|for|in|on|to|into|goes|go|going|should|must|be|is|get|gets|with|at|most|least|a|no|not|more|less|than|up|max(?:imum|imal)?\\.?|min(?:imum|destens)?\\.?|from|about|around|roughly|share|des|der|die|das|dem|den|für|auf|an|soll|sollen|geht|gehen|höchstens|mehr|als|nicht|bis|zu|maximal|wenigstens|Budgets?|Anteil|du|de|la|le|les|l['’]|pour|en|dans|sur|au|moins|plus|pas|jusqu['’]à|part|del?|el|los|las|para|al|menos|como|máximo|mínimo|hasta|presupuesto)(?!\\p{L}))";
const gap = new RegExp(`^${little}{0,14}$`, "iu");
