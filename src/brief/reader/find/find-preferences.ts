import type { SoftField } from "../../brief.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround, spansIn } from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";

/** The field as a preference where its author only prefers every one of its values: "ideally CTV", "si es posible, podcasts". */
export function preferenceOf(
  field: SoftField,
  text: string,
  values: readonly Found<unknown>[],
): Found<SoftField>[] {
  const preferences = values.map(({ evidence }) => preferenceAt(text, evidence, lexiconOf()));
  const [first] = preferences;
  return first !== undefined && preferences.every((preference) => preference !== undefined)
    ? [found(field, first)]
    : [];
}

/** The words that make a preference of what stands at `span`; a "must" between them or in its place takes it back. */
function preferenceAt(text: string, span: Span, lexicon: Lexicon): Span | undefined {
  const sentence = sentenceAround(text, span);
  const preferences = spansIn(sentence, lexicon.words("wish"));
  const last = preferences.findLast(({ end }) => end <= span.start);
  if (last !== undefined && !matches(lexicon.words("must"), text.slice(last.end, span.start))) return last;
  const [next] = preferences.filter(({ start }) => start >= span.end);
  if (next === undefined) return undefined;
  const isBeside = lexicon.pattern("^\\s+(?:{be}\\s*)?\\(?$").test(text.slice(span.end, next.start));
  const isLast =
    /^\s*,\s*$/.test(text.slice(span.end, next.start)) && text.slice(next.end, sentence.end).trim() === "";
  return isBeside || isLast ? next : undefined;
}
