/** Years that are no part of a date in figures: "2026", and not "2026-11-21" or "2026/27". */
export function yearsIn(words: string): string[] {
  return words.match(/(?<![\d.,/-])20\d\d(?![\d.,/-]*\d)/g) ?? [];
}

/** The words before and behind an amount that are of its own clause. */
export function ownClause(before: string, after: string): readonly [string, string] {
  return [before.split(/[,;(–]|\s[/|]\s/).at(-1) ?? "", after.split(/[,;)–]|\s[/|]\s/)[0] ?? ""];
}
