import type { Lexicon } from "../../grammar/lexicon.ts";
import { overlaps, sentenceAround } from "../../grammar/spans.ts";
import { stanceAfter } from "./after.ts";
import { type Carried, deniedAbove, deniedBefore, deniedInList, segment } from "./before.ts";
import { withMainThings } from "./main-things.ts";
import { isAlike, isGlue, type Mention, type Stance, speechOf } from "./speech.ts";
import { withSwaps } from "./swaps.ts";

/**
 * The stance of each thing, in the order of the text. Things that stand in one list share it. What stands near a negation that
 * does not clearly reach it is `unclear`, so that it is asked about and never bought.
 */
export function stancesOf(text: string, things: readonly Mention[], lexicon: Lexicon): Stance[] {
  const speech = speechOf(text, things, lexicon);
  const stances: Stance[] = [];
  let carried: Carried;
  for (const [i, thing] of things.entries()) {
    const sentence = sentenceAround(text, thing);
    const before = things[i - 1];
    const from = before && before.end > sentence.start ? before.end : sentence.start;
    const gap = speech.plainText.slice(from, thing.start);
    const inList = before !== undefined && from === before.end && isGlue(gap, lexicon);
    const denial = inList
      ? deniedInList(
          gap,
          {
            stance: stances[i - 1],
            list: carried,
            areRegions: before.kind === "region" && thing.kind === "region",
          },
          isAlike(before, thing),
          lexicon,
        )
      : (deniedAbove(speech.plainText, thing, lexicon) ?? deniedBefore(segment(gap), lexicon));
    carried = denial?.list;
    const after = denial?.stance === "excluded" ? "excluded" : stanceAfter(speech, i, sentence);
    stances.push(denial === undefined || after === "excluded" ? after : denial.stance);
  }
  return withSwaps(speech, withMainThings(speech, stances));
}

/** The stances of spans among the things of their text: what is said against one of these does not reach them. */
export function stancesAmong(
  text: string,
  spans: readonly Mention[],
  things: readonly Mention[],
  lexicon: Lexicon,
): Stance[] {
  if (spans.length === 0) return [];
  const others = things.filter((thing) => !spans.some((span) => overlaps(span, thing)));
  const all = [...spans, ...others].sort((a, b) => a.start - b.start);
  const stances = stancesOf(text, all, lexicon);
  return spans.map((span) => stances[all.indexOf(span)] ?? "unclear");
}
