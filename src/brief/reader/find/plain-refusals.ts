import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";

/**
 * Those names that a text plainly rules out: behind a label for sellers that are refused, or with the one negation of their clause
 * right before them or right behind their verb. Two negations, a figure or other words in between leave it open.
 */
export function plainlyRefused(
  text: string,
  names: readonly Span[],
  listed: readonly Span[],
  lexicon: Lexicon,
): readonly Span[] {
  const leading = lexicon.pattern(
    '(?<!\\p{L})(?:{no}|{not}|{exclude})(?!\\p{L})(?<between>(?:[\\s,]+(?:{no|not|exclude|buy|sellers|at_seller|article|glue|purchases|want}|the)(?!\\p{L})){0,6})[\\s"“„«]+$',
  );
  const behind = lexicon.pattern(
    '^["”“»]?,?\\s+{copula}\\s+(?:\\p{L}{2,7}\\s+){0,2}(?:{exclude}|{out})(?!\\p{L})',
  );
  const joint = lexicon.pattern(
    '^["”“»]?\\s*(?:,|&|{quantities.and|alternative})\\s+(?:{quantities.and|alternative}\\s+)?(?:{article}\\s+|the\\s+)?["“„«]?$',
  );
  const refused: Span[] = [];
  for (const name of names) {
    if (listed.some((item) => item.start <= name.start && name.end <= item.end)) {
      refused.push(name);
      continue;
    }
    const sentence = sentenceAround(text, name);
    const from = Math.max(sentence.start, name.start - longestClause);
    const to = Math.min(sentence.end, name.end + longestClause);
    const before = clause(text.slice(from, name.start).split(clauseMark).at(-1) ?? "", lexicon);
    const after = clause(text.slice(name.end, to).split(clauseMark)[0] ?? "", lexicon);
    const last = refused.at(-1);
    const isNext =
      last !== undefined &&
      last.start >= sentence.start &&
      joint.test(text.slice(last.end, name.start)) &&
      !/\p{L}/u.test(after);
    const isAlone =
      spansOf(`${before} _ ${after}`, lexicon.words("no", "not", "exclude", "no_longer", "answer_no"))
        .length === 1;
    const isPlain = leading.test(before.slice(-80)) || (before.trim() === "" && behind.test(after));
    if (
      text[sentence.end] !== "?" &&
      (isNext || (isAlone && isPlain && !matches(lexicon.words("only"), before)))
    )
      refused.push(name);
  }
  return refused;
}

/** Without what denies nothing: "do not forget", "not only". */
function clause(words: string, lexicon: Lexicon): string {
  return words.replaceAll(lexicon.words("harmless"), (harmless) => "#".repeat(harmless.length));
}

const longestClause = 120;
const clauseMark = /[;:()|]|,(?=\s)|\s[–—-]\s/u;
