/** Years that are no part of a date in figures: "2026", and not "2026-11-21" or "2026/27". */
export function yearsIn(words: string): string[] {
  return words.match(/(?<![\d.,/-])20\d\d(?![\d.,/-]*\d)/g) ?? [];
}

/** The words before and behind an amount that are of its own clause. */
export function ownClause(before: string, after: string): readonly [string, string] {
  return [before.split(/[,;(–]|\s[/|]\s/).at(-1) ?? "", after.split(/[,;)–|]|\s\/\s/)[0] ?? ""];
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
