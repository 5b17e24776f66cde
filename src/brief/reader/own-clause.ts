import type { DateSpan } from "../grammar/dates.ts";
import { blanked, type Span, sentenceAround, wordsAround } from "../grammar/spans.ts";
import { columnHead } from "./tables/past-columns.ts";

/** Years that are no part of a date in figures: "2026", and not "2026-11-21" or "2026/27". */
export function yearsIn(words: string): string[] {
  return words.match(/(?<![\d.,/-])20\d\d(?![\d.,/-]*\d)/g) ?? [];
}

/** The words before and behind an amount that are of its own clause; the label or the cell before it is one, whatever marks it has. */
export function ownClause(before: string, after: string): readonly [string, string] {
  const label = labelBefore(before);
  return [
    (label && `${label}:`) ?? before.split(/[,;(–]|\s[/|]\s/).at(-1) ?? "",
    after.split(/[,;)–|]|\s\/\s/)[0] ?? "",
  ];
}

/** "Budget (media, net): ", "| Media, net | ": what names a value right behind it. */
export function labelBefore(before: string): string | undefined {
  return /(?:^|[\n|])(?<label>[^\n|:]{1,60})[:|]\s*$/u.exec(before.slice(-80))?.groups?.["label"];
}

/** The items before and behind an amount of a line such as "6-sheets / 25k media / no more than 3 sellers", or of a row. */
export function ownItem(before: string, after: string): readonly [string, string] {
  return [labelBefore(before) ?? before.split(/\s[/|]\s/).at(-1) ?? "", after.split(/\s[/|]\s/)[0] ?? ""];
}

type LabelWithYear = Readonly<Record<"label" | "year", string>>;

/** "Investment 2026 | ": a label in two parts. */
export function labelWithYear(before: string): LabelWithYear | undefined {
  const [year, ...others] = yearsIn(before);
  return year === undefined || others.length > 0
    ? undefined
    : {
        year,
        label:
          before
            .replace(year, "")
            .match(/\p{L}+/gu)
            ?.join(" ")
            .toLowerCase() ?? "",
      };
}

/** "Investment 2027 | 47,000 EUR", "Investment 2026 | 39,500 EUR": of amounts under one label the latest year's is meant. */
export function isOfEarlierYear(labels: readonly (LabelWithYear | undefined)[], at: number): boolean {
  const own = labels[at];
  return own !== undefined && labels.some((one) => one?.label === own.label && one.year > own.year);
}

/** The years that an amount is said to be of: in its clause, else before it in its sentence, at the head of its column, or above it. */
export function yearsOf(
  dated: string,
  amount: Span,
  amounts: readonly Span[],
  dates: readonly DateSpan[],
): string[] {
  const text = blanked(
    dated,
    dates.filter(({ type }) => type === "day"),
  );
  const { before, after } = wordsAround(text, amount, amounts);
  const own = yearsIn(ownClause(before, after).join(" "));
  if (own.length > 0) return own;
  const leading = yearsIn(before).slice(-1);
  if (leading.length > 0) return leading;
  return yearsIn(columnHead(text, amount) ?? headingAbove(text, amount));
}

export function headingAbove(text: string, amount: Span): string {
  const above = text.slice(Math.max(0, amount.start - longestReach), sentenceAround(text, amount).start);
  return above.split("\n").findLast((line) => heading.test(line)) ?? "";
}

const longestReach = 400;
/** A line that stands above others: "# 2026", "Budget 2026:" */
const heading = /^\s*(?:#.*|(?:[-*•]\s)?[^|:\n]{1,60}:)\s*\**\s*$/;
