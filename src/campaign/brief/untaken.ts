import { type DraftBrief, fatesOf, type Untaken } from "./draft.ts";
import { nameSpans } from "./find/find-brand.ts";
import { type Span, sentenceAround } from "./grammar/spans.ts";
import type { Lexicon } from "./language.ts";

/** Every phrase that became neither a value nor a question, so that nothing of a brief is dropped without a word. */
export function untakenOf(text: string, draft: DraftBrief, lexicon: Lexicon): Untaken[] {
  const brand = draft.brand?.value.name === undefined ? [] : nameSpans(text);
  const fates = [...fatesOf(draft), ...askedAbout(text, draft), ...brand].sort((a, b) => a.start - b.start);
  const empty = emptyWords(lexicon);
  const courtesy = lexicon.pattern("^[\\s>*#-]*(?:{courtesy}(?!\\p{L})[\\s,]*)+");
  // German nouns are all written like names.
  const capitals = lexicon.tables[0]?.code !== "de";
  const joint = lexicon.pattern("^[\\s,]*(?:&|\\+|/|,|{glue})[\\s,]+$");
  /** Whether a word is joined to something that was read: "display and zeppelins", "EUR 50,000 with retargeting". */
  const isJoined = (word: Span, near: readonly Span[]) =>
    near.some(
      ({ start, end }) =>
        (end <= word.start && joint.test(text.slice(end, word.start))) ||
        (word.end <= start && joint.test(text.slice(word.end, start))),
    );
  const untaken: Untaken[] = [];
  let afterCourtesy = false;
  let first = 0;
  for (const sentence of sentencesOf(text)) {
    const wordCount = sentence.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const said = courtesy.exec(sentence.text)?.[0];
    const polite = said !== undefined && wordCount <= 4 && isNames(sentence.text.slice(said.length), empty);
    const isSignature: boolean =
      afterCourtesy &&
      wordCount <= 3 &&
      isNames(sentence.text, empty) &&
      !/\p{L}{2}[.!?]$/u.test(text.slice(sentence.start, sentence.end + 1));
    if (wordCount > 0) afterCourtesy = polite || isSignature;
    while (first < fates.length && (fates[first]?.end ?? 0) + longestFate < sentence.start) first += 1;
    const near: Span[] = [];
    for (let i = first; i < fates.length; i += 1) {
      const fate = fates[i];
      if (fate === undefined || fate.start >= sentence.end) break;
      if (fate.end > sentence.start) near.push(fate);
    }
    if ((polite || isSignature) && near.length === 0) continue;
    for (const clause of clausesOf(sentence)) {
      const rest = named(text, restOf(clause, near, empty), draft.brand?.value.domain);
      const [start, end] = [rest[0]?.start ?? 0, rest.at(-1)?.end ?? 0];
      const covered = near.some((fate) => fate.start < clause.end && clause.start < fate.end);
      const telling = rest.some(
        (word) =>
          /\d|[%€$£]/.test(word.text) ||
          (capitals && word.start > sentence.start + 2 && /^\p{Lu}/u.test(word.text)) ||
          isJoined(word, near),
      );
      if (rest.length === 0 || (covered && !telling && rest.length < 2)) continue;
      untaken.push({ text: text.slice(start, end), start, end, why: "no field" });
    }
  }
  return joined(text, untaken);
}

/** Words that say nothing by themselves. */
function emptyWords(lexicon: Lexicon): { has: (word: string) => boolean } {
  const common = new Set([...lexicon.tables.flatMap((table) => table.common), ...trade.split(" ")]);
  const joining = lexicon.pattern("^(?:{glue}|{turns}|{courtesy})$");
  return { has: (word) => common.has(word) || joining.test(word) };
}

/** Whether nothing but names of people is said: "Kim", "Jean-Luc". "BetBanner", "IG" and "newsletters" are none. */
function isNames(text: string, empty: { has: (word: string) => boolean }): boolean {
  return (text.match(/[\p{L}\p{N}%€$£]+/gu) ?? []).every(
    (word) => (/^\p{Lu}\p{Ll}*$/u.test(word) && word !== "X") || empty.has(word.toLowerCase()),
  );
}

