import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, type Span, spansOf } from "../../grammar/spans.ts";
import type { Mention, Stance } from "./speech.ts";

/** Characters that a negation reaches over. */
const reach = 90;

export interface Denial {
  readonly stance: Stance;
  /** The whole list that follows is ruled out with it. */
  readonly list?: Carried;
}

/** A label ("Excluded: …") rules out things of every sort behind it, a verb those of one sort. */
export type Carried = "label" | "list" | undefined;

/** A thing behind others of its list: "exclude radio, print and cinema" rules out all, "no radio, print" the first one for certain. */
export function deniedInList(
  gap: string,
  previous: { readonly stance: Stance | undefined; readonly list: Carried; readonly areRegions: boolean },
  alike: boolean,
  lexicon: Lexicon,
): Denial | undefined {
  const own = deniedBefore(gap, lexicon);
  if (own !== undefined) return own;
  const { stance, list, areRegions } = previous;
  if (stance !== "excluded" && stance !== "unclear") return undefined;
  if (list === "label" || (list === "list" && (alike || !gap.includes(",")))) return { stance, list };
  if (!alike) return undefined;
  const alternative = matches(lexicon.words("alternative"), gap) || /^\s*\/\s*$/.test(gap);
  // "without Bavaria and Hesse", while "no radio and print" may want print.
  const isBoth = areRegions && !gap.includes(",");
  return { stance: alternative || isBoth ? stance : "unclear" };
}

/** "Not wanted:" above bullets rules out all of them; other words that ask for nothing leave it open. */
export function deniedAbove(text: string, thing: Mention, lexicon: Lexicon): Denial | undefined {
  const heading = headingOf(text, thing);
  const denies = ["exclude", "excluded", "not", "no", "against"].some(
    (list) => heading !== undefined && matches(lexicon.words(list), heading.replaceAll("’", "'")),
  );
  return denies || isBehindVeto(text, thing, lexicon) ? { stance: "excluded", list: "label" } : undefined;
}

/** "Please don't: use print; use social": such a label is of its whole line, over more than one sentence. */
function isBehindVeto(text: string, { start }: Mention, lexicon: Lexicon): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - longestReach), start);
  const label = /^\s*\|?[^:|;]{2,60}[:|]/.exec(line)?.[0];
  if (label === undefined || !/;|^\s*\|/.test(line)) return false;
  return (
    matches(lexicon.words("exclude"), label) ||
    lexicon
      .pattern(
        "^[*_\\s|]*(?:(?:{not}|{no})(?![\\p{L}.])|{out}[*_\\s]*[:|])|(?<!\\p{L})(?:{not}|{no})[*_\\s]*[:|]$",
      )
      .test(label)
  );
}

/** Negations in the words before a thing. `before` begins where the last thing or the sentence does. */
export function deniedBefore(before: string, lexicon: Lexicon): Denial | undefined {
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
  // "Bez: radio, kino", "Not wanted: radio"
  if (/^(?:\s\p{L}+){0,2}\s*:\s*$/u.test(nearest.between)) return { stance: "excluded", list: "label" };
  const stops = /[,;:–]/.test(nearest.between);
  const count = nearest.between.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (!stops && count <= 4) return { stance: "excluded" };
  // "no rush, display": the negation has its own object before the comma.
  if (nearest.list === "no" && stops) return undefined;
  return nearest.between.length < reach ? { stance: "unclear" } : undefined;
}

/** The last part of some words that bars, brackets or spaced dashes divide; the first cell of a row is the label of the next one. */
export function segment(before: string): string {
  const labelled = before.replace(/^(?<label>\s*\|?[^|\n]{0,60})\|/, "$<label>:");
  return labelled.split(/[|;()•]|\s[–—/-]\s/).at(-1) ?? "";
}

/** The words above a list of bullets or indented lines, where `span` is the first word of one of its lines. */
function headingOf(text: string, { start }: Pick<Span, "start">): string | undefined {
  const lines = text.slice(Math.max(0, start - longestReach), start).split("\n");
  if (!itemMark.test(lines.pop() ?? "")) return undefined;
  const heading = lines.findLast((line) => line.trim() !== "" && !itemStart.test(line));
  return heading !== undefined && heading.trim().length <= longestHeading ? heading.trim() : undefined;
}

const longestReach = 600;
const longestHeading = 80;
/** What stands before the first word of an item, alone or before all of it. */
const itemMark = /^(?:[ \t]+|[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+)$/;
export const itemStart = /^(?:[ \t]+\S|[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t])/;
