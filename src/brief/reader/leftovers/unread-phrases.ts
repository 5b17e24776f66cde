import { nameKey } from "../../grammar/gazetteer.ts";
import { anyNumberOf, type Lexicon } from "../../grammar/lexicon.ts";
import { quotedIn } from "../../grammar/question.ts";
import { matches, type Span, spansOf } from "../../grammar/spans.ts";
import { fatesOf, type OpenDraft } from "../draft.ts";
import { nameSpans } from "../find/find-brand.ts";
import type { Named } from "../things.ts";

/**
 * Every word that lies in no value of the draft, is quoted by no question and says something, so that nothing of a brief is
 * dropped without a word. What stood in a value that did not survive is listed again.
 */
export function unreadPhrases(text: string, draft: OpenDraft, lexicon: Lexicon): Span[] {
  const isRead = markerOf(text, [
    ...fatesOf(draft),
    // A domain that is asked about as the brand's may be a seller's, and so are the words about it.
    ...draft.questions.flatMap((question) =>
      "key" in question
        ? question.key === "brand.which"
          ? []
          : quotedIn(question)
        : quotes(text, question.text),
    ),
  ]);
  const isEmpty = markerOf(text, [
    ...spansOf(text, lexicon.words("glue", "turns", "filler", "greeting", "closing", "in_city")),
    ...spansOf(text, lexicon.pattern("(?<!\\p{L}){labels.places}(?=\\s*[:|])", "giu")),
    ...spansOf(text, /^[ \t]*\(?\d{1,2}[.)](?=\s)/gm),
    ...namesInLetter(text, lexicon),
  ]);
  const common = new Set(lexicon.tables.flatMap((table) => table.common));
  const unread: Span[] = [];
  for (const word of spansOf(text, /[\p{L}\p{N}]+(?:\s?[%€$£])?/gu)) {
    if (!says(word.text) || common.has(word.text.toLowerCase()) || isEmpty(word) || isRead(word)) continue;
    const last = unread.at(-1);
    const gap = last && { ...last, start: last.end, end: word.start };
    const joins = gap && !isRead(gap) && !/[\n;|()]|[.!?]\s/.test(text.slice(gap.start, gap.end));
    if (joins) unread.pop();
    const start = joins ? last.start : word.start;
    unread.push({ text: text.slice(start, word.end), start, end: word.end });
  }
  return unread;
}

/** The draft with every place where the text names what it holds. */
export function withRepeats(text: string, draft: OpenDraft, things: readonly Named[]): OpenDraft {
  const kept = [...things.filter((thing) => isKept(thing, draft)), ...brandNames(text, draft)];
  return { ...draft, repeats: kept.map(({ text: words, start, end }) => ({ text: words, start, end })) };
}

/** The brand's name, wherever it stands, and other ways to write it right before its domain. */
function brandNames(text: string, { brand }: OpenDraft): Span[] {
  if (brand === undefined) return [];
  const { name, domain } = brand.value;
  return nameSpans(text).filter(
    (span) =>
      span.text === name ||
      text
        .slice(span.end, span.end + domain.length + 15)
        .toLowerCase()
        .includes(domain),
  );
}

/** Letters of two or less say nothing but as an abbreviation. */
function says(word: string): boolean {
  return word.length >= 3 || /^\p{Lu}+$/u.test(word) || /[\p{N}%€$£]/u.test(word);
}

/** Whether some of a piece of the text lies in one of the spans. */
function markerOf(text: string, spans: readonly Span[]): (span: Span) => boolean {
  const marks = new Uint8Array(text.length);
  for (const { start, end } of spans) marks.fill(1, start, end);
  return ({ start, end }) => marks.subarray(start, end).includes(1);
}

/** Whether the draft holds what a thing names as the text speaks of it here, wanted or ruled out. */
function isKept(thing: Named, draft: OpenDraft): boolean {
  const isOut = thing.stance === "excluded";
  const holds = (found: OpenDraft["ruledOut"], names: readonly string[]) =>
    found.some(({ value }) => names.includes(value));
  switch (thing.kind) {
    case "channel":
      // "TV" beside "connected TV" may mean another channel.
      return isOut || thing.options.length === 1
        ? holds(isOut ? draft.ruledOut : draft.channels, thing.options)
        : false;
    case "country":
      return holds(isOut ? draft.ruledOut : draft.countries, thing.codes);
    case "region":
      return holds(isOut ? draft.excludedRegions : draft.regions, [thing.code]);
    case "device":
      return holds(isOut ? draft.ruledOut : draft.devices, [thing.device]);
    case "seller": {
      const { domain } = thing;
      if (domain === undefined) return false;
      return isOut ? holds(draft.excludedSellers, [domain]) : draft.brand?.value.domain === domain;
    }
    case "content":
      return (
        thing.stance !== "wanted" &&
        draft.avoid.some(({ value }) => value.toLowerCase() === thing.text.toLowerCase())
      );
    case "city":
      return draft.cities.some(({ value }) => nameKey(value.name) === nameKey(thing.name));
    case "vague place":
      return false;
  }
}

/**
 * Names of people beside a greeting in the first line, and on lines of their own behind a closing formula at the end: "Hi Kim,",
 * "Best regards\nJean-Luc Meyer". Anywhere else a word with a capital may be anything.
 */
function namesInLetter(text: string, lexicon: Lexicon): Span[] {
  const lines = spansOf(text, /(?<=^|\n)[^\S\n]*\S[^\n]*/g);
  const [first] = lines;
  const hello = first && lexicon.pattern("^[\\s>*#-]*{greeting}(?!\\p{L})[ ,]*").exec(first.text)?.[0];
  const [addressed = ""] = first?.text.slice(hello?.length ?? 0).split(/[,!:–]/) ?? [];
  const start = (first?.start ?? 0) + (hello?.length ?? 0);
  const names = { text: addressed, start, end: start + addressed.length };
  const closing = lexicon.pattern(
    `^${anyNumberOf("{closing|filler|glue}|[\\s>*,!.–-]")}$(?<=(?<!\\p{L}){closing}[\\s,!.–-]*)`,
  );
  const end = lines.findLastIndex((line) => !isNames(line.text, lexicon));
  const signed = closing.test(lines[end]?.text ?? "") ? lines.slice(end + 1) : [];
  return [...(hello !== undefined && isNames(addressed, lexicon) ? [names] : []), ...signed];
}

/** Whether nothing but names of people is said: "Kim", "Frau Meyer". "BetBanner", "IG" and "newsletters" are none. */
function isNames(text: string, lexicon: Lexicon): boolean {
  if (/\p{L}{2}\.|[?;]/u.test(text) || matches(lexicon.words("closing"), text)) return false;
  const words = text.match(/[\p{L}\p{N}%€$£]+/gu) ?? [];
  const isEmpty = (word: string) => lexicon.pattern("^(?:{filler}|{glue})$").test(word);
  return words.length <= 4 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word) || isEmpty(word));
}

/** The words between the quotation marks of a sentence, wherever they stand. */
function quotes(text: string, sentence: string): Span[] {
  return [...sentence.matchAll(/"(?<words>[^"\n]{2,400})"/g)].flatMap(({ groups }) => {
    const words = groups?.["words"] ?? "";
    return spansOf(text, new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g"));
  });
}
