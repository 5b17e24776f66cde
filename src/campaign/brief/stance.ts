import { pastWords } from "./grammar/mentions.ts";
import { monthPattern } from "./grammar/months.ts";
import { matches, type Span, sentenceAround, spansBetween, spansOf, words } from "./grammar/spans.ts";
import { headingOf } from "./heading.ts";
import { type Lexicon, lexiconOf } from "./lexicon.ts";

/**
 * How a text speaks of a thing: wanted, ruled out, about another time, or so that it cannot be told. A channel that is named
 * among other words than those that ask for one is only mentioned: there is no end to the ways of ruling something out.
 */
export type Stance = "wanted" | "mentioned" | "excluded" | "past" | "unclear";

/** A list ends where another sort of thing begins; places are all of one sort. */
interface Spoken extends Span {
  readonly kind: string;
}

interface Speech {
  readonly text: string;
  /** The text without negations that rule out nothing. */
  readonly masked: string;
  /** The text with spaces in the place of things and of words that deny nothing; see `plain` in the language files. */
  readonly rest: string;
  readonly things: readonly Spoken[];
  readonly lexicon: Lexicon;
}

/**
 * The stance of each thing, in the order of the text. Things that stand in one list share it. What stands near a negation that
 * does not clearly reach it is `unclear`, so that it is asked about and never bought.
 */
export function stancesOf(text: string, things: readonly Spoken[], lexicon: Lexicon): Stance[] {
  const told = masked(text, lexicon);
  const speech = { text, masked: told, rest: withoutPlainWords(told, things, lexicon), things, lexicon };
  const stances: Stance[] = [];
  let carried: Carried;
  for (const [i, thing] of things.entries()) {
    const sentence = sentenceAround(text, thing);
    const before = things[i - 1];
    const from = before && before.end > sentence.start ? before.end : sentence.start;
    const gap = speech.masked.slice(from, thing.start);
    const inList = before !== undefined && from === before.end && isGlue(gap, lexicon);
    const denial = inList
      ? deniedInList(gap, { stance: stances[i - 1], list: carried }, isAlike(before, thing), lexicon)
      : (deniedAbove(speech.masked, thing, lexicon) ?? deniedBefore(segment(gap), lexicon));
    carried = denial?.list;
    const after = denial?.stance === "excluded" ? "excluded" : stanceAfter(speech, i, sentence);
    stances.push(denial === undefined || after === "excluded" ? after : denial.stance);
  }
  return stances;
}

interface Denial {
  readonly stance: Stance;
  /** The whole list that follows is ruled out with it. */
  readonly list?: Carried;
}

/** A label ("Excluded: …") rules out things of every sort behind it, a verb those of one sort. */
type Carried = "label" | "list" | undefined;

/** A thing behind others of its list: "exclude radio, print and cinema" rules out all, "no radio, print" the first one for certain. */
function deniedInList(
  gap: string,
  previous: { readonly stance: Stance | undefined; readonly list: Carried },
  alike: boolean,
  lexicon: Lexicon,
): Denial | undefined {
  const own = deniedBefore(gap, lexicon);
  if (own !== undefined) return own;
  const { stance, list } = previous;
  if (stance !== "excluded" && stance !== "unclear") return undefined;
  if (list === "label" || (list === "list" && (alike || !gap.includes(",")))) return { stance, list };
  if (!alike) return undefined;
  const alternative = matches(lexicon.words("alternative"), gap) || /^\s*\/\s*$/.test(gap);
  return { stance: alternative ? stance : "unclear" };
}

/** "Not wanted:" above bullets rules out all of them; other words that ask for nothing leave it open. */
function deniedAbove(text: string, thing: Spoken, lexicon: Lexicon): Denial | undefined {
  const heading = headingOf(text, thing);
  const denies = ["exclude", "excluded", "not", "no", "against"].some(
    (list) => heading !== undefined && matches(lexicon.words(list), heading.replaceAll("’", "'")),
  );
  return denies ? { stance: "excluded", list: "label" } : undefined;
}

/** Negations in the words before a thing. `before` begins where the last thing or the sentence does. */
function deniedBefore(before: string, lexicon: Lexicon): Denial | undefined {
  const behind = (list: string) => {
    const last = spansOf(before, lexicon.words(list)).at(-1);
    return last && { list, end: last.end, between: before.slice(last.end) };
  };
  const turned = (between: string) => matches(lexicon.words("turns"), between);
  const verb = behind("exclude");
  if (verb !== undefined && !turned(verb.between) && verb.between.length < reach)
    return {
      stance: "excluded",
      list: /^[^,]*:\s*(?:the |die |la |los |les )?$/u.test(verb.between) ? "label" : "list",
    };
  const [no, not] = [behind("no"), behind("not")];
  const nearest = (no?.end ?? -1) >= (not?.end ?? -1) ? no : not;
  if (nearest === undefined || turned(nearest.between)) return undefined;
  const stops = /[,;:–]/.test(nearest.between);
  const count = nearest.between.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (!stops && count <= 4) return { stance: "excluded" };
  // "no rush, display": the negation has its own object before the comma.
  if (nearest.list === "no" && stops) return undefined;
  return nearest.between.length < reach ? { stance: "unclear" } : undefined;
}

