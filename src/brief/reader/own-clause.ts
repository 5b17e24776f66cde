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
