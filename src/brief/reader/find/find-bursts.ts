import { addDays } from "../../../lib/days.ts";
import { cue, says } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import { type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { type DraftBurst, type Found, found } from "../draft.ts";
import { type Clear, daysOf, type LabelledDate } from "../label-dates.ts";
import { type Share, sharesOf } from "./burst-shares.ts";

export type Period = Extract<LabelledDate, { type: "period" }>;

export interface BurstsReading {
  readonly found: readonly Found<DraftBurst>[];
  readonly questions: readonly OpenQuestion[];
}

/**
 * Parts of the flight with nothing between them: "two bursts, 1-14 March 2027 (60%) and 3-16 May 2027 (40%)". A word for them
 * stands in the sentence or the line of each period or right before the first, or each has its share of the budget. Shares count
 * where every burst has one and they add up to the whole.
 */
export function findBursts(
  text: string,
  periods: readonly Period[],
  quantities: readonly Quantity[],
): BurstsReading | undefined {
  const [first] = periods;
  const apart = periods.every((period, i) => i === 0 || period.first > (periods[i - 1]?.last ?? ""));
  if (first === undefined || periods.length < 2 || !apart) return undefined;
  const shares = sharesOf(text, periods, quantities);
  if (shares.length === 0 && !isNamed(text, periods)) return undefined;
  const sum = shares.reduce((total, { value }) => total + value, 0);
  const whole = shares.length === periods.length && Math.abs(sum - 1) < 0.005;
  if (!whole && !isNamed(text, periods)) return undefined;
  const bursts = periods.map((period, i) => {
    const { first: start, last: end } = period;
    const share = whole ? shares[i] : undefined;
    return found({ start, end, ...(share && { share: share.value }) }, together(text, period, shares[i]));
  });
  if (whole) return { found: bursts, questions: [] };
  const words =
    shares.length > 0 ? shares : quantities.filter((quantity) => isBeside(text, quantity, periods));
  const questions = words.length > 0 ? [ask("flights", "flight.bursts", { words })] : [];
  return { found: bursts, questions };
}

/** The parts of a flight around its pauses, without shares of the budget; undefined where a pause does not lie within it. */
export function aroundPauses(
  flight: { readonly start: Found<string>; readonly end: Found<string> },
  pauses: readonly Clear[],
): readonly Found<DraftBurst>[] | undefined {
  const bursts: Found<DraftBurst>[] = [];
  let [start, evidence] = [flight.start.value, flight.start.evidence];
  for (const pause of pauses.toSorted((a, b) => (daysOf(a).first < daysOf(b).first ? -1 : 1))) {
    const days = daysOf(pause);
    if (days.first <= start || days.last >= flight.end.value) return undefined;
    bursts.push(found({ start, end: addDays(days.first, -1) }, evidence));
    [start, evidence] = [addDays(days.last, 1), pause];
  }
  return bursts.length === 0 ? [] : [...bursts, found({ start, end: flight.end.value }, evidence)];
}

/** "10, 17 and 24 March": of a pause the days that are listed, and none between them. */
export function singleDays(text: string, pause: Clear): readonly Clear[] {
  if (pause.type !== "period" || !pair.test(pause.text)) return [pause];
  const before = text.slice(Math.max(0, pause.start - 40), pause.start);
  if (between.test(before)) return [pause];
  const [list = ""] = /(?:(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)?,\s)*$/.exec(before) ?? [];
  const month = pause.last.slice(0, 8);
  const days = [...(list + pause.text).matchAll(/\d{1,2}(?=\D)/g)]
    .slice(0, spansOf(list, /\d+/g).length + 2)
    .map(([day]) => month + day.padStart(2, "0"));
  const runs: Period[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && addDays(last.last, 1) === day) runs.splice(-1, 1, { ...last, last: day });
    else
      runs.push({
        ...pause,
        first: day,
        last: day,
        start: pause.start - list.length,
        text: list + pause.text,
      });
  }
  return runs;
}

/** In all languages that are read. */
const between =
  /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|(?:po)?między|mellan)\s(?:\p{L}{1,4}\s)?$/iu;
const pair = cue("^\\d{1,2}(?:\\.|st|nd|rd|th)?\\s+{and}\\s+\\d{1,2}(?!\\d)");

/** "1-14 March (60% CTV)": a share of something else that is given for one burst. */
function isBeside(text: string, { unit, start }: Quantity, periods: readonly Period[]): boolean {
  const isBehind = (end: number) => end <= start && /^[\s(:,–-]*$/.test(text.slice(end, start));
  return unit === "share" && periods.some(({ end }) => isBehind(end));
}

function isNamed(text: string, periods: readonly Period[]): boolean {
  const sentences = periods.map((period) => sentenceAround(text, period));
  if (sentences.every((sentence) => burstWords.test(sentence.text))) return true;
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (first === undefined || last === undefined || first.start === 0) return false;
  const before = sentenceAround(text, { start: first.start - 1, end: first.start - 1 });
  return !text.slice(before.end, last.end).includes("\n\n") && burstWords.test(before.text);
}

/** Whether a period is spoken of as one of several. */
export function inOneBurst(text: string, period: Period): boolean {
  return burstWords.test(sentenceAround(text, period).text);
}

/** A period with its share where the two stand beside each other. */
function together(text: string, { start, end }: Period, share: Share | undefined): Span {
  const from = share !== undefined && share.end <= start && start - share.end < 40 ? share.start : start;
  const to = share !== undefined && share.start >= end && share.start - end < 60 ? share.end : end;
  return { text: text.slice(from, to), start: from, end: to };
}

const burstWords = says("{bursts}");