/** What follows a thing, up to the next one that is not of its list; else the next sentence, where it only refers back. */
function stanceAfter(speech: Speech, index: number, sentence: Span): Stance {
  const { text, masked, things, lexicon } = speech;
  const says = (list: string, words: string) => matches(lexicon.words(list), words);
  const [end, next] = listEnd(speech, index, sentence);
  const after = masked.slice(end, next ?? sentence.end);
  const [own = "", ...later] = after.split(/(?<=[,;|])|(?=\s[–—-]\s)/);
  const start = things[index]?.start ?? 0;
  const leading = masked.slice(Math.max(sentence.start, start - 60), start);
  if (
    says("excluded", own) ||
    says("apart", `${leading.trimEnd()} _ ${own.trimStart()}`) ||
    later.some((clause) => reachesBack(clause, lexicon)) ||
    lexicon.pattern("^\\s*(?:[:=|–-]\\s*{answer_no}(?!\\p{L})|\\({answer_no}\\))").test(after) ||
    crossedOut.test(after) ||
    /\[\s?\]\s*$/.test(leading)
  )
    return "excluded";
  if (text[sentence.end] === "?" || after.trimEnd().endsWith("?")) return answer(text, sentence, lexicon);
  if (next === undefined && isTakenBack(speech, sentence)) return "excluded";
  const clause = /^[^,;–()|]*/.exec(after)?.[0] ?? "";
  const isOfNext = next !== undefined && clause.length === after.length;
  if (!isOfNext && says("not", clause)) return "unclear";
  // "… stays with the sister agency": whoever it is, it may not be bought here.
  if (says("others", clause) || says("against", `${leading.slice(-40)} _ ${clause}`)) return "unclear";
  if (pastWords.test(sentence.text)) return "past";
  // In a column an "x" can mean yes as well as no.
  if (/^\s*[:=|–-]?\s*x(?![\p{L}\p{N}])/iu.test(after)) return "unclear";
  const thing = things[index];
  if (thing === undefined || !mustBeAskedFor.has(thing.kind)) return "wanted";
  const isPlace = thing.kind !== "channel";
  const toList = masked.slice(sentence.start, listStart(speech, index, sentence));
  const isThere = isPlace && lexicon.pattern("(?<!\\p{L}){within}(?:(?<=[\\s'’])|\\s+)$").test(toList);
  return isThere || isAskedFor(speech, index, sentence, end) ? "wanted" : "mentioned";
}

/**
 * Whether the words around a list ask for it, as far as its clause goes: plain words alone, or before it those behind a word
 * that wants something. A short last clause belongs to it: "cinema, not on your life".
 */
