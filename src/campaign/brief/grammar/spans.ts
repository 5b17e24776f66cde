import { monthPattern } from "./months.ts";

/** A piece of a text: `text` is what stands from `start` to before `end`. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A pattern of whole words, in any letter case. Unlike `\b` it knows that `é` is a letter. */
export function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "giu");
}

/** All places where the pattern matches. The pattern must have the flag `g`. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The sentence or line around a span, without what belongs to other sentences; of an endless one what is near. */
export function sentenceAround(text: string, { start, end }: Omit<Span, "text">): Span {
  const windowStart = Math.max(0, start - nearby);
  let from = windowStart;
  let to = Math.min(text.length, end + nearby);
  for (const match of text.slice(windowStart, to).matchAll(sentenceEnd)) {
    const at = windowStart + match.index;
    if (at + match[0].length <= start) from = at + match[0].length;
    else if (at >= end) {
      to = at;
      break;
    }
  }
  return { text: text.slice(from, to), start: from, end: to };
}

const nearby = 400;

/**
 * The words that belong to one span among others: its sentence, cut off where the neighbours' words begin. The words
 * between two spans go to the second one; what stands before a comma or an "and" in between goes to the first.
 */
export function wordsAround(
  text: string,
  span: Span,
  others: readonly Span[],
): { before: string; after: string } {
  const sentence = sentenceAround(text, span);
  const previous = others.filter((other) => other.end <= span.start).at(-1);
  const next = others.find((other) => other.start >= span.end);
  let before = text.slice(sentence.start, span.start);
  if (previous && previous.end > sentence.start) {
    const gap = text.slice(previous.end, span.start);
    before = gap.slice(firstSeparator(gap) ?? 0);
  }
  let after = text.slice(span.end, sentence.end);
  if (next && next.start < sentence.end) {
    const gap = text.slice(span.end, next.start);
    after = gap.slice(0, firstSeparator(gap) ?? gap.length);
  }
  return { before, after };
}

// A full stop ends a sentence only before a capital, and after a number only where no month follows: "18. Januar".
const abbreviations = "ca|approx|incl|excl|max|min|Mio|Mrd|Tsd|mln|vs|bzw|inkl|zzgl|z\\.\\s?B|e\\.g|i\\.e|p";
const sentenceEnd = new RegExp(
  `\\n|[;!?](?=\\s|$)|(?<=\\p{Ll}{3})(?<!(?:approx|Sept|sept|incl|excl|inkl|zzgl|mind|höchst|godz|${monthPattern}))\\.(?=\\s+\\d)|(?<!\\b(?:${abbreviations}))\\.(?=\\s+(?!(?<=\\d\\.\\s+)(?:${monthPattern}|Quartal)(?!\\p{L}))[\\p{L}"“„¿¡#*-]|\\s*$)`,
  "gu",
);

function firstSeparator(gap: string): number | undefined {
  const at = gap.search(/[,;()]|\s(?:and|plus|but|und|aber|et|mais|y|pero|while|whereas)\s/iu);
  return at < 0 ? undefined : at;
}
