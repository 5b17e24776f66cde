import type { SoftField } from "../../brief.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";

/** The field as a wish where its author only wishes for every one of its values: "ideally CTV", "si es posible, podcasts". */
export function wishOf(
  field: SoftField,
  text: string,
  values: readonly Found<unknown>[],
): Found<SoftField>[] {
  const wishes = values.map(({ evidence }) => wishAt(text, evidence, lexiconOf()));
  const [first] = wishes;
  return first !== undefined && wishes.every((wish) => wish !== undefined) ? [found(field, first)] : [];
}

/** The words that make a wish of what stands at `span`; a "must" between them or in its place takes it back. */
function wishAt(text: string, span: Span, lexicon: Lexicon): Span | undefined {
  const sentence = sentenceAround(text, span);
  const wishes = spansOf(sentence.text, lexicon.words("wish")).map((wish) => ({
    ...wish,
    start: sentence.start + wish.start,
    end: sentence.start + wish.end,
  }));
  const last = wishes.findLast(({ end }) => end <= span.start);
  if (last !== undefined && !matches(lexicon.words("must"), text.slice(last.end, span.start))) return last;
  const [next] = wishes.filter(({ start }) => start >= span.end);
  if (next === undefined) return undefined;
  const isBeside = lexicon.pattern("^\\s+(?:{be}\\s*)?\\(?$").test(text.slice(span.end, next.start));
  const isLast =
    /^\s*,\s*$/.test(text.slice(span.end, next.start)) && text.slice(next.end, sentence.end).trim() === "";
  return isBeside || isLast ? next : undefined;
}
