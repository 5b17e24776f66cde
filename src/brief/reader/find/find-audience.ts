import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { metricMentions } from "../../grammar/metrics.ts";
import { quantitiesIn } from "../../grammar/quantities.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import { matches, overlaps, type Span, sentenceAround, spanFrom, spansOf } from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";
import type { Named } from "../things.ts";
import { ownLine } from "./find-brand.ts";

/** What else of a text says who and where people are. */
interface Known {
  readonly people: Found<unknown> | undefined;
  readonly things: readonly Named[];
}

/**
 * Whom the campaign is for: a line "Audience: …" or words such as "we want to talk to campers", without the ages that have a field of
 * their own; else the words for a group of people.
 */
export function findAudience(text: string, { people, things }: Known, lexicon: Lexicon) {
  const line = ownLine(text, "audience") ?? spokenOf(text, things, lexicon);
  const named = line && withoutAges(text, line, people?.evidence);
  if (named !== undefined) return found(named.text, named);
  return people && found(people.evidence.text, people.evidence, { strength: "soft" });
}

/** "On vise les amateurs de jeux": as far as the clause goes, and not into the place where they are. */
function spokenOf(text: string, things: readonly Named[], lexicon: Lexicon): Span | undefined {
  const cue = lexicon.pattern("(?<!\\p{L})(?:{audience_of})\\s+(?=\\p{L})", "giu");
  for (const { start: from, end: start } of spansOf(text, cue)) {
    const sentence = sentenceAround(text, { start: from, end: start });
    const isDenied = matches(lexicon.words("no", "not"), text.slice(sentence.start, from));
    if (isDenied || text[sentence.end] === "?") continue;
    const [clause = ""] = /^[^,;:.!?|()\n–]*/u.exec(text.slice(start, sentence.end)) ?? [];
    const thing = things.find((each) => each.start >= start && each.start < start + clause.length);
    const object = spanFrom(text, start, thing?.start ?? start + clause.length);
    const own = thing === undefined ? object.text : object.text.replace(/(?:\s+\p{L}{1,5})?\s*$/u, "");
    if (isOfPeople(own, lexicon)) return spanFrom(text, start, start + own.trimEnd().length);
  }
  return undefined;
}

/** "campers and trail runners", but not "them", "40 % of them", "whoever lives in Madrid". */
function isOfPeople(words: string, lexicon: Lexicon): boolean {
  const count = spansOf(words, /[\p{L}\p{N}]+/gu).length;
  return (
    count > 0 &&
    count <= mostWords &&
    /\p{L}{5}/u.test(words) &&
    !/^\s*(?:\p{L}{1,6}\s)?\d/u.test(words) &&
    metricMentions(words).length === 0 &&
    !matches(lexicon.words("resident_verbs", "results", "be"), words)
  );
}

/** A group without its ages: "parents of small kids, adults 30-49" is the parents. Undefined where it is nothing else. */
function withoutAges(text: string, line: Span, ages: Span | undefined): Span | undefined {
  if (ages === undefined || !overlaps(ages, line)) return line;
  const joints = lexiconOf().pattern("(?:[\\s,;(–-]|(?<!\\p{L})(?:{aged})(?!\\p{L}))+$");
  const before = text.slice(line.start, Math.max(line.start, ages.start)).replace(joints, "");
  const rest = text.slice(Math.min(ages.end, line.end), line.end);
  const after = rest.replace(/^[\s,;)–.-]+/u, "");
  const isBefore = /\p{L}{4}/u.test(before);
  if (!isBefore && !/\p{L}{4}/u.test(after)) return undefined;
  return isBefore
    ? spanFrom(text, line.start, line.start + before.length)
    : spanFrom(text, line.end - after.length, line.end);
}

/** What a brief cannot hold: how the budget is split between audiences. */
export function askAboutParts(audience: Found<string> | undefined): OpenQuestion[] {
  const shares = quantitiesIn(audience?.value ?? "", []).filter(({ unit }) => unit === "share");
  return audience === undefined || shares.length < 2
    ? []
    : [ask("audience", "splits.audience", { audience: audience.evidence })];
}

const mostWords = 8;
