import { linesOf } from "../../grammar/labelled.ts";
import { anyNumberOf, type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { monthPattern } from "../../grammar/months.ts";
import { pastWords } from "../../grammar/phrases.ts";
import {
  clauseAround,
  matches,
  type Span,
  sentenceAround,
  spanFrom,
  spansBetween,
  words,
} from "../../grammar/spans.ts";

/**
 * How a text speaks of a thing: wanted, ruled out, about another time, or so that it is not clear. A channel that is named
 * among other words than those that ask for one is only mentioned: there is no end to the ways of ruling something out.
 */
export type Stance = "wanted" | "mentioned" | "excluded" | "past" | "unclear";

/** A list ends where another sort of thing begins; places are all of one sort. */
export interface Mention extends Span {
  readonly kind: string;
  /** What the name of a channel or a country stands for; two names of one channel are no list. */
  readonly options?: readonly string[];
  readonly codes?: readonly string[];
  /** The country of a region or a city. */
  readonly country?: string;
}

/** A text as it is read to find how it speaks of things: all of its forms have every character at the same place. */
export interface Speech {
  readonly text: string;
  /** Without negations that rule out nothing and questions that are none. */
  readonly plainText: string;
  /** That with spaces in the place of things: "digital out-of-home" does not say "out". */
  readonly unnamed: string;
  /** That with spaces in the place of words that deny nothing; see `plain` in the language files. */
  readonly rest: string;
  readonly things: readonly Mention[];
  /** What the countries among them stand for. */
  readonly countries: ReadonlySet<string>;
  /** The values of lines that are labelled as those of a kind of thing. */
  readonly lines: (kind: string) => readonly Span[];
  readonly lexicon: Lexicon;
}

export function speechOf(text: string, things: readonly Mention[], lexicon: Lexicon): Speech {
  const plainText = plainTextOf(text, things, lexicon);
  const unnamed = withoutThings(plainText, things);
  const countries = new Set(things.flatMap(({ kind, codes = [] }) => (kind === "country" ? codes : [])));
  return {
    text,
    plainText,
    unnamed,
    rest: withoutPlainWords(unnamed, lexicon),
    things,
    countries,
    lines: linesByKind(text),
    lexicon,
  };
}

function linesByKind(text: string): Speech["lines"] {
  const found = new Map<string, readonly Span[]>();
  return (kind) => {
    const label = places.has(kind) ? "places" : kind === "channel" ? "channels" : undefined;
    if (label === undefined) return [];
    const lines = found.get(label) ?? linesOf(text, label);
    found.set(label, lines);
    return lines;
  };
}

/** Characters that the name of a thing may have. */
const longestThing = 2_000;
/** Things of one list. */
const longestList = 100;

/** Where the list of a thing ends, and where the next thing of its sentence begins. */
export function listEnd({ plainText, things, lexicon }: Speech, index: number, sentence: Span) {
  let end = things[index]?.end ?? 0;
  let isEnded = endsList(things[index - 1], things[index], plainText);
  for (const [i, next] of things.slice(index + 1, index + longestList).entries()) {
    if (next.start >= sentence.end) return [end, undefined] as const;
    const before = things[index + i];
    const gap = plainText.slice(end, next.start);
    const isJoined = before !== undefined && joins(before, next, gap, lexicon);
    if (!isJoined || (isEnded && /^\s*,\s*$/.test(gap))) return [end, next.start] as const;
    isEnded = endsList(before, next, plainText);
    end = next.end;
  }
  return [end, undefined] as const;
}

/** Where the list begins that a thing is in. */
export function listStart({ text, things, lexicon }: Speech, index: number, sentence: Span): number {
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

/** The channels of a text by their lists: those of one sentence with nothing but what joins them in between. */
export function channelLists({ text, plainText, things, lexicon }: Speech): number[][] {
  const lists: number[][] = [];
  for (const [i, thing] of things.entries()) {
    if (thing.kind !== "channel") continue;
    const last = lists.at(-1);
    const before = things[last?.at(-1) ?? -1];
    const isNext =
      before !== undefined &&
      before === things[i - 1] &&
      before.end > sentenceAround(text, thing).start &&
      isGlue(plainText.slice(before.end, thing.start), lexicon);
    if (isNext) last?.push(i);
    else lists.push([i]);
  }
  return lists;
}

export function isAlike(a: Mention, b: Mention): boolean {
  const sort = ({ kind }: Mention) => (places.has(kind) ? "place" : kind);
  return sort(a) === sort(b);
}

const places: ReadonlySet<string> = new Set(["country", "vague place", "region", "city"]);

/** Whether a sentence names the money, a time, a channel or the domain of a campaign. */
export function isOfCampaign({ things }: Speech, { text, start, end }: Span): boolean {
  const isOf = ({ kind }: Mention) => kind === "channel" || kind === "seller";
  return facts.test(text) || campaign.test(text) || spansBetween(things, start, end).some(isOf);
}

/** In all languages that are read. */
export const campaign = /(?<!\p{L})[ck]ampa\p{L}{2,}/iu;

/** What parts the clauses of a sentence. */
export const clauseMark = /[,;:|()•]|\s[–—/-]\s/u;

/** Words that may deny what their sentence names. */
export const refusing = "no not exclude excluded against refusals others answer_no".split(" ");

/** Whether nothing in a part of the text may deny what it names. */
export function isUndenied({ plainText, lexicon }: Speech, { start, end }: Omit<Span, "text">): boolean {
  return (
    plainText[end] !== "?" &&
    !pastWords.test(plainText.slice(start, end)) &&
    !matches(lexicon.words(...refusing), plainText.slice(start, end))
  );
}

/** The part of a sentence between semicolons that some of its words stand in: what another one denies is of something else. */
export function partAround(text: string, sentence: Omit<Span, "text">, start: number, end = start): Span {
  const [before, after] = clauseAround(text, { start, end }, /;/, sentence);
  return spanFrom(text, start - before.length, end + after.length);
}

/** Figures of money, shares and days, other than "5 years". */
export const facts = /\p{Sc}|%|\d{3}|(?<!\d)\d{1,2}[./]\d{1,2}(?!\d)/u;

/** Nothing but what joins two things of a list. */
export function isGlue(gap: string, lexicon: Lexicon): boolean {
  return lexicon.pattern(`^${anyNumberOf("[\\s,/&+()\"“”'’]|(?<!\\p{L}){glue|sellers|no}")}$`).test(gap);
}

/** Behind its "and" a list is at its end: "Galicia y Baleares, Canarias no". */
function endsList(before: Mention | undefined, last: Mention | undefined, plainText: string): boolean {
  if (before === undefined || last === undefined) return false;
  const gap = plainText.slice(before.end, last.start);
  return /\p{L}/u.test(gap) && !/[.\n]/.test(gap);
}

/** Whether two things are of one list. "Germany without Bavaria" is none, and "Spain, the Canaries" neither. */
function joins(before: Mention, next: Mention, gap: string, lexicon: Lexicon): boolean {
  if (!isGlue(gap, lexicon)) return false;
  if (!places.has(before.kind)) return true;
  const isPart = next.country !== undefined && before.codes?.includes(next.country) === true;
  if (isPart && /^\s*[,(]/.test(gap)) return false;
  return !matches(lexicon.words("no"), gap) || matches(lexicon.words("alternative"), gap);
}

const blank = (match: string) => " ".repeat(match.length);

/**
 * The text with spaces in the place of negations that rule out nothing, of answers such as "no, ", and of the question marks of
 * polite requests and courtesies: "CTV and display, ok?".
 */
export function plainTextOf(text: string, things: readonly Mention[], lexicon: Lexicon): string {
  return text
    .replaceAll(lexicon.words("harmless"), blank)
    .replaceAll(lexicon.pattern(nowhereElse, "giu"), blank)
    .replaceAll(
      lexicon.pattern("(?<=(?:^|[:.!?\\n])[ \\t]{0,3}){answer_no},", "giu"),
      // "Influencers: no, they cost too much"
      (match, at: number) =>
        things.some(({ end }) => /^:\s?$/.test(text.slice(end, at))) ? match : blank(match),
    )
    .replaceAll(lexicon.pattern(`(?<!\\p{L})${denialOfShare}`, "giu"), (match, at: number) =>
      things.some(({ start, end }) => start < at + match.length && at < end) ? match : blank(match),
    )
    .replaceAll(lexicon.pattern("(?:[,;:–-][ \\t]{0,3})?¿?(?<!\\p{L}){courtesy}[ \\t]{0,3}\\?", "giu"), blank)
    .replaceAll(
      lexicon.pattern("\\?(?<=(?:^|[.!?,¡\\n])[\\s¿]{0,3}{polite}(?!\\p{L})[^.!?\\n]{0,200}\\?)", "giu"),
      " ",
    );
}

/** "not elsewhere", "elsewhere we do not sell", "nowhere else in the UK": what is named before is wanted alone. */
export const nowhereElse =
  "(?<!\\p{L})(?:(?:{not}|{no})(?:[ '’][\\p{L}]+){0,4}[ '’]{elsewhere}|{elsewhere}(?: \\p{L}+){0,2} {not}|{nowhere_else})(?!\\p{L})";

/** "never more than 30%" denies a share, and not what it is the share of. */
const denialOfShare = "(?:{not}|{no})(?: [\\p{L}'’]+){0,3} {comparing}(?: [\\p{L}'’]+){0,3} \\d[\\d.,]*\\s?%";

function withoutThings(text: string, things: readonly Omit<Span, "text">[]): string {
  let unnamed = "";
  let from = 0;
  for (const { start, end } of things) {
    unnamed += `${text.slice(from, start)}${" ".repeat(end - start)}`;
    from = end;
  }
  return `${unnamed}${text.slice(from)}`;
}

/** A text of no things without figures, and all words that say nothing against a channel. */
function withoutPlainWords(unnamed: string, lexicon: Lexicon): string {
  return unnamed
    .replaceAll(lexicon.words(...plainLists), blank)
    .replaceAll(commonWords(lexicon), blank)
    .replaceAll(lexiconOf().words("wish", "must"), blank)
    .replaceAll(words(monthPattern), blank)
    .replaceAll(/(?<!\p{L})['’](?:s|d|ll|re|ve|m|l)(?!\p{L})/giu, blank)
    .replaceAll(/(?<!\p{L})\p{L}*\d[\p{L}\d]*|(?<!\p{L})(?:\p{Lu}{3}|€|\$)(?!\p{L})/gu, blank);
}

/**
 * Words in a part of the text that are neither of a thing nor plain. A capital letter makes a name of them, but in German, where
 * only what the domain of the brand has in it is one.
 */
export function strangeWords(
  text: string,
  { start, end }: Pick<Span, "start" | "end">,
  things: readonly Mention[],
  lexicon: Lexicon,
): readonly string[] {
  const named = spansBetween(things, start - longestThing, end)
    .filter((thing) => thing.end > start)
    .map((thing) => ({
      ...thing,
      start: Math.max(thing.start, start) - start,
      end: Math.min(thing.end, end) - start,
    }));
  const rest = withoutPlainWords(withoutThings(text.slice(start, end), named), lexicon);
  if (!lexicon.tables.some(({ code }) => code === "de")) return rest.match(/(?<!\p{L})\p{Ll}{3,}/gu) ?? [];
  const names = new Set(things.map((thing) => thing.text.toLowerCase()));
  const isName = (word: string) => [...names].some((name) => name.includes(word.toLowerCase()));
  return (rest.match(/\p{L}{3,}/gu) ?? []).filter((word) => !isName(word));
}

const commonWords = ({ tables, pattern }: Lexicon) =>
  pattern(`(?<!\\p{L})(?:${tables.flatMap(({ common }) => common).join("|")})(?!\\p{L})`, "giu");

const plainLists = [
  ..."plain filler want glue only be people women men years region labels.places".split(" "),
  ..."quantities.gets quantities.parts quantities.half numbers.from_one".split(" "),
  ...["awareness", "consideration", "conversion"].map((objective) => `objectives.${objective}`),
];
