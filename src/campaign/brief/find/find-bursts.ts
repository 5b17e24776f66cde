import { type DraftBurst, type Found, found } from "../draft.ts";
import { type Cue, cue, says } from "../grammar/phrases.ts";
import type { Quantity } from "../grammar/quantities.ts";
import { type Span, sentenceAround, spanOf } from "../grammar/spans.ts";
import type { LabelledDate } from "../label-dates.ts";
import { type Asked, ask } from "../question.ts";

export type Period = Extract<LabelledDate, { type: "period" }>;

export interface BurstsReading {
  readonly found: readonly Found<DraftBurst>[];
  readonly questions: readonly Asked[];
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
  const words = shares.length > 0 ? shares : quantities.filter((quantity) => isBeside(quantity, periods));
  const questions = words.length > 0 ? [ask("flights", "flight.bursts", { words })] : [];
  return { found: bursts, questions };
}

type Stretch = Omit<Span, "text">;

interface Share extends Span {
  readonly value: number;
}

/** "1-14 March (60% CTV)": a share of something else that is told of one burst. */
function isBeside({ unit, start }: Quantity, periods: readonly Period[]): boolean {
  return unit === "share" && periods.some(({ end }) => start >= end && start - end < 12);
}

/** The periods' shares in their order; fewer or more where the text gives no such row of them. */
function sharesOf(text: string, periods: readonly Period[], quantities: readonly Quantity[]): Share[] {
  const stretches = stretchesOf(text, periods);
  const shares = stretches.map((stretch) => sharesIn(text, stretch, quantities));
  // Each behind its period, or each before it.
  const rows = [shares.slice(1), shares.slice(0, -1)];
  const row =
    rows.find((each) => each.every(({ length }) => length === 1)) ??
    rows.find((each) => each.flat().length > 0);
  const named = row?.flat() ?? [];
  const open = named.filter(({ value }) => value === 0);
  if (open.length === 0 && named.length === periods.length) return named;
  const all = { start: stretches[0]?.start ?? 0, end: stretches.at(-1)?.end ?? 0 };
  if (named.length <= 1) {
    const ratio = ratioIn(text, all);
    if (ratio.length === periods.length) return ratio;
    const [equal] = spansIn(text, all, equalShares);
    if (equal !== undefined) return periods.map(() => ({ ...equal, value: 1 / periods.length }));
  }
  const rest = 1 - named.reduce((sum, { value }) => sum + value, 0);
  const isOnlyRest = open.length === 1 && named.length > 1 && rest > 0;
  return named.flatMap((share) => {
    if (share.value > 0) return [share];
    return isOnlyRest ? [{ ...share, value: rest }] : [];
  });
}

/** The shares of a stretch; one of no value yet where it says "the rest". */
function sharesIn(text: string, stretch: Stretch, quantities: readonly Quantity[]): Share[] {
  const told = quantities.flatMap((quantity) => {
    const { text: words, start, end, value } = quantity;
    if (value === undefined || start < stretch.start || end > stretch.end) return [];
    return isOfMoney(text, quantity, stretch) ? [{ text: words, start, end, value }] : [];
  });
  if (told.length > 0) return told;
  const [half] = spansIn(text, stretch, otherHalf);
  if (half !== undefined) return [{ ...half, value: 0.5 }];
  return spansIn(text, stretch, restWords)
    .slice(0, 1)
    .map((rest) => ({ ...rest, value: 0 }));
}

/** A share of the money and of nothing else: "60%", "60% of the budget", but not "60% CTV" or "at least 60%". */
function isOfMoney(text: string, { unit, upTo, start, end }: Quantity, stretch: Stretch): boolean {
  if (unit !== "share" || upTo !== undefined) return false;
  const before = text.slice(Math.max(stretch.start, start - 30), start);
  return !bound.test(before) && ofMoney.test(text.slice(end, stretch.end));
}

/** "60/40" */
function ratioIn(text: string, { start, end }: Stretch): Share[] {
  for (const { 0: words, index } of text.slice(start, end).matchAll(ratio)) {
    const parts = words.match(/\d+/g)?.map((part) => Number(part) / 100) ?? [];
    const sum = parts.reduce((total, part) => total + part, 0);
    const span = { text: words, start: start + index, end: start + index + words.length };
    if (Math.abs(sum - 1) < 0.005) return parts.map((value) => ({ ...span, value }));
  }
  return [];
}

/** What stands before the first period, between two of them and behind the last, each in its sentence. */
function stretchesOf(text: string, periods: readonly Period[]): Stretch[] {
  return [...periods, undefined].map((period, i) => {
    const previous = periods[i - 1];
    const from = previous === undefined ? undefined : previous.end;
    const to = period?.start;
    return {
      start: from ?? sentenceAround(text, period ?? { start: 0, end: 0 }).start,
      end: to ?? sentenceAround(text, previous ?? { start: 0, end: 0 }).end,
    };
  });
}

function spansIn(text: string, { start, end }: Stretch, words: Cue): Span[] {
  return [...words.all(text.slice(start, end))]
    .map(spanOf)
    .map((span) => ({ text: span.text, start: span.start + start, end: span.end + start }));
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
const restWords = says("{burst_rest}");
const otherHalf = says("{burst_half}");
const equalShares = says("{burst_equal}");
const bound = cue(
  "(?<![\\p{L}\\p{N}])(?:{least_before}|{most_before}|{below}|{beyond})\\s*(?:{joints}\\s*)*$",
);
const ofMoney = cue(
  "^\\s*(?:{of_budget}(?!\\p{L})|$|[\\n,.;:)(|–—-]|(?:{and}|{but}|{from_day}|{span_of})(?!\\p{L})|(?:\\p{L}+\\s+){0,3}{bursts}(?!\\p{L}))",
);
const ratio = /(?<![\d.,/:])\d{1,2}(?:(?:\s?[/–-]\s?|:)\d{1,2}(?!\d)){1,3}(?![.,/]?\d)/g;
