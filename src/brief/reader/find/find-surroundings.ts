import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";

/**
 * Content that a text does not want to be near, in its own words: "no placement on sites about tattoos or weight loss". The clause must
 * deny once, in the few words before what is near; "no betting sites next to us" names it there.
 */
export function findSurroundings(text: string, lexicon: Lexicon): readonly Span[] {
  const near = lexicon.words("surroundings");
  const denied = lexicon.pattern("(?<!\\p{L})(?:{no}|{not}|{exclude})(?!\\p{L})[^.;:|!?\\n\\d]{0,50}$");
  const open = lexicon.pattern("(?<!\\p{L})(?:{no}|{not}|{exclude})(?!\\p{L})", "giu");
  const joint = lexicon.pattern(
    "\\s+(?:{quantities.and|alternative})\\s+|\\s*,\\s*(?:(?:{quantities.and|alternative})\\s+)?",
    "giu",
  );
  const us = lexicon.pattern("^{filler}$");
  const verb = lexicon.pattern("\\s+{appear}(?!\\p{L})[^]*$");
  const courtesy = lexicon.pattern(
    "(?:\\s|,)+(?:{answer_no}|please|pls|bitte|por favor|per favore|s'il vous plaît|alstublieft|graag|proszę|tack)\\s*$",
  );
  return spansOf(text, near).flatMap((words) => {
    const sentence = sentenceAround(text, words);
    const before = text.slice(sentence.start, words.start);
    if (!denied.test(before) || text[sentence.end] === "?") return [];
    const [denial, ...others] = spansOf(before, open);
    if (denial === undefined || others.length > 0) return [];
    const object =
      /^\s+[^.;:!?|()\n]*/u
        .exec(text.slice(words.end, sentence.end))?.[0]
        .replace(verb, "")
        .replace(courtesy, "") ?? "";
    if (us.test(object.trim())) {
      const sites = before.slice(denial.end).trim();
      const start = sentence.start + before.lastIndexOf(sites);
      const isContent = /\p{L}{3}/u.test(sites) && sites.split(/\s+/).length <= mostWords;
      return isContent ? [{ text: sites, start, end: start + sites.length }] : [];
    }
    const found: Span[] = [];
    let from = 0;
    for (const part of object.split(joint)) {
      const at = object.indexOf(part, from);
      const start = words.end + at + part.search(/\S|$/);
      const item = part.trim();
      from = at + part.length;
      if (item.split(/\s+/).length > mostWords) break;
      // "Not next to Canal Brisa": a name may be a seller's.
      const isName = /^\p{Lu}/u.test(item) && lexicon.tables[0]?.code !== "de";
      // "Near our ads"
      const isOwn = lexicon.pattern("^(?:\\p{L}{1,5}\\s+)?{purchases}$").test(item);
      if (/\p{L}{3}/u.test(item) && !isName && !isOwn)
        found.push({ text: item, start, end: start + item.length });
    }
    return found;
  });
}

/** Kinds of content that are known, with what says which of them: "actualité routière", "nyheter om inbrott". */
export function knownContent(text: string, lexicon: Lexicon): Span[] {
  const plain = lexicon.words("plain", "filler", "glue", "appear", "courtesy", "closing", "answer_no");
  const which = lexicon.pattern(
    `^(?:\\s(?:${ofWhat})(?:\\s\\p{L}{1,3}|\\sl['’])?)?(?:\\s|(?<=['’]))\\p{L}[\\p{L}-]{3,}(?=\\s*(?:[.,;)\\n]|$))`,
  );
  return spansOf(text, lexicon.words("content")).map((span) => {
    const [more = ""] = which.exec(text.slice(span.end, span.end + longestTerm)) ?? [];
    return more === "" || matches(plain, /\S+$/.exec(more)?.[0] ?? "")
      ? span
      : { text: span.text + more, start: span.start, end: span.end + more.length };
  });
}

/** In all languages that are read. */
const ofWhat = "about|on|of|über|zu|von|aus|om|over|van|del?|des|du|d['’]|di|da|do|sobre|su|sur|o|na temat";
const longestTerm = 50;

/** Words of one kind of content: a longer part is a clause of its own. */
const mostWords = 4;
