import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, nearClause, overlaps, type Span, sentenceAround } from "../../grammar/spans.ts";
import { namedDay } from "../../grammar/weekdays.ts";
import { isThereAlone, stanceAfter } from "./after.ts";
import { type Carried, deniedAbove, deniedBefore, deniedInList, segment } from "./before.ts";
import { withMainThings } from "./main-things.ts";
import {
  clauseMark,
  isAlike,
  isGlue,
  type Mention,
  refusing,
  type Speech,
  type Stance,
  speechOf,
} from "./speech.ts";
import { withSwaps } from "./swaps.ts";

/**
 * The stance of each thing, in the order of the text. Things that stand in one list share it. What stands near a negation that
 * does not clearly reach it is `unclear`, so that it is asked about and never bought.
 */
export function stancesOf(text: string, things: readonly Mention[], lexicon: Lexicon): Stance[] {
  const speech = speechOf(text, things, lexicon);
  const behind = (i: number, sentence: Span) =>
    things[i]?.kind !== "channel" && isThereAlone(speech, i, sentence)
      ? "wanted"
      : stanceAfter(speech, i, sentence);
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
    const box = boxBefore(speech, sentence.start, thing);
    if (box !== undefined) {
      stances.push(box);
      continue;
    }
    const after = denial?.stance === "excluded" ? "excluded" : behind(i, sentence);
    stances.push(denial === undefined || after === "excluded" ? after : denial.stance);
  }
  const refined = stances.map((stance, i) => (isOfTimes(speech, i) ? within(stance) : stance));
  return withSwaps(speech, withMainThings(speech, refined));
}

/** "Channels: [x] Search [ ] Social", and "Not wanted: [x] Radio". */
function boxBefore({ plainText, lexicon }: Speech, start: number, thing: Mention): Stance | undefined {
  const before = plainText.slice(start, thing.start);
  const box = boxes.exec(before)?.groups;
  if (box === undefined) return undefined;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const label = line.slice(0, line.search(/\[|[☑☒✅☐]/u));
  const isRefusal = matches(lexicon.words(...refusing), label);
  if (box["no"] !== undefined) return isRefusal ? "unclear" : "excluded";
  return isRefusal ? "excluded" : "wanted";
}

const boxes = /(?:\[\s?[xX✓✔]\s?\]|[☑☒✅]|(?<no>\[\s?\]|☐))\s?$/u;

/** An hour with what says that it is one. */
export const hourOfDay =
  "(?<![\\d.,:/-])\\d{1,2}(?:(?:[:.h]\\d{2})?\\s?(?:[ap]\\.?m\\.?|h|{hour})(?!\\p{L})|:\\d{2}(?!\\d))|(?<!\\p{L}){hour_before}\\s?\\d{1,2}(?!\\d)";

/** "No radio after 8 pm", "radio not on Sundays", "no spots of 40 seconds": what is denied is the time, not the channel. */
function isOfTimes({ plainText, things, lexicon }: Speech, index: number): boolean {
  const thing = things[index];
  if (thing?.kind !== "channel") return false;
  const clause = nearClause(plainText, thing, clauseMark).join(" ");
  // "No cinema on Monday 3 May" is about a day of the calendar.
  const days = `(?<!\\p{L})(?:${namedDay}|{weekend}|{weekdays})(?!\\p{L})`;
  const length = '\\d\\s?(?:["″”]|se[ckg]\\p{L}*)(?!\\p{L})';
  return (
    lexicon.pattern(`${hourOfDay}|${length}`).test(clause) ||
    (!/\d/.test(clause) && lexicon.pattern(days).test(clause))
  );
}

/** What is refused at some times may be wanted at others. */
const within = (stance: Stance): Stance =>
  stance === "excluded" || stance === "unclear" ? "mentioned" : stance;

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
