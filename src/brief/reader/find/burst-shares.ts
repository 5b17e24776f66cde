import { anyNumberOf } from "../../grammar/lexicon.ts";
import { cue, says } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { type Span, sentenceAround, spanFrom, spansIn } from "../../grammar/spans.ts";

export interface Share extends Span {
  readonly value: number;
}

/** The periods' shares in their order; fewer or more where the text gives no such row of them. */
export function sharesOf(text: string, periods: readonly Span[], quantities: readonly Quantity[]): Share[] {
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
  const inOrder = named.length === 0 ? sharesInOrder(text, periods, quantities) : [];
  if (inOrder.length > 0) return inOrder;
  const all = spanFrom(text, stretches[0]?.start ?? 0, stretches.at(-1)?.end ?? 0);
  if (named.length <= 1) {
    const ratio = ratioIn(all);
    if (ratio.length === periods.length) return ratio;
    const [equal] = spansIn(all, equalShares);
    if (equal !== undefined) return periods.map(() => ({ ...equal, value: 1 / periods.length }));
  }
  const rest = 1 - named.reduce((sum, { value }) => sum + value, 0);
  const isOnlyRest = open.length === 1 && named.length > 1 && rest > 0;
  return named.flatMap((share) => {
    if (share.value > 0) return [share];
    return isOnlyRest ? [{ ...share, value: rest }] : [];
  });
}

/** "The first gets 60%, the second 40%", before the periods or in the sentence behind them. */
function sharesInOrder(text: string, periods: readonly Span[], quantities: readonly Quantity[]): Share[] {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { end } = sentenceAround(text, last);
  const behind = end + (/\S/.exec(text.slice(end + 1))?.index ?? 0) + 1;
  const sentences = [
    spanFrom(text, sentenceAround(text, first).start, first.start),
    spanFrom(text, last.end, end),
    sentenceAround(text, { start: Math.min(behind, text.length), end: Math.min(behind + 1, text.length) }),
  ];
  const rows = sentences.map((sentence) => {
    const [one] = spansIn(sentence, firstWords);
    const [other] = spansIn(sentence, laterWords);
    const sharesNamed = one || other ? sharesWithin(text, sentence, quantities) : [];
    // "The second gets 60%, the first 40%" is no row, nor is one of them alone.
    if (one === undefined || other === undefined || other.start < one.start) return sharesNamed.slice(0, 1);
    const [rest] = sharesNamed.length === periods.length - 1 ? spansIn(sentence, restWords) : [];
    const left = 1 - sharesNamed.reduce((sum, { value }) => sum + value, 0);
    return rest && left > 0 ? [...sharesNamed, { ...rest, value: left }] : sharesNamed;
  });
  return rows.find(({ length }) => length > 0) ?? [];
}

/** The shares of a stretch but "at least 60%". */
function sharesWithin(text: string, stretch: Span, quantities: readonly Quantity[]): Share[] {
  return quantities.flatMap(({ unit, text: words, start, end, value, upTo }) => {
    if (start < stretch.start || end > stretch.end || unit !== "share") return [];
    const isBound = upTo !== undefined || bound.test(text.slice(Math.max(stretch.start, start - 30), start));
    return value === undefined || isBound ? [] : [{ text: words, start, end, value }];
  });
}

/** The shares of the money in a stretch, "60%" but not "60% CTV"; one of no value yet where it says "the rest". */
function sharesIn(text: string, stretch: Span, quantities: readonly Quantity[]): Share[] {
  const sharesNamed = sharesWithin(text, stretch, quantities).filter(({ end }) =>
    ofMoney.test(text.slice(end, stretch.end)),
  );
  if (sharesNamed.length > 0) return sharesNamed;
  const [half] = spansIn(stretch, otherHalf);
  if (half !== undefined) return [{ ...half, value: 0.5 }];
  return spansIn(stretch, restWords)
    .slice(0, 1)
    .map((rest) => ({ ...rest, value: 0 }));
}

/** "60/40" */
function ratioIn(stretch: Span): Share[] {
  for (const span of spansIn(stretch, ratio)) {
    const parts = span.text.match(/\d+/g)?.map((part) => Number(part) / 100) ?? [];
    const sum = parts.reduce((total, part) => total + part, 0);
    if (Math.abs(sum - 1) < 0.005) return parts.map((value) => ({ ...span, value }));
  }
  return [];
}

/** What stands before the first period, between two of them and behind the last, each in its sentence. */
function stretchesOf(text: string, periods: readonly Span[]): Span[] {
  return [...periods, undefined].map((period, i) => {
    const previous = periods[i - 1];
    const start = previous?.end ?? sentenceAround(text, period ?? { start: 0, end: 0 }).start;
    const end = period?.start ?? sentenceAround(text, previous ?? { start: 0, end: 0 }).end;
    return spanFrom(text, start, end);
  });
}

const restWords = says("{burst_rest}");
const otherHalf = says("{burst_half}");
const equalShares = says("{burst_equal}");
const firstWords = says("{burst_first}|{bursts} 1");
const laterWords = says("{burst_later}|{bursts} [2-4]");
const bound = cue(
  `(?<![\\p{L}\\p{N}]){least_before|most_before|below|beyond}\\s*${anyNumberOf("{joints}\\s*")}$`,
);
const ofMoney = cue(
  "^\\s*(?:{of_budget}(?!\\p{L})|(?:{between}\\s*)?$|[\\n,.;:)(|–—-]|(?:{and}|{but}|{from_day}|{span_of})(?!\\p{L})|(?:\\p{L}+\\s+){0,3}{bursts}(?!\\p{L}))",
);
const ratio = /(?<![\d.,/:])\d{1,2}(?:(?:\s?[/–-]\s?|:)\d{1,2}(?!\d)){1,3}(?![.,/]?\d)/g;
