import type { SoftField } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { type Span, sentenceAround } from "../grammar/spans.ts";

/** The field as a wish where its author only wishes for every one of its values: "ideally CTV", "si es posible, podcasts". */
export function wishOf(field: SoftField, text: string, values: readonly Span[]): Found<SoftField>[] {
  const wishes = values.map((value) => wishAt(text, value));
  const [first] = wishes;
  return first !== undefined && wishes.every((wish) => wish !== undefined) ? [found(field, first)] : [];
}

/** The words that make a wish of what stands at `span`; a "must" between them or in its place takes it back. */
function wishAt(text: string, span: Span): Span | undefined {
  const sentence = sentenceAround(text, span);
  const before = text.slice(sentence.start, span.start);
  const last = [...before.matchAll(wish)].at(-1);
  if (last !== undefined && !must.test(before.slice(last.index + last[0].length))) {
    const start = sentence.start + last.index;
    return { text: last[0], start, end: start + last[0].length };
  }
  const after = wishAfter.exec(text.slice(span.end, sentence.end));
  const words = after?.groups?.["words"] ?? after?.groups?.["last"];
  if (after === null || words === undefined) return undefined;
  const start = span.end + after[0].length - words.length;
  return { text: words, start, end: start + words.length };
}

const words =
  "ideally|preferably|preferred|we(?:['’]d| would) prefer|if possible|if at all possible|nice to have|would be nice|hopefully|möglichst|idealerweise|im Idealfall|am liebsten|lieber|bevorzugt|vorzugsweise|gerne?|wenn möglich|falls möglich|wünschenswert|idéalement|de préférence|si possible|plutôt|dans l['’]idéal|idealmente|preferiblemente|preferentemente|de preferencia|si es posible|a ser posible|de ser posible";
const wish = new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "giu");
const wishAfter = new RegExp(
  `^(?:\\s+(?:is|are|would be|wäre|wären|serait|sería)?\\s*\\(?(?<words>${words})(?!\\p{L})|\\s*,\\s*(?<last>${words})\\s*$)`,
  "iu",
);
const must =
  /(?<!\p{L})(?:must|required?|mandatory|but|muss|müssen|zwingend|Pflicht|unbedingt|aber|impératif|obligatoire|mais|debe|obligatori[oa]|imprescindible|pero)(?!\p{L})/iu;
