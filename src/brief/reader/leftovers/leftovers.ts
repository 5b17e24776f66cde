import { groupBy } from "../../../lib/group-by.ts";
import { boundOf } from "../../grammar/bounds.ts";
import { fraction } from "../../grammar/fractions.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { quotedIn } from "../../grammar/question.ts";
import {
  matches,
  overlaps,
  type Span,
  sentenceAround,
  spanFrom,
  spanOf,
  spansOf,
} from "../../grammar/spans.ts";
import { type OpenDraft, readValues, type UnreadPhrase } from "../draft.ts";
import { isNoFee } from "../find/find-fees.ts";
import type { Named } from "../things.ts";

/** What leftover words are compared with. */
interface Known {
  readonly things: readonly Named[];
  readonly draft: OpenDraft;
  readonly lexicon: Lexicon;
}

/**
 * Words that no field took, sentence by sentence, as a person goes through them: what looks like a requirement (it holds a figure, a name
 * of the tables, a KPI or a refusal), what may be one, and courtesies. `rulesOut`: the words refuse something, and nothing that
 * was ruled out stands in their sentence.
 */
export function leftovers(text: string, fragments: readonly Span[], known: Known): UnreadPhrase[] {
  const sentences = groupBy(fragments, (fragment) => sentenceAround(text, fragment).start);
  return Array.from(sentences.values(), (parts): UnreadPhrase => {
    const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
    if (!isNoFee(text.slice(start, end)) && isVeto(text, parts, known)) {
      // The refusal itself may be a word that says nothing elsewhere.
      const from = Math.max(sentenceAround(text, { start, end }).start, start - mostBefore);
      const words = text.slice(from, end).trimStart();
      return { text: words, start: end - words.length, end, why: "requirement", rulesOut: true };
    }
    const isAsked = isRequirement(text, parts, known);
    const why = isAsked ? "requirement" : isCourtesy(text, parts, known) ? "courtesy" : "maybe";
    return { ...spanFrom(text, start, end), why };
  });
}

function isRequirement(text: string, parts: readonly Span[], { things, lexicon }: Known): boolean {
  return parts.some(
    (part) =>
      isBound(text, part) ||
      // A lone number is what is left of a range.
      /\p{N}.*\s|\p{N}\P{N}+\p{N}|[%€$£]/u.test(part.text) ||
      things.some((thing) => overlaps(thing, part)) ||
      matches(lexicon.words("only"), sentenceAround(text, part).text) ||
      matches(lexicon.words("results", "labels.kpi", "exclude", "forbids", "must"), part.text),
  );
}

/** "At least 3 vendors, but no more than 5", "at least half", "CPL £55": a number that its words make a limit, or a sum of money. */
function isBound(text: string, { start, text: words }: Span): boolean {
  const digit = spansOf(words, /\d+/gu)[0] ?? spanIn(part.exec(words));
  const before = text.slice(Math.max(0, start - mostBefore), start + (digit?.start ?? 0));
  const own = before.split(/[\n,;.]/).at(-1) ?? "";
  return digit !== undefined && (/[€$£]\s?$/.test(own) || boundOf(own, "") !== undefined);
}

const part = cue(fraction);
const spanIn = (match: RegExpExecArray | null) => (match === null ? undefined : spanOf(match));

/** A refusal of something that no field keeps: of a thing by its name, or said outright. */
function isVeto(text: string, parts: readonly Span[], { things, draft, lexicon }: Known): boolean {
  const sentence = sentenceAround(text, parts[0] ?? { start: 0, end: 0 });
  const taken = readValues(draft).filter(({ evidence }) => overlaps(evidence, sentence));
  const isOfThing = things.some(
    (thing) => thing.stance === "excluded" && parts.some((part) => overlaps(thing, part)),
  );
  // "No more than 40 % each" is a limit, whoever keeps it.
  const isOutright = !/\p{N}/u.test(sentence.text) && refuses(sentence, parts, lexicon, taken.length === 0);
  const isAsked = draft.questions.some(
    (question) =>
      question.field === "limits.excluded_sellers" &&
      "key" in question &&
      quotedIn(question).some((words) => overlaps(words, sentence)),
  );
  return (
    (isOfThing || isOutright) &&
    !isAsked &&
    !taken.some(({ field, evidence }) => refusing.test(field) && !isParted(text, parts, evidence, lexicon))
  );
}

