import { writesNounsLikeNames } from "../../grammar/language.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { pastWords } from "../../grammar/phrases.ts";
import {
  clauseAround,
  matches,
  nearClause,
  overlaps,
  type Span,
  sentenceAround,
  spansBetween,
} from "../../grammar/spans.ts";
import { isAskedFor } from "./asked-for.ts";
import {
  campaign,
  clauseMark,
  isOfCampaign,
  isUndenied,
  listEnd,
  listStart,
  type Mention,
  nowhereElse,
  partAround,
  refusing,
  type Speech,
  type Stance,
  strangeWords,
} from "./speech.ts";

/** What follows a thing, up to the next one that is not of its list; else the next sentence, where it only refers back. */
export function stanceAfter(speech: Speech, index: number, sentence: Span): Stance {
  const { text, plainText, things, lexicon } = speech;
  const says = (list: string, words: string) => matches(lexicon.words(list), words);
  const [end, next] = listEnd(speech, index, sentence);
  const after = withoutAsides(speech, end, next ?? sentence.end);
  const start = things[index]?.start ?? 0;
  const leading = plainText.slice(Math.max(sentence.start, start - 60), start);
  // "In Spain nothing goes to the Canaries": what is said before a part of a place is of the part.
  const part = next === undefined ? undefined : spansBetween(things, next, next + 1)[0]?.country;
  const isOut = (words: string) => isRuledOut({ leading, after: words, isLast: next === undefined }, lexicon);
  if (part !== undefined && things[index]?.codes?.includes(part) === true)
    return isWanted(speech, index, sentence, end) ? "wanted" : "mentioned";
  if (isOut(after) || isWithoutAds(speech, index, { start: end, end: sentence.end })) return "excluded";
  // What brackets behind something else refuse may be all that stands before them.
  const aside = plainText.slice(end, next ?? sentence.end);
  const isGerman = lexicon.tables.some(writesNounsLikeNames);
  if (isOut(isGerman ? aside : aside.replaceAll(behindName, " "))) return "unclear";
  if (plainText[sentence.end] === "?" || after.trimEnd().endsWith("?"))
    return answer(text, sentence, lexicon);
  if (next === undefined && isWithdrawn(speech, sentence)) return "excluded";
  // "Austria: next year"
  const [clause = ""] = after.replace(/^\s*:/, "").split(clauseMark);
  const isOfNext = next !== undefined && after.endsWith(clause);
  if (!isOfNext && says("not", clause)) return "unclear";
  // "… stays with the sister agency": whoever it is, it may not be bought here.
  if (
    isDeniedInBrackets(speech, start, end, aside) ||
    says("others", clause) ||
    says("against", `${leading.slice(-40)} _ ${clause}`)
  )
    return "unclear";
  if (pastWords.test(sentence.text)) return "past";
  // In a column an "x" can mean yes as well as no.
  if (/^\s*[:=|–-]?\s*x(?![\p{L}\p{N}])/iu.test(after)) return "unclear";
  return isWanted(speech, index, sentence, end) ? "wanted" : "mentioned";
}

/** "In Munster and nowhere else, so don't buy …" */
export function isThereAlone(speech: Speech, index: number, sentence: Span): boolean {
  const [end] = listEnd(speech, index, sentence);
  const here = `^\\s*(?:,|{quantities.and})?\\s*${nowhereElse}`;
  return speech.lexicon.pattern(here).test(speech.text.slice(end, end + 60));
}

/** "In Hessen keine einzige Anzeige": nothing is to run in a place, other than "not a lot of money". */
function isWithoutAds(
  { plainText, things, lexicon }: Speech,
  index: number,
  { start, end }: Omit<Span, "text">,
): boolean {
  const [clause = ""] = plainText.slice(start, end).split(clauseMark);
  const ads =
    "^\\s*(?:{softly}\\s+)?(?:{no}(?:\\s+\\p{L}+){0,2}|{not}(?:\\s+\\p{L}+){2})\\s+{purchases}(?!\\p{L})";
  // "Mexico | 0 | we can't ship there"
  const isEmpty = /^\s*\|\s*0\s*(?:\||$)/.test(plainText.slice(start, end));
  return isEmpty || (things[index]?.kind !== "channel" && lexicon.pattern(ads).test(clause));
}

