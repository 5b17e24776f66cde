import { findDates } from "../../grammar/dates.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { pastWords } from "../../grammar/phrases.ts";
import { overlaps, type Span } from "../../grammar/spans.ts";
import { daysOf, isClear, labelDates } from "../label-dates.ts";
import { isNote, tablesIn } from "./read-table.ts";
import { yearsIn } from "./table-periods.ts";

/**
 * The cells of those columns of a table whose days or years are over, or whose heads say so, where another column has days or a
 * year ahead: last year's figures beside this year's. So are those of a variant that its head calls rejected.
 */
export function pastColumns(text: string, today: string): Span[] {
  return tablesIn(text).flatMap((table) => {
    const rows = table.filter((row) => !isNote(row));
    const [head = []] = rows;
    const columns = head.map((_, column) => rows.flatMap((row) => row[column] ?? []));
    const byHead = new Set([...pastHeads(head, today.slice(0, 4)), ...refusedHeads(head)]);
    const lasts = columns.map((cells) =>
      labelDates("", findDates(cells.map((cell) => cell.text).join("\n"), today, "day-first"))
        .filter(isClear)
        .map((date) => daysOf(date).last),
    );
    const isAhead = lasts.flat().some((day) => day >= today);
    const isPast = (i: number) => lasts[i]?.length !== 0 && lasts[i]?.every((day) => day < today) === true;
    return columns.filter((_, i) => byHead.has(i) || (isAhead && isPast(i))).flat();
  });
}

/** "2026 | 2027", "2027 | last year": the columns of an earlier year where the year of another one goes on or is ahead. */
function pastHeads(head: readonly Span[], thisYear: string): ReadonlySet<number> {
  const years = head.map(({ text }) => yearsIn(text)[0]);
  const last = years
    .filter((year) => year !== undefined)
    .toSorted()
    .at(-1);
  const isPast = (i: number) => {
    const year = years[i];
    const isEarlier = year !== undefined && last !== undefined && year < last && year <= thisYear;
    return isEarlier || (year !== last && pastWords.test(head[i]?.text ?? ""));
  };
  return last === undefined || last < thisYear ? new Set() : new Set([...head.keys()].filter(isPast));
}

/** "Variant A (rejected) | Variant B – approved", and not "Out-of-home". */
function refusedHeads(head: readonly Span[]): readonly number[] {
  const refused = lexiconOf().pattern("(?:\\(|\\s[–—-]\\s|[:,]\\s){quantities.refused}\\)?\\s*$");
  const isRefused = (cell: Span) => refused.test(cell.text);
  const figures = head.slice(1).filter(({ text }) => text !== "");
  if (figures.length < 2 || figures.every(isRefused)) return [];
  return head.flatMap((cell, i) => (i > 0 && isRefused(cell) ? [i] : []));
}

/** What stands at the head of the column of a table that holds a span. */
export function columnHead(text: string, span: Span): string | undefined {
  for (const rows of tablesIn(text))
    for (const row of rows) {
      const column = row.findIndex((cell) => overlaps(cell, span));
      if (column >= 0) return rows[0]?.[column]?.text;
    }
  return undefined;
}