/** What stands right before the brand's domain is its name: "Acme (acme.example)". */
function named(text: string, rest: Span[], domain: string | undefined): Span[] {
  const last = rest.at(-1);
  const behind = last && beforeDomain.exec(text.slice(last.end, last.end + 80))?.groups?.["domain"];
  return behind !== undefined && behind.toLowerCase() === domain
    ? rest.filter(
        ({ text: word }, i) => /\d/.test(word) || !/^\p{Lu}/u.test(word) || i < rest.length - longestName,
      )
    : rest;
}

const beforeDomain =
  /^\s*[(,–-]?\s*(?:https?:\/\/)?(?:www\.)?(?<domain>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})/i;

/** Words of a brand's name. */
const longestName = 4;

const trade =
  "cpm tkp kpi kpis cpc cpa cpl cpv vat iva tva mwst btw moms max min frequency cap reach pacing website domain";

/** A sentence is read word by word against values that begin at most this far before it. */
const longestFate = 1_000;

/** Words of a clause that no value or question holds and that mean something. */
function restOf(clause: Span, fates: readonly Span[], empty: { has: (word: string) => boolean }): Span[] {
  return [...clause.text.matchAll(/[\p{L}\p{N}%€$£.,'’+&-]*[\p{L}\p{N}%]/gu)].flatMap((match) => {
    const start = clause.start + match.index;
    const end = start + match[0].length;
    const known = fates.some((fate) => fate.start < end && start < fate.end);
    const word = match[0].toLowerCase();
    const says =
      /\d/.test(word) ||
      ((word.replaceAll(/[^\p{L}]/gu, "").length >= 3 || /^(?:\p{Lu}{2}|X)$/u.test(match[0])) &&
        !empty.has(word));
    return known || !says ? [] : [{ text: match[0], start, end }];
  });
}

function* sentencesOf(text: string): Generator<Span> {
  let at = 0;
  while (at < text.length) {
    if (/[\s.;!?]/.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const { end } = sentenceAround(text, { start: at, end: at + 1 });
    const to = Math.max(end, at + 1);
    yield { text: text.slice(at, to), start: at, end: to };
    at = to;
  }
}

/** Parts between commas, bars, brackets and spaced dashes; a comma between digits is none. */
function clausesOf({ text, start }: Span): Span[] {
  const clauses: Span[] = [];
  let from = 0;
  for (const mark of [...text.matchAll(/,(?!\d)|[;|()]|\s[–—/-]\s/g), undefined]) {
    const to = mark?.index ?? text.length;
    if (to > from) clauses.push({ text: text.slice(from, to), start: start + from, end: start + to });
    from = to + (mark?.[0].length ?? 0);
  }
  return clauses;
}

/** The words that questions quote, wherever they stand. */
function askedAbout(text: string, { questions }: DraftBrief): Span[] {
  const phrases = new Set(
    questions.flatMap((question) =>
      [...question.text.matchAll(/"(?<words>[^"\n]{2,400})"/g)].map(({ groups }) => groups?.["words"] ?? ""),
    ),
  );
  const spans: Span[] = [];
  for (const phrase of phrases)
    for (
      let at = text.indexOf(phrase);
      at >= 0 && spans.length < mostQuoted;
      at = text.indexOf(phrase, at + phrase.length)
    )
      spans.push({ text: phrase, start: at, end: at + phrase.length });
  return spans;
}
const mostQuoted = 5_000;

/** Neighbours become one phrase, as they were written. */
function joined(text: string, parts: readonly Untaken[]): Untaken[] {
  const result: Untaken[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      /^[\s,]*$/.test(text.slice(last.end, part.start)) &&
      !text.slice(last.end, part.start).includes("\n")
    ) {
      result.pop();
      result.push({ ...last, text: text.slice(last.start, part.end), end: part.end });
    } else result.push(part);
  }
  return result;
}