/** "Eindhoven and Tilburg (Breda we do ourselves, so buy nothing there)" */
function isDeniedInBrackets({ plainText, lexicon }: Speech, start: number, end: number, behind: string) {
  const words = plainText.slice(start, end).includes("(") ? undefined : /^[^()\n]*(?=\))/.exec(behind)?.[0];
  return words !== undefined && matches(lexicon.words("no", "not", "exclude", "excluded"), words);
}

/** "… to come to Soria (no need to advertise there)" */
const behindName = /(?<=\p{Lu}\p{L}+ )\([^()\n]*\)/gu;

/** The words behind a thing without brackets that stand behind something else: "bring them to Soria (no need to advertise there)". */
function withoutAsides({ plainText }: Speech, start: number, end: number): string {
  return plainText
    .slice(start, end)
    .replaceAll(/(?<=\p{L}{3}.{0,160})\([^()\n]*\)/gu, (bracket) => " ".repeat(bracket.length));
}

/** Whether a word or a mark beside a thing says outright that it is left out. */
function isRuledOut(
  words: { readonly leading: string; readonly after: string; readonly isLast: boolean },
  lexicon: Lexicon,
): boolean {
  const { leading, after, isLast } = words;
  const [own = "", ...later] = after.split(/(?<=[,;|])|(?=\s[–—-]\s)/);
  // "Portugal except Madeira": such a word is of the next thing.
  const isWhole = isLast || /[,;|]$/.test(own);
  return (
    matches(lexicon.words("excluded"), own) ||
    (isWhole &&
      lexicon.pattern("^\\s*\\(?(?:{softly}\\s+)?(?:{not}|{exclude}|{out})\\)?[\\s,;]*$").test(own)) ||
    matches(lexicon.words("apart"), `${leading.trimEnd()} _ ${own.trimStart()}`) ||
    later.some((clause) => reachesBack(clause, lexicon)) ||
    lexicon.pattern("^\\s*(?:(?:[:=|–-]\\s*)+{answer_no}(?!\\p{L})|\\({answer_no}\\))").test(after) ||
    // "Retail media no, our suppliers do that", and not "radio no. 1"
    lexicon.pattern("^\\s+(?:\\p{L}+\\s)?(?:{answer_no}|{no})\\s*(?:[,;!]|\\.(?!\\s?\\d)|$)").test(after) ||
    crossedOut.test(after) ||
    /\[\s?\]\s*$/.test(leading)
  );
}

/** Whether a thing that nothing speaks against is wanted, not only mentioned. */
function isWanted(speech: Speech, index: number, sentence: Span, end: number): boolean {
  const { plainText, things, lexicon } = speech;
  const thing = things[index];
  if (thing === undefined || !onRequestAlone.has(thing.kind)) return true;
  if (isOnOwnLine(speech, thing) || hasShare(speech, thing)) return true;
  if (lexicon.pattern("^\\s+{answer_yes}\\s*(?:[.,;!]|$)").test(plainText.slice(end, end + 12))) return true;
  const from = listStart(speech, index, sentence);
  const toList = plainText.slice(sentence.start, from);
  const [after = ""] = plainText
    .slice(end, spansBetween(things, end, sentence.end)[0]?.start ?? sentence.end)
    .split(";");
  if (thing.kind === "channel" && moneyFor.test(toList)) return true;
  if (thing.kind !== "channel" && isWherePeopleLive(speech, from, sentence)) return true;
  if (thing.kind !== "channel" && isAllOrOnly(speech, thing, sentence)) return true;
  const isThere =
    thing.kind !== "channel" && lexicon.pattern(leadsToPlace[thing.kind] ?? leadsTo("within")).test(toList);
  // "in Brittany and Nantes": what is said of the first one of a list is said of all of it.
  const [head = thing] = spansBetween(things, from, from + 1);
  const isSure =
    head.kind === "region"
      ? (isPlainBefore(speech, index, sentence) && !matches(lexicon.words("refusals"), after)) ||
        (isOfCampaign(speech, sentence) && isUndenied(speech, sentence))
      : isPlainAround(speech, thing, sentence, end);
  return (isThere && isSure) || isAskedFor(speech, index, sentence, end);
}

