import { pastWords } from "./grammar/mentions.ts";
import { type Span, sentenceAround, spansBetween, words } from "./grammar/spans.ts";
import type { Lexicon } from "./language.ts";

/** How a text speaks of a thing: wanted, ruled out, about another time, or so that it cannot be told. */
export type Stance = "wanted" | "excluded" | "past" | "unclear";

/** What one of several things is, so that a list ends where another sort of thing begins. */
export interface Thing extends Span {
  readonly family: "channel" | "place" | "content" | "seller" | "device" | "other";
}

/**
 * The stance of each thing, in the order of the text. Things that stand in one list share it. What stands near a negation that
 * does not clearly reach it is `unclear`, so that it is asked about and never bought.
 */
export function stancesOf(text: string, things: readonly Thing[], lexicon: Lexicon): Stance[] {
  const told = patternsOf(lexicon);
  const masked = mask(text, told);
  const stances: Stance[] = [];
  let carried: Carried;
  for (const [i, thing] of things.entries()) {
    const sentence = sentenceAround(text, thing);
    const before = things[i - 1];
    const from = before && before.end > sentence.start ? before.end : sentence.start;
    const gap = masked.slice(from, thing.start);
    const inList = before !== undefined && from === before.end && told.glue.test(gap);
    const sameFamily = before?.family === thing.family;
    const denial = inList
      ? deniedInList(gap, stances[i - 1], carried, sameFamily, told)
      : deniedBefore(segment(gap), told);
    carried = denial?.list;
    if (denial?.stance === "excluded") stances.push("excluded");
    else {
      const after = stanceAfter({ text, masked, things, tables: told }, i, sentence);
      stances.push(denial === undefined || after === "excluded" ? after : denial.stance);
    }
  }
  return stances;
}

/** Words that deny, of the tables of a brief. */
type Patterns = ReturnType<typeof compile>;

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
  previous: Stance | undefined,
  carried: Carried,
  sameFamily: boolean,
  told: Patterns,
): Denial | undefined {
  const own = deniedBefore(gap, told);
  if (own !== undefined) return own;
  if (previous !== "excluded" && previous !== "unclear") return undefined;
  if (carried !== undefined && (carried === "label" || sameFamily || !gap.includes(",")))
    return { stance: previous, list: carried };
  if (!sameFamily) return undefined;
  return told.alternative.test(gap) ? { stance: previous } : { stance: "unclear" };
}

/** Negations in the words before a thing. `before` begins where the last thing or the sentence does. */
function deniedBefore(before: string, told: Patterns): Denial | undefined {
  const last = lastOf(before, told.exclude);
  if (last !== undefined) {
    const between = before.slice(last.end);
    if (!told.turns.test(between) && between.length < reach)
      return {
        stance: "excluded",
        list: /^[^,]*:\s*(?:the |die |la |los |les )?$/u.test(between) ? "label" : "list",
      };
  }
  const denied = [lastOf(before, told.no), lastOf(before, told.not)].filter((span) => span !== undefined);
  const nearest = denied.sort((a, b) => b.end - a.end)[0];
  if (nearest === undefined) return undefined;
  const between = before.slice(nearest.end);
  if (told.turns.test(between)) return undefined;
  const count = between.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (!/[,;:–]/.test(between) && count <= 4) return { stance: "excluded" };
  // "no rush, display": the negation has its own object before the comma.
  if (nearest.no && /[,;:–]/.test(between)) return undefined;
  return between.length < reach ? { stance: "unclear" } : undefined;
}

