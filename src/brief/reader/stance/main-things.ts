import { pastWords } from "../../grammar/phrases.ts";
import { matches, overlaps, type Span, sentenceAround, spanFrom, spansBetween } from "../../grammar/spans.ts";
import {
  channelLists,
  clauseMark,
  facts,
  isOfCampaign,
  isUndenied,
  type Mention,
  nowhereElse,
  partAround,
  refusing,
  type Speech,
  type Stance,
} from "./speech.ts";

/**
 * A brief wants something. Where a text has one list of channels, and where it has one country or one list of them, these are
 * what is wanted, in whatever words, unless some of its words may deny them.
 */
export function withMainThings(speech: Speech, stances: readonly Stance[]): Stance[] {
  const lists = withDetails(speech, channelLists(speech));
  const main = new Set([
    ...mainList(speech, lists, stances),
    ...mainCountries(speech, stances),
    ...mainPlaces(speech, stances),
  ]);
  const doubted = new Set(doubtedLists(speech, lists).flat());
  return stances.map((stance, i) => {
    if (main.has(i)) return "wanted";
    return stance === "wanted" && doubted.has(i) ? "mentioned" : stance;
  });
}

/** "The regional press and radio let us down": what is said behind "and" and the last item may be of all of them. */
function doubtedLists(speech: Speech, lists: readonly number[][]): number[][] {
  const { text, plainText, things, lexicon } = speech;
  return lists.filter((list) => {
    const [before, last] = list.slice(-2).map((i) => things[i]);
    if (before === undefined || last === undefined) return false;
    const { end } = sentenceAround(text, last);
    const isLabelled = speech.lines("channel").some((line) => overlaps(line, last));
    if (isLabelled || spansBetween(things, last.end, end).length > 0) return false;
    const isBoth = matches(lexicon.words("quantities.and"), plainText.slice(before.end, last.start));
    const [clause = ""] = plainText.slice(last.end, end).split(clauseMark);
    return isBoth && matches(lexicon.words(...refusing), clause);
  });
}

/** The only list of two or more channels, of which some are but mentioned. Nothing else may be wanted for certain. */
function mainList(speech: Speech, all: readonly number[][], stances: readonly Stance[]): readonly number[] {
  const { things } = speech;
  const channels = (some: readonly number[]) => new Set(some.map((i) => nameOf(things[i])));
  const lists = all
    .filter((list) => channels(list).size > 1 && list.every((i) => isOpen(stances[i])))
    .sort((a, b) => channels(b).size - channels(a).size);
  const [main = [], ...others] = lists;
  const own = channels(main);
  const isOwn = (i: number) => own.has(nameOf(things[i]));
  if (!main.some((i) => stances[i] === "mentioned") || !others.flat().every(isOwn)) return [];
  const outside = things.flatMap(({ kind }, i) => (kind === "channel" && !isOwn(i) ? [stances[i]] : []));
  if (outside.includes("wanted")) return [];
  // What stands between its items says more of them, and what stands behind them may be said against them.
  const isFew = ({ ahead, behind }: Strange) => behind <= fewWords && ahead + behind <= fewWords + 1;
  return isPlainlyStated(speech, main, isFew) ? main : [];
}

/** Lists of which an item says more than its channel: "regional press and radio", "posters near the beaches and cinema". */
function withDetails({ plainText, things, lexicon }: Speech, lists: readonly number[][]): number[][] {
  const joined: number[][] = [];
  for (const list of lists) {
    const [before, next] = [things[joined.at(-1)?.at(-1) ?? -1], things[list[0] ?? -1]];
    const gap = before && next ? plainText.slice(before.end, next.start) : "";
    const isJoined =
      detail.test(gap) &&
      lexicon.pattern("[,&+]|(?<!\\p{L}){quantities.and}(?!\\p{L})").test(gap) &&
      !matches(lexicon.words(...refusing, "turns"), gap);
    if (isJoined) joined.at(-1)?.push(...list);
    else joined.push([...list]);
  }
  return joined;
}

/** A few words within one sentence. */
const detail = /^[^.!?;\n]{1,80}$/u;

/** The only countries: beside an amount, a day or channels, or alone. */
function mainCountries(speech: Speech, stances: readonly Stance[]): readonly number[] {
  const { text, things, rest } = speech;
  const all = things.flatMap(({ kind }, i) => (kind === "country" && stances[i] !== "excluded" ? [i] : []));
  const open = all.filter((i) => stances[i] === "mentioned");
  const [first, ...more] = open.map((i) => sentenceAround(text, things[i] ?? nowhere));
  const names = new Set(open.map((i) => nameOf(things[i])));
  if (first === undefined || more.some(({ start }) => start !== first.start)) return [];
  if (all.some((i) => stances[i] !== "mentioned" && !names.has(nameOf(things[i])))) return [];
  const isBesideFacts =
    facts.test(first.text) ||
    spansBetween(things, first.start, first.end).some(
      ({ kind, start }) =>
        kind === "channel" && stances[things.findIndex((thing) => thing.start === start)] === "wanted",
    );
  const isAlone = !/\p{L}/u.test(rest.slice(first.start, first.end));
  return (isBesideFacts || isAlone) && isPlainlyStated(speech, open, ({ all }) => all <= fewWords)
    ? open
    : [];
}