/** "70% of it belongs to the United Kingdom", "Sverige 75 %" */
function hasShare({ plainText }: Speech, { start, end }: Mention): boolean {
  return (
    /\d\s?%(?:\s\p{L}{1,9}){0,5}\s$/u.test(plainText.slice(Math.max(0, start - 60), start)) ||
    /^\s?[:(|]?\s?\d{1,3}(?:[.,]\d+)?\s?%/.test(plainText.slice(end, end + 12))
  );
}

/** "in", "in the state of", "the cities of" */
const leadsTo = (lists: string) =>
  `(?<!\\p{L})(?:{${lists}}|{labels.places|region})(?:\\s*(?<!\\p{L})\\p{L}{1,5}){0,2}(?:(?<=[\\s'’])|\\s+)(?:\\p{L}{1,3}['’])?$`;
const leadsToPlace: Readonly<Record<string, string>> = {
  city: leadsTo("within|in_city"),
  region: leadsTo("within|in_city"),
};

/**
 * Whether a thing is an item of a line that is of its kind, "Channels: search, radio". What more an item says may speak
 * against it: "radio has had its chance".
 */
function isOnOwnLine({ text, rest, lines, things, lexicon }: Speech, thing: Mention): boolean {
  const near = spansBetween(lines(thing.kind), thing.start - longestLine, thing.end);
  const line = near.find((one) => overlaps(one, thing));
  if (line === undefined) return false;
  // "Channels: search, radio. The press: not a euro of it"
  const sentence = sentenceAround(text, thing);
  if (sentence.start > line.start && matches(lexicon.words(...refusing), sentence.text)) return false;
  const itemMark = lexiconOf().pattern("[,;|()•+&/\\n]|\\s[–—-]\\s|\\.\\s|(?<=\\s){quantities.and}(?=\\s)");
  const [before, after] = clauseAround(text, thing, itemMark, line);
  const item = { start: thing.start - before.length, end: thing.end + after.length };
  const strange = rest.slice(item.start, item.end).match(/\p{L}{3,}/gu) ?? [];
  const isAlone = spansBetween(things, item.start, item.end).length === 1;
  const isDoubted = matches(lexicon.words(...refusing, "turns"), before + after);
  return isAlone && strange.length <= mostOfItem && !isDoubted;
}

const mostOfItem = 2;
const longestLine = 1_000;

/**
 * Whether a clause says little but where, or its sentence is of the campaign and names its only countries: "Our chef trained
 * in Italy" speaks of something else.
 */
function isPlainAround(speech: Speech, thing: Mention, sentence: Span, end: number): boolean {
  const { plainText, things, countries, lexicon } = speech;
  const areOnlyIn = (span: { readonly start: number; readonly end: number }) => {
    const here = new Set(spansBetween(things, span.start, span.end).flatMap(({ codes = [] }) => codes));
    return [...countries].every((code) => here.has(code));
  };
  const listed = listStart(speech, things.indexOf(thing), sentence);
  const [before, after] = clauseAround(plainText, { start: listed, end }, clauseMark, sentence);
  const clause = { start: listed - before.length, end: end + after.length };
  // "We roast in Italy, but this runs in Ireland": what a sentence says of the campaign, it says in one of its clauses.
  const isOneClause = areOnlyIn(clause) || !areOnlyIn(sentence);
  const teller = isOneClause ? sentence : { ...clause, text: plainText.slice(clause.start, clause.end) };
  const isOfAim =
    isOfCampaign(speech, teller) ||
    (lexicon.pattern(people).test(before.slice(-60)) &&
      matches(lexicon.words("want", "wish", "labels.objective"), plainText.slice(sentence.start, listed)));
  const isBought = areOnlyIn(sentence) && isOfAim && !matches(lexicon.words("origin"), teller.text);
  if (thing.kind === "city" ? buys(speech, sentence) : isBought) return true;
  return strangeWords(plainText, clause, things, lexicon).length <= mostStrange;
}

/** "We speak to residents of", "people living around": who lives there is who is to be reached, where nothing is denied. */
function isWherePeopleLive(speech: Speech, listed: number, sentence: Span): boolean {
  const { plainText, lexicon } = speech;
  const before = plainText.slice(sentence.start, listed).split(clauseMark).at(-1) ?? "";
  const isAim =
    campaign.test(before) ||
    matches(lexicon.words("want", "wish", "only", "labels.objective", "labels.audience"), before);
  return (
    isAim &&
    lexicon.pattern(living).test(before) &&
    isUndenied(speech, partAround(plainText, sentence, listed))
  );
}

const living =
  "(?<!\\p{L}){residents}(?:\\s\\p{L}{1,6}){0,2}(?:\\s(?:\\p{L}{1,3}['’])?|(?<=\\s\\p{L}{1,3}['’]))$";

/** "Singapore only hor", "ads = whole US", "Deutschland komplett", "hele land, dus Nederland", in a clause that says little else. */
function isAllOrOnly({ plainText, things, lexicon }: Speech, thing: Mention, sentence: Span): boolean {
  const [before, after] = nearClause(plainText, thing, clauseMark);
  const lead = plainText.slice(Math.max(sentence.start, thing.start - 40), thing.start);
  const isMeant = lexicon.pattern(allOrOnlyBefore).test(lead) || lexicon.pattern(allOrOnlyBehind).test(after);
  const clause = { start: thing.start - before.length, end: thing.end + after.length };
  const own = plainText.slice(clause.start, clause.end);
  return (
    isMeant &&
    !pastWords.test(own) &&
    !matches(lexicon.words("no", "not", "exclude", "excluded", "origin"), own) &&
    (campaign.test(sentence.text) ||
      strangeWords(plainText, clause, things, lexicon).length <= mostStrange + 1)
  );
}

const allOrOnlyBefore =
  "(?<!\\p{L})(?:{only|whole}(?:\\s\\p{L}{1,4}){0,2}|{whole}\\s\\p{L}{4,7},?(?:\\s\\p{L}{1,5})?)\\s(?:\\p{L}{1,3}['’])?$";
const allOrOnlyBehind = "^\\s(?:{only|whole})(?!\\p{L})";

/** "25-49 year olds in", "Frauen zwischen 30 und 59 Jahren in ganz" */
const people =
  "(?<!\\p{L})(?:{people|women|men}|\\d{2}\\s?(?:[-–]|{to}|{quantities.and})(?:\\s\\p{L}{1,3})?\\s?\\d{2}s?(?:[\\s-]?{years})?(?:\\solds?)?)\\s(?:\\p{L}{1,6}\\s)?(?:\\p{L}{1,6}\\s)$";

/** Whether a sentence names money or a channel: a year or a domain alone may be of anything that was done in a city. */
function buys({ things }: Speech, { text, start, end }: Span): boolean {
  return money.test(text) || spansBetween(things, start, end).some(({ kind }) => kind === "channel");
}

/** Whether plain words alone lead to a region: "the UK save for Scotland" leaves it out. */
function isPlainBefore({ rest, text, things }: Speech, index: number, sentence: Span): boolean {
  const { start = 0 } = things[index] ?? {};
  const country = spansBetween(things, sentence.start, start).findLast((before) => before.kind === "country");
  const clause = text.slice(sentence.start, start).split(clauseMark).at(-1) ?? "";
  return !/\p{L}/u.test(rest.slice(country?.end ?? start - clause.length, start));
}

/**
 * A later clause speaks of a thing where it begins with the verb or points back: "radio, we agreed, is out", "print - leave it out".
 * "CTV and display, the rest is out" speaks of others.
 */
function reachesBack(clause: string, lexicon: Lexicon): boolean {
  const at = clause.search(lexicon.words("excluded"));
  if (at < 0 || matches(lexicon.words("remaining"), clause.slice(0, at))) return false;
  return at <= 4 || matches(lexicon.words("back"), clause);
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
function isWithdrawn({ text, plainText, things, lexicon }: Speech, sentence: Span): boolean {
  const at = Math.min(text.length, sentence.end + 2);
  const { start, end } = sentenceAround(text, { start: at, end: Math.min(text.length, at + 1) });
  return (
    spansBetween(things, start, end).length === 0 &&
    plainText
      .slice(start, end)
      .split(clauseMark)
      .some((clause) => reachesBack(clause, lexicon) && matches(lexicon.words("back"), clause))
  );
}

const money = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:k|mio|mln|[Ee]uros?|pounds?|[A-Z]{3})(?!\p{L}))/u;
/** "EUR 60,000 in" */
const moneyFor =
  /(?:\p{Sc}\s?\d[\d.,']*k?|\d[\d.,' ]*(?:k|mil|mln|T)?\s?(?:\p{Sc}|[Ee]uros?|EUR|GBP|USD|CHF|reais|zł|kr(?:onor)?|k))\s\p{L}{1,4}\s(?:\p{L}{1,3}\s)?$/u;
const mostStrange = 0;
const onRequestAlone: ReadonlySet<string> = new Set(["channel", "country", "region", "city"]);
const crossedOut = /^\s*[:=|–-]?\s*(?:[✗✘❌☒☐]|0(?![.,]?\d)\s?(?:%|€|\$|£|\p{Lu}{3}(?!\p{L})))/u;