/** What follows a thing, up to the next one that is not of its list; else the next sentence, where it only refers back. */
function stanceAfter(
  {
    text,
    masked,
    things,
    tables: told,
  }: { text: string; masked: string; things: readonly Thing[]; tables: Patterns },
  index: number,
  sentence: Span,
): Stance {
  let last = index;
  let next = things[last + 1];
  let end = things[last]?.end ?? 0;
  while (next !== undefined && next.start < sentence.end && told.glue.test(masked.slice(end, next.start))) {
    last += 1;
    end = next.end;
    next = things[last + 1];
  }
  const until = next !== undefined && next.start < sentence.end ? next.start : sentence.end;
  const after = masked.slice(end, until);
  const [own = "", ...later] = after.split(/(?<=[,;|])|(?=\s[–—-]\s)/);
  // A later clause speaks of it where it begins with the verb or points back: "radio, we agreed, is out", "print - leave it out".
  const reaches = later.some((clause) => {
    const denial = told.excluded.exec(clause);
    return denial !== null && (denial.index <= 4 || told.back.test(clause));
  });
  const start = things[index]?.start ?? 0;
  const said = masked.slice(Math.max(sentence.start, start - 60), start);
  if (
    told.excluded.test(own) ||
    told.apart.test(`${said.trimEnd()} _ ${own.trimStart()}`) ||
    reaches ||
    /^\s*(?:[:=–-]\s*(?:no|none|nein|non|nee|nie|não|nej|excluded|out|ausgeschlossen|exclue?s?|escluso|uitgesloten)(?!\p{L})|\((?:no|nein|non)\))/iu.test(
      after,
    )
  )
    return "excluded";
  if (text[sentence.end] === "?" || after.trimEnd().endsWith("?")) {
    const answer = text
      .slice(sentence.end + 1, sentence.end + 80)
      .replace(/^[\s\]["“(]*(?:\[[^\]\n]*\]\s*)?(?:\p{L}{2,20}:)?\s*/u, "");
    if (/^(?:no|nope|nein|non|nee|nie|não|nej)(?!\p{L})/iu.test(answer)) return "excluded";
    return /^(?:yes|ja|oui|s[íì]|tak|sim)(?!\p{L})/iu.test(answer) ? "wanted" : "unclear";
  }
  if (next === undefined || next.start >= sentence.end) {
    const following = sentenceAround(text, {
      start: Math.min(text.length, sentence.end + 2),
      end: Math.min(text.length, sentence.end + 3),
    });
    const holdsThing = spansBetween(things, following.start, following.end).length > 0;
    const words = masked.slice(following.start, following.end);
    if (!holdsThing && told.excluded.test(words) && told.back.test(words)) return "excluded";
  }
  const clause = /^[^,;–()|]*/.exec(after)?.[0] ?? "";
  const belongsToNext = until < sentence.end && clause.length === after.length;
  if (!belongsToNext && told.not.test(clause)) return "unclear";
  if (othersAfter.test(clause) || againstIt.test(`${said.slice(-40)} … ${clause}`)) return "unclear";
  return pastWords.test(sentence.text) ? "past" : "wanted";
}

/** "… stays with the sister agency": whoever it is, it may not be bought here. */
const othersAfter =
  /(?<!\p{L})(?:agency|agencies|in-?house|internally|sister|others|somebody else|someone else|agentur|schwester\p{L}*|agence|interne|agencia|agenzia|bureau|agencj\p{L}+|agência|byrå)(?!\p{L})/iu;
/** Words that speak against a thing without a negation: what they do to it is asked. */
const againstIt =
  /(?<!\p{L})(?:hates?|dislikes?|cancel\p{L}*|paus(?:ed?|ing)|stop(?:ped|s|ping)?|abandon\p{L}*|aside|forget|scrap(?:ped)?|outside|reject\p{L}*|refus\p{L}*|against|nobody|already (?:booked|bought|covered|running)|gestoppt|abgesagt|pausiert|gegen|schon gebucht|bereits gebucht|arrêt\p{L}*|suspend\p{L}*|contre|refus\p{L}*|prescind\p{L}*|renunci\p{L}*|cancelad\p{L}*|contra|rinunci\p{L}*|annullat\p{L}*|contro|gestopt|geannuleerd|tegen|pomin\p{L}*|rezygn\p{L}*|anulowan\p{L}*|przeciw\p{L}*|dispens\p{L}*|pausad\p{L}*|stoppad\p{L}*|inställ\p{L}*|emot)(?!\p{L})/iu;

/** Characters that a negation reaches over. */
const reach = 90;

/** The last part of some words that bars, brackets or spaced dashes divide; the first cell of a row is the label of the next one. */
function segment(before: string): string {
  const labelled = before.replace(/^(?<label>\s*\|?[^|\n]{0,60})\|/, "$<label>:");
  return labelled.split(/[|;()•]|\s[–—/-]\s/).at(-1) ?? "";
}

function lastOf(text: string, pattern: RegExp): { end: number; no: boolean } | undefined {
  const found = [...text.matchAll(new RegExp(pattern.source, "giu"))].at(-1);
  return found && { end: found.index + found[0].length, no: pattern.source.includes("(?<no>") };
}

/** The text with spaces in the place of negations that rule out nothing, and of answers such as "no, ". */
function mask(text: string, { harmless }: Patterns): string {
  return text
    .replaceAll(harmless, (match) => " ".repeat(match.length))
    .replaceAll(/(?<=(?:^|[:.!?\n])[ \t]{0,3})(?:no|nein|non|nee|nie|não|nej),/giu, (match) =>
      " ".repeat(match.length),
    );
}

const compiled = new Map<Lexicon, Patterns>();

function patternsOf(lexicon: Lexicon): Patterns {
  const known = compiled.get(lexicon) ?? compile(lexicon);
  compiled.set(lexicon, known);
  return known;
}

function compile(lexicon: Lexicon) {
  const { any } = lexicon;
  const once = (alternatives: string) => new RegExp(words(alternatives).source, "iu");
  return {
    no: new RegExp(`(?<no>${words(any("no")).source})`, "iu"),
    not: once(any("not")),
    exclude: once(any("exclude")),
    excluded: once(any("excluded")),
    apart: once(any("apart")),
    harmless: words(any("harmless")),
    turns: once(any("turns")),
    glue: new RegExp(
      `^(?:\\s|[,/&+()"“”'’]|(?<!\\p{L})(?:${any("glue")}|${any("sellers")}|${any("no")})(?!\\p{L}))*$`,
      "iu",
    ),
    alternative:
      /(?<!\p{L})(?:or|nor|oder|noch|weder|ou|ni|o|né|of|ani|lub|nem|eller|varken)(?!\p{L})|^\s*\/\s*$/iu,
    back: /(?<!\p{L})(?:it|them|both|that|those|these|this|either|neither|all|das|die|sie|beide|beides|es|diese|darauf|ça|cela|les|la|le|tout|deux|los|las|lo|ambos|esto|eso|entrambi|questo|li|het|dat|die|beide|deze|to|je|tego|obu|isso|estes|ambos|det|dem|båda|den)(?!\p{L})/iu,
  };
}