/** "Not on Trellis Ads please, and nothing next to fur farming": a clause that begins with a refusal has one of its own. */
function isParted(text: string, parts: readonly Span[], taken: Span, lexicon: Lexicon): boolean {
  const refusal = lexicon.pattern("^(?:{no}|{not}|{exclude})(?!\\p{L})");
  return parts.some(
    (part) =>
      part.start >= taken.end && refusal.test(part.text) && parted.test(text.slice(taken.end, part.start)),
  );
}

const whereAdsRun = ["content_forms", "contexts", "surroundings", "content"];

/**
 * "Spare us factory farming"; "Maringá não"; "in display no pop-unders"; where nothing else was taken of it, "Not to be shown to former
 * customers".
 */
function refuses(sentence: Span, parts: readonly Span[], lexicon: Lexicon, isAlone: boolean): boolean {
  const [outright, curt] = [lexicon.words("exclude", "forbids"), lexicon.words("no", "not")];
  // "All of it on sites in Italian only" asks for something and refuses nothing by name.
  // "Nobody will notice", "müssen wir nicht nennen": nothing that is said of us or of a figure is an order.
  // A sentence about places for ads may be one: "We do nothing on gossip sites".
  const isOfAds = matches(lexicon.words(...whereAdsRun), sentence.text);
  const plain = sentence.text.replaceAll(
    lexicon.words("harmless", "only", ...(isOfAds ? [] : ["idle"])),
    (words) => " ".repeat(words.length),
  );
  const denied = lexicon.pattern("(?<!\\p{L}){no}\\s+$");
  const isHoliday =
    matches(lexicon.words("holidays"), sentence.text) &&
    !matches(lexicon.words("appointment"), sentence.text);
  if (isHoliday && matches(lexicon.words("no", "not", "exclude", "forbids"), plain)) return true;
  return (
    (isAlone && lexicon.pattern("^[\\s*>–-]*(?:{polite}\\s+)?(?:{no}|{not})(?!\\p{L})").test(plain)) ||
    parts.some((part) => {
      const [start, end] = [part.start - sentence.start, part.end - sentence.start];
      const own = plain.slice(start, end);
      // "Keep us off voucher sites": the refusal may be of words that say nothing elsewhere.
      const near = plain.slice(Math.max(0, start - mostBefore), start);
      const clause = (/[^,;:(]*$/.exec(near)?.[0] ?? "") + own;
      return (
        (matches(outright, clause) && says(part, outright)) ||
        ((matches(curt, own) || denied.test(plain.slice(0, start))) &&
          (isOfAds || isDirected(clause, lexicon)) &&
          says(part, curt) &&
          spansOf(part.text, /\p{L}+/gu).length <= mostCurt)
      );
    })
  );
}

/** "Nothing in between, please", "Maringá não", and not "The society has no branches", which tells of somebody. */
function isDirected(clause: string, { words, pattern }: Lexicon): boolean {
  return (
    matches(words("polite", "wish", "want", "must", "of_ads"), clause) ||
    pattern(
      "^[^\\p{L}]*(?:{quantities.and}\\s+)?(?:{no}|{not})(?!\\p{L})|(?<!\\p{L})(?:{no}|{not})[^\\p{L}]*$",
    ).test(clause)
  );
}

/** What parts two clauses, and no list. */
const parted = /[,;]\s+(?:\p{L}{1,4}\s+)?$/u;

/** Characters of its sentence that a refusal is shown with. */
const mostBefore = 80;

/** Words of a clause that refuses and says little else. */
const mostCurt = 6;

/** Whether more is left than the refusal itself. */
function says({ text }: Span, refusal: RegExp): boolean {
  return /\p{L}{3}/u.test(text.replaceAll(refusal, " "));
}

/** Fields that keep a refusal, and limits that may be written as one: "not before noon", "no more than 3 a week". */
const refusing = /ruled_out|exclude|avoid|max_|frequency|dayparts|only_sellers|minimum_age/;

/** A word or two that say nothing by themselves: a name, what is left of an idiom. "Pas le dimanche" says something. */
function isCourtesy(text: string, parts: readonly Span[], { lexicon }: Known): boolean {
  const sentence = sentenceAround(text, parts[0] ?? { start: 0, end: 0 });
  if (matches(lexicon.words("no", "not"), sentence.text.replaceAll(lexicon.words("harmless"), "")))
    return false;
  // A figure of a table is none, whatever it stands for.
  if (parts.some((part) => /\d{2}/.test(part.text))) return false;
  return parts.flatMap(({ text }) => spansOf(text, /\p{L}+/gu)).length <= 2;
}
