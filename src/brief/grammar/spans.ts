import { monthNames, monthPattern } from "./months.ts";
import { type Cue, cue } from "./phrases.ts";

/** A piece of a text: `text` is what stands from `start` to before `end`. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function spanOf({ 0: text, index: start }: RegExpExecArray): Span {
  return { text, start, end: start + text.length };
}

/** A pattern of whole words, in any letter case. Unlike `\b` it knows that `é` is a letter. */
export function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "giu");
}

/** All places where the pattern matches. An expression must have the flag `g`. */
export function spansOf(text: string, pattern: RegExp | Cue): Span[] {
  return [...("all" in pattern ? pattern.all(text) : text.matchAll(pattern))].map(spanOf);
}

/** All places in one part of a text where the pattern matches. */
export function spansIn({ text, start }: Pick<Span, "text" | "start">, pattern: RegExp | Cue): Span[] {
  return spansOf(text, pattern).map((span) => ({
    text: span.text,
    start: start + span.start,
    end: start + span.end,
  }));
}

/** What stands from `start` to before `end`. */
export function spanFrom(text: string, start: number, end: number): Span {
  return { text: text.slice(start, end), start, end };
}

export function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Characters between two spans, whichever comes first; less than none where they overlap. */
export function distance(a: Omit<Span, "text">, b: Omit<Span, "text">): number {
  return Math.max(a.start - b.end, b.start - a.end);
}

/** The text with blanks in the place of some spans; all else stays where it is. */
export function blanked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    text,
  );
}

/** Those spans that begin from `from` to before `to`; `spans` are in the order of the text. */
export function spansBetween<Piece extends Span>(
  spans: readonly Piece[],
  from: number,
  to: number,
): readonly Piece[] {
  return spans.slice(firstFrom(spans, from), firstFrom(spans, to));
}

/** The index of the first one that begins at `at` or later. */
function firstFrom(spans: readonly Omit<Span, "text">[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Says of each span whether its place is still free, and takes it. */
export function freePlaces(length: number): (span: Span) => boolean {
  const covered = new Uint8Array(length + 1);
  return ({ start, end }) => {
    if (covered.subarray(start, end).includes(1)) return false;
    covered.fill(1, start, end);
    return true;
  };
}

/** The sentence or line around a span, without what belongs to other sentences; of an endless one what is near. */
export function sentenceAround(text: string, { start, end }: Omit<Span, "text">): Span {
  const ends = sentenceEnds(text);
  const next = firstFrom(ends, end);
  let previous = firstFrom(ends, start) - 1;
  while (previous >= 0 && (ends[previous]?.end ?? 0) > start) previous -= 1;
  const from = Math.max(0, start - nearby, ends[previous]?.end ?? 0);
  const to = Math.min(text.length, end + nearby, ends[next]?.start ?? text.length);
  return spanFrom(text, from, to);
}

/** The words before and behind a span, in its sentence or in another part of the text, as far as the next marks. */
export function clauseAround(
  text: string,
  span: Omit<Span, "text">,
  marks: RegExp,
  { start, end }: Omit<Span, "text"> = sentenceAround(text, span),
): readonly [before: string, after: string] {
  const before = text.slice(Math.max(0, start), span.start).split(marks).at(-1) ?? "";
  return [before, text.slice(span.end, end).split(marks)[0] ?? ""];
}

/** A clause that is as long as people write one: in a text without marks, each of its words would be asked about all of it. */
export function nearClause(text: string, span: Omit<Span, "text">, marks: RegExp): readonly [string, string] {
  const { start, end } = sentenceAround(text, span);
  const near = {
    start: Math.max(start, span.start - longestClause),
    end: Math.min(end, span.end + longestClause),
  };
  return clauseAround(text, span, marks, near);
}

const longestClause = 160;

/** A brief is asked about its sentences many times: the ends of the last texts are kept. */
const known = new Map<string, readonly Omit<Span, "text">[]>();

function sentenceEnds(text: string): readonly Omit<Span, "text">[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const ends = [...text.matchAll(sentenceEnd)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (known.size >= 4) known.clear();
  known.set(text, ends);
  return ends;
}

const nearby = 400;

/**
 * The words that belong to one span among others: its sentence, cut off where the neighbours' words begin. The words
 * between two spans go to the second one; what stands before a comma or an "and" in between goes to the first, where
 * `separate` finds it. `joined`: nothing of the kind parts it from the next one, and the words in between go to both.
 */
export function wordsAround(
  text: string,
  span: Span,
  others: readonly Span[],
  separate: (gap: string) => number | undefined = firstSeparator,
): { before: string; after: string; joined: boolean } {
  const sentence = sentenceAround(text, span);
  const previous = spansBetween(others, sentence.start - nearby, span.start)
    .filter(({ end }) => end <= span.start)
    .at(-1);
  const [next] = spansBetween(others, span.end, sentence.end);
  let before = text.slice(sentence.start, span.start);
  if (previous && previous.end > sentence.start) {
    const gap = text.slice(previous.end, span.start);
    before = gap.slice(separate(gap) ?? 0);
  }
  if (next === undefined || next.start >= sentence.end)
    return { before, after: text.slice(span.end, sentence.end), joined: false };
  const gap = text.slice(span.end, next.start);
  const at = separate(gap);
  return { before, after: gap.slice(0, at ?? gap.length), joined: at === undefined };
}

// A full stop ends a sentence only before a capital, and after a number only where no month follows: "18. Januar".
const abbreviations =
  "[Mm]aks|[Mm]áx|[Mm]ín|[Bb]ud[żz]?|[Ee]vtl|[Gg]gf|[Vv]sl|[Mm]w[Ss]t|US[Tt]|Nr|Dr|Ltd|Inc|tys|aprox|ca|approx|incl|excl|exkl|[Mm]ax|[Mm]in|Mio|Mrd|Tsd|mln|vs|bzw|inkl|zzgl|z\\.\\s?B|e\\.g|i\\.e|p";
const capitalToo = (name: string) => [name, name.charAt(0).toUpperCase() + name.slice(1)];
const months = monthNames.flatMap(capitalToo);
const beforeNumbers = "approx sept incl excl inkl exkl zzgl mind höchst godz max máx maks min mín"
  .split(" ")
  .flatMap(capitalToo);
const sentenceEnd = new RegExp(
  `\\n|[;!?](?=\\s|$)|(?<=\\p{Ll}{3})(?<!(?:${beforeNumbers.join("|")}|${monthPattern}))\\.(?=\\s{1,9}\\d)|(?<!\\b(?:${abbreviations}))\\.(?=\\s{1,9}(?!(?<=\\d\\.\\s{1,9})(?:${months.join("|")}|Quartal|bis|und)(?!\\p{L}))[\\p{L}\\p{Sc}"“„¿¡#*-]|\\s*$)`,
  "gu",
);

const separator = cue("[,;()]|\\s(?:{and}|{but}|plus)\\s");
const firstSeparator = (gap: string): number | undefined => separator.exec(gap)?.index;
