import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { matches, overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";

/** What a text rules out by a label, a cell of a table, or a word for a list of what is not bought. */
export interface Vetoes {
  /** The parts of such a label's value, and the first cell of a row that ends in such a word. */
  readonly listed: readonly Span[];
  /** The clauses that speak of a list of what is not bought. */
  readonly spoken: readonly Span[];
}

/** "Do not buy | Kiosk Exchange", "Blacklist:" above bullets, "Kiosk Exchange | blocked", "trellis.example is on our block list". */
export function findVetoes(text: string, lexicon: Lexicon): Vetoes {
  const isVeto = (label: string) =>
    matches(lexiconOf().words("veto", "block_list"), label) ||
    (matches(sellers(), label) &&
      matches(lexicon.words("exclude", "excluded", "no", "not", "against"), label.replaceAll("’", "'")));
  let isBelow = false;
  const listed = spansOf(text, line).flatMap((line) => {
    const isItem = isBelow && bullet.test(line.text);
    const { label = "", mark = "" } = labelled.exec(line.text)?.groups ?? {};
    const words = label.split(/[,(]/).at(-1) ?? "";
    const isLabel =
      /\p{L}/u.test(label) && words.length <= longestLabel && isVeto(words.replaceAll("_", " "));
    const at = label.length + mark.length;
    const value = { text: line.text.slice(at), start: line.start + at };
    const isAlone = isLabel && !/\p{L}/u.test(value.text);
    isBelow = isItem || isAlone;
    const items = isItem ? itemsOf(line) : [];
    if (isAlone) return items;
    if (isLabel) return [...items, ...itemsOf(value)];
    const [first = "", ...cells] = line.text
      .replace(/^[\s|]*/, (marks) => " ".repeat(marks.length))
      .split("|");
    const isRow = cells.some((cell) => isVeto(cell.replaceAll("_", " ")));
    return isRow ? [...items, ...itemsOf({ text: first, start: line.start })] : items;
  });
  const spoken = spansOf(text, lexiconOf().words("block_list"))
    .map((words) => clauseAround(text, words))
    .filter((clause) => !/[:|=]\s*$/.test(clause.text) && !listed.some((item) => overlaps(item, clause)));
  return { listed, spoken };
}

/** The things that commas, bars and "and" part in the value of a label, without the marks around them. */
function itemsOf({ text, start }: Omit<Span, "end">): Span[] {
  const parts = text.split(lexiconOf().pattern("([,;|]|\\s{quantities.and}(?=\\s))", "iu"));
  let at = start;
  return parts.flatMap((part, i) => {
    const from = at;
    at += part.length;
    const words = part.replace(/^[^\p{L}\p{N}]+/u, "").replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, "");
    const first = from + part.indexOf(words);
    return i % 2 === 0 && /\p{L}/u.test(words)
      ? [{ text: words, start: first, end: first + words.length }]
      : [];
  });
}

function clauseAround(text: string, words: Span): Span {
  const sentence = sentenceAround(text, words);
  const start = sentence.start + (/[^,(]*$/.exec(text.slice(sentence.start, words.start))?.index ?? 0);
  const end = words.end + (/^[^,)]*/.exec(text.slice(words.end, sentence.end))?.[0].length ?? 0);
  return { text: text.slice(start, end), start, end };
}

const sellers = () => lexiconOf().words("sellers", "quantities.sellers");
const longestLabel = 60;
const labelled = /^(?<label>[\s|]*(?:[^\s:|=][^:|=\t]*)?)(?<mark>[:|=\t][\s:|=]*)/u;
/** A line, or a sentence of it. */
const line = /[^\n]+?(?:(?<=\p{L}{2}[.!?])(?=\s+\p{Lu})|(?=\n)|$)/gu;
const bullet = /^(?:[ \t]+\S|[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t])/;