/**
 * The only regions and cities of a text that names no country for certain: several of them, behind "the city of", with a circle or
 * alone, in a sentence that denies nothing.
 */
function mainPlaces(speech: Speech, stances: readonly Stance[]): readonly number[] {
  const { plainText, things, lexicon } = speech;
  const isPlace = ({ kind }: Mention) => kind === "region" || kind === "city";
  const isWanted = ({ kind }: Mention, i: number) => stances[i] === "wanted" && placesOfAll.has(kind);
  if (things.some(isWanted)) return [];
  const open = things.flatMap((thing, i) => (isPlace(thing) && stances[i] === "mentioned" ? [i] : []));
  const sentences = open.map((i) => sentenceAround(plainText, things[i] ?? nowhere));
  const [first] = sentences;
  if (first === undefined || sentences.some(({ start }) => start !== first.start)) return [];
  const [one, last] = [things[open[0] ?? -1] ?? nowhere, things[open.at(-1) ?? -1] ?? nowhere];
  const before = plainText.slice(first.start, one.start);
  const after = plainText.slice(last.end, first.end);
  const part = partAround(plainText, first, one.start, last.end);
  const isOfAds = isOfCampaign(speech, first) || matches(lexicon.words("of_ads"), part.text);
  const isSeveral = new Set(open.map((i) => nameOf(things[i]))).size > 1;
  const isPlainPlace =
    (isSeveral && (isOfAds || open.some((i) => things[i]?.kind === "region"))) ||
    open.some((i) => /\d/.test(things[i]?.text ?? "")) ||
    matches(lexicon.words("only"), before + after) ||
    lexicon.pattern(nowhereElse).test(speech.text.slice(first.start, first.end)) ||
    lexicon
      .pattern("(?<!\\p{L}){labels.places|region}(?:\\s+\\p{L}{1,3}){0,2}\\s+(?:\\p{L}{1,3}['’])?$")
      .test(before);
  return isPlainPlace && isUndenied(speech, part) ? open : [];
}

const placesOfAll: ReadonlySet<string> = new Set(["country", "region", "city"]);

/**
 * Whether nothing in the sentence of some things may deny them: no word that denies, unless it is of another thing or figure in a
 * clause of its own, and few words that say who knows what, more of them beside figures.
 */
function isPlainlyStated(speech: Speech, list: readonly number[], isFew: (strange: Strange) => boolean) {
  const { text, plainText, rest, things, lexicon } = speech;
  const [first, last] = [things[list[0] ?? -1], things[list.at(-1) ?? -1]];
  if (first === undefined || last === undefined) return false;
  const sentence = sentenceAround(text, { start: first.start, end: last.end });
  if (pastWords.test(sentence.text)) return false;
  if (plainText[sentence.end] === "?") return false;
  if (
    matches(
      lexicon.words("others", "against", "doubts", "refusals"),
      speech.unnamed.slice(sentence.start, sentence.end),
    )
  )
    return false;
  const isOfOthers = (clause: Span) =>
    /\d/.test(clause.text) ||
    spansBetween(things, clause.start, clause.end).some(
      (thing) => thing.start < first.start || thing.start > last.start,
    );
  const isListed = (clause: Span) => clause.start <= last.start && clause.end >= first.start;
  const clauses = clausesOf(plainText, sentence, speech);
  const denies = clauses.some(
    (clause) =>
      matches(lexicon.words("no", "not", "exclude", "excluded"), clause.text) &&
      (isListed(clause) || !isOfOthers(clause)),
  );
  if (denies) return false;
  const listed = clauses.filter(isListed);
  const strange = (from: number, to: number) => rest.slice(from, to).match(/\p{L}+/gu)?.length ?? 0;
  const [start, end] = [listed[0]?.start ?? first.start, listed.at(-1)?.end ?? last.end];
  const all = strange(start, end);
  const hasFigures = listed.some(({ text: words }) => /\d/.test(words));
  if (hasFigures) return all <= many;
  return isFew({ all, ahead: strange(start, first.start), behind: strange(last.end, end) });
}

/** How many words that nobody knows of stand in the clauses of a list, before it and behind it. */
type Strange = Readonly<Record<"all" | "ahead" | "behind", number>>;

/** The parts of a sentence between marks and words such as "but". */
function clausesOf(plainText: string, sentence: Span, { lexicon }: Speech): Span[] {
  const words = plainText.slice(sentence.start, sentence.end);
  const cuts = [
    ...words.matchAll(new RegExp(clauseMark.source, "gu")),
    ...words.matchAll(lexicon.words("turns")),
  ]
    .map(({ index }) => sentence.start + index)
    .sort((a, b) => a - b);
  const starts = [sentence.start, ...cuts];
  return starts.map((start, i) => spanFrom(plainText, start, starts[i + 1] ?? sentence.end));
}

const isOpen = (stance: Stance | undefined) => stance === "wanted" || stance === "mentioned";
const nameOf = (thing: Mention | undefined) =>
  (thing?.options ?? thing?.codes)?.join() ?? thing?.text.toLowerCase();
const nowhere = { text: "", start: 0, end: 0 };
/** An idiom that refuses something has more. */
const fewWords = 2;
const many = 8;
