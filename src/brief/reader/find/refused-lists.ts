import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { matches, type Span, spansIn, spansOf } from "../../grammar/spans.ts";
import { itemStart } from "../stance/before.ts";

/** What may be the name of a seller. */
export interface Name extends Span {
  /** One word with a capital, or words that are all ordinary: it counts only beside a word of refusal. */
  readonly isWeak: boolean;
}

/** The bullets below a heading of refusal; and whatever is listed with a label that names sellers: "Blocked vendors: adzooka". */
export function listsIn(text: string, lexicon: Lexicon) {
  // A label may be in another language than its text: "Sperrliste: Kiosk Exchange".
  const all = lexiconOf();
  const refuses = all.words("exclude", "refusals");
  const sellers = lexicon.words("sellers", "buy");
  const listItem = lexicon.pattern(
    "[\\p{L}\\p{N}](?:(?!\\s{quantities.and}\\s)(?:[^,;|().\\n]|\\.(?=\\p{L})))*(?<=[\\p{L}\\p{N}])",
    "giu",
  );
  const and = lexicon.pattern("^{quantities.and}(?!\\p{L})");
  const refusesHere = lexicon.words(...refusalLists);
  const items: Span[] = [];
  const listed: Name[] = [];
  let heading = "";
  for (const line of spansOf(text, /[^\n]+/g)) {
    const isItem = heading !== "" && itemStart.test(line.text);
    const label = isItem ? heading : (labelBefore.exec(line.text)?.[0] ?? "");
    const value = isItem ? line.text : line.text.slice(label.length);
    const isRefusing = matches(refusesHere, label) || matches(refuses, label);
    heading = isItem || (isRefusing && !/\p{L}/u.test(value)) ? label : "";
    const at = line.end - value.length;
    if (isItem || isRefusing) items.push({ ...line, start: at });
    if (!isRefusing) continue;
    const isOfSellers =
      matches(sellers, label) ||
      (matches(all.words("sellers"), label) && matches(all.words("exclude"), label));
    // "Oxbow Media (too dear)"
    const isAside = ({ text: words, start }: Span) =>
      /^\p{Ll}/u.test(words) && !and.test(words) && /\([^()]*$/.test(value.slice(0, start - at));
    const parts = spansIn({ text: value, start: at }, listItem).filter((part) => !isAside(part));
    const isOfCompanies = parts.some((part) => company.test(part.text));
    const names = parts.filter(
      ({ text: name }) => isOfSellers || (isOfCompanies && /^\p{Lu}|\.\p{L}/u.test(name)),
    );
    listed.push(...names.map((name) => ({ ...name, isWeak: false })));
  }
  return { items, listed };
}

/** "Funkelnetz GmbH" */
const company =
  /^\p{Lu}[\p{L}\p{N}&'’.-]*(?: [\p{Lu}&][\p{L}\p{N}'’.-]*){0,3} (?:GmbH|AG|KG|SE|Ltd|Inc|LLC|SAS|SARL|SL|SA|Srl|SpA|BV|NV|AB|AS|ApS|Lda|Media|Medien|Ads|Digital|Network|Networks|Networx|Exchange|Publishing|Group)\.?$/u;

export const labelBefore = /^[\s|]*[^:|=]{1,60}[:|=]/u;
export const refusalLists = "no not exclude excluded against refusals out answer_no".split(" ");
