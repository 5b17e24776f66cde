import { addDays, earlierDay } from "../../../lib/days.ts";
import { monthNamed, monthPattern } from "../../grammar/months.ts";
import { cue } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { type Span, sentenceAround, spansBetween, spansOf } from "../../grammar/spans.ts";
import { type DraftBurst, type Found, found } from "../draft.ts";
import { type Share, sharesOf } from "../find/burst-shares.ts";

/** Months that share the budget out, "60/40 between May and June": they say nothing of when the campaign runs. */
export interface MonthShares {
  readonly months: readonly Span[];
  readonly shares: readonly Share[];
}

/** The first such row of months in one sentence, each with its share; none of them with a day or a year of its own. */
export function findMonthShares(text: string, quantities: readonly Quantity[]): MonthShares | undefined {
  const all = spansOf(text, months);
  return all.flatMap((month): MonthShares[] => {
    const sentence = sentenceAround(text, month);
    const row = spansBetween(all, sentence.start, sentence.end);
    if (row[0] !== month || row.length < 2) return [];
    const shares = sharesOf(text, row, quantities);
    const sum = shares.reduce((total, { value }) => total + value, 0);
    return shares.length === row.length && Math.abs(sum - 1) < 0.005 ? [{ months: row, shares }] : [];
  })[0];
}

/** The flight cut at the ends of its months, each part with its share; undefined where it has others than those months. */
export function cutByMonths(
  text: string,
  flight: { readonly start: string; readonly end: string },
  { months, shares }: MonthShares,
): readonly Found<DraftBurst>[] | undefined {
  const all = [...months, ...shares];
  const start = Math.min(...all.map((span) => span.start));
  const end = Math.max(...all.map((span) => span.end));
  const evidence = { text: text.slice(start, end), start, end };
  const bursts: Found<DraftBurst>[] = [];
  let first = flight.start;
  for (const [i, month] of months.entries()) {
    if (first > flight.end || monthNamed(month.text) !== Number(first.slice(5, 7))) return undefined;
    const next = addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7);
    const last = earlierDay(addDays(`${next}-01`, -1), flight.end);
    const share = shares[i]?.value;
    bursts.push(found({ start: first, end: last, ...(share !== undefined && { share }) }, evidence));
    first = `${next}-01`;
  }
  return first > flight.end ? bursts : undefined;
}

const months = cue(
  `(?<![\\p{L}\\p{N}]|\\d[.\\s]{1,2}(?:de )?|\\d(?:st|nd|rd|th|er|\\.º|º)\\s(?:of )?)(?:${monthPattern})(?![\\p{L}\\p{N}]|\\s?['’]?\\d{2,4}(?!\\s?%|[\\d.,]*\\s?%|\\s?[/:]\\s?\\d)|\\s\\d{1,2}(?!\\d|\\s?%|\\s?[/:]))`,
);