function isAskedFor(speech: Speech, index: number, sentence: Span, end: number): boolean {
  const { text, rest, things, lexicon } = speech;
  const isPlain = (from: number, to: number) => !/\p{L}/u.test(rest.slice(from, to));
  const start = listStart(speech, index, sentence);
  const clause = start - (clauseBefore.exec(text.slice(sentence.start, start))?.[0].length ?? 0);
  const wanted = spansOf(text.slice(clause, start), lexicon.words("want")).at(-1);
  if (!isPlain(clause + (wanted?.end ?? 0), start)) return false;
  const after = text.slice(end, sentence.end);
  const clauseAfter = after.slice(0, clauseMark.exec(after)?.index);
  const isAlone = spansBetween(things, end, end + clauseAfter.length).length === 0;
  // "Portugal except Madeira": such a word is of the next thing.
  const own = isAlone ? clauseAfter : (clauseAfter.split(lexicon.words("exclude", "turns", "no"))[0] ?? "");
  const near =
    new RegExp(`^(?:[^\\p{L}]*[\\p{L}'’]+){0,${wanted === undefined ? 5 : 1}}`, "u").exec(own)?.[0] ?? "";
  if (!isPlain(end, end + near.length)) return false;
  const tail = after.slice(own.length);
  const isTail =
    !clauseMark.test(tail.slice(1)) &&
    (tail.match(/[\p{L}'’]+/gu)?.length ?? 0) <= longestTail &&
    spansBetween(things, end + own.length, sentence.end).length === 0;
  return !isTail || isPlain(end + own.length, sentence.end);
}

const mustBeAskedFor: ReadonlySet<string> = new Set(["channel", "country", "region"]);
const crossedOut = /^\s*[:=|–-]?\s*(?:[✗✘❌☒☐]|0(?![.,]?\d)\s?(?:%|€|\$|£|\p{Lu}{3}(?!\p{L})))/u;
/** A colon stands between a label and what it is of, so it is no mark before a list. */
const clauseBefore = /(?:[^,;|()•\s]|\s(?![–—/-]\s))*$/u;
const clauseMark = /[,;:|()•]|\s[–—/-]\s/u;
/** Words of a last clause that still belongs to what stands before it. */
const longestTail = 5;

/** Where the list of a thing ends, and where the next thing of its sentence begins. */
function listEnd({ masked, things, lexicon }: Speech, index: number, sentence: Span) {
  let end = things[index]?.end ?? 0;
  for (const { start, end: itsEnd } of things.slice(index + 1, index + longestList)) {
    if (start >= sentence.end) return [end, undefined] as const;
    if (!isGlue(masked.slice(end, start), lexicon)) return [end, start] as const;
    end = itsEnd;
  }
  return [end, undefined] as const;
}

/** Where the list begins that a thing is in. */
function listStart({ text, things, lexicon }: Speech, index: number, sentence: Span): number {
  let start = things[index]?.start ?? 0;
  for (const before of things.slice(Math.max(0, index - longestList), index).toReversed()) {
    if (
      !isAlike(before, things[index] ?? before) ||
      before.start < sentence.start ||
      !isGlue(text.slice(before.end, start), lexicon)
    )
      return start;
    start = before.start;
  }
  return start;
}

/** A later clause speaks of a thing where it begins with the verb or points back: "radio, we agreed, is out", "print - leave it out". */
function reachesBack(clause: string, lexicon: Lexicon): boolean {
  const at = clause.search(lexicon.words("excluded"));
  return at >= 0 && (at <= 4 || matches(lexicon.words("back"), clause));
}

/** "Radio? No." */
function answer(text: string, sentence: Span, lexicon: Lexicon): Stance {
  const words = text
    .slice(sentence.end + 1, sentence.end + 80)
    .replace(/^[\s\]["“(]*(?:\[[^\]\n]*\]\s*)?(?:\p{L}{2,20}:)?\s*/u, "");
  if (lexicon.pattern("^{answer_no}(?!\\p{L})").test(words)) return "excluded";
  return lexicon.pattern("^{answer_yes}(?!\\p{L})").test(words) ? "wanted" : "unclear";
}

/** The next sentence names nothing itself: "… radio. Please leave it out." */
function isTakenBack({ text, masked, things, lexicon }: Speech, sentence: Span): boolean {
  const at = Math.min(text.length, sentence.end + 2);
  const { start, end } = sentenceAround(text, { start: at, end: Math.min(text.length, at + 1) });
  const words = masked.slice(start, end);
  return (
    spansBetween(things, start, end).length === 0 &&
    matches(lexicon.words("excluded"), words) &&
    matches(lexicon.words("back"), words)
  );
}

/** Characters that a negation reaches over, and things of one list. */
const reach = 90;
const longestList = 100;

function isAlike(a: Spoken, b: Spoken): boolean {
  const sort = ({ kind }: Spoken) => (places.has(kind) ? "place" : kind);
  return sort(a) === sort(b);
}

const places: ReadonlySet<string> = new Set(["country", "vague place", "region", "city"]);

/** Nothing but what joins two things of a list. */
function isGlue(gap: string, lexicon: Lexicon): boolean {
  return lexicon
    .pattern("^(?:\\s|[,/&+()\"“”'’]|(?<!\\p{L})(?:{glue}|{sellers}|{no})(?!\\p{L}))*$")
    .test(gap);
}

/** The last part of some words that bars, brackets or spaced dashes divide; the first cell of a row is the label of the next one. */
function segment(before: string): string {
  const labelled = before.replace(/^(?<label>\s*\|?[^|\n]{0,60})\|/, "$<label>:");
  return labelled.split(/[|;()•]|\s[–—/-]\s/).at(-1) ?? "";
}

/** The text with spaces in the place of negations that rule out nothing, and of answers such as "no, ". */
function masked(text: string, lexicon: Lexicon): string {
  const blank = (match: string) => " ".repeat(match.length);
  return text
    .replaceAll(lexicon.words("harmless"), blank)
    .replaceAll(lexicon.pattern("(?<=(?:^|[:.!?\\n])[ \\t]{0,3}){answer_no},", "giu"), blank);
}

/** The text without things, figures, and all words that say nothing against a channel. */
function withoutPlainWords(text: string, things: readonly Spoken[], lexicon: Lexicon): string {
  const blank = (match: string) => " ".repeat(match.length);
  let named = "";
  let from = 0;
  for (const { start, end } of things) {
    named += `${text.slice(from, start)}${" ".repeat(end - start)}`;
    from = end;
  }
  return `${named}${text.slice(from)}`
    .replaceAll(lexicon.words(...plainLists), blank)
    .replaceAll(lexiconOf().words("wish", "must"), blank)
    .replaceAll(words(monthPattern), blank)
    .replaceAll(/\p{L}*\d[\p{L}\d]*|(?<!\p{L})(?:\p{Lu}{3}|€|\$)(?!\p{L})/gu, blank);
}

const plainLists = [
  ..."plain want glue only be people women men years region labels.places".split(" "),
  ...["awareness", "consideration", "conversion"].map((objective) => `objectives.${objective}`),
];
