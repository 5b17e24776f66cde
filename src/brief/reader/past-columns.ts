import { findDates } from "../grammar/dates.ts";
import { overlaps, type Span } from "../grammar/spans.ts";
import { daysOf, isClear, labelDates } from "./label-dates.ts";

/**
 * The cells of those columns of a table whose days are over, where another column has days ahead: last year's figures beside
 * this year's.
 */
export function pastColumns(text: string, today: string): Span[] {
  return tablesIn(text).flatMap((rows) => {
    const columns = (rows[0] ?? []).map((_, column) => rows.flatMap((row) => row[column] ?? []));
    const lasts = columns.map((cells) =>
      labelDates("", findDates(cells.map((cell) => cell.text).join("\n"), today, "day-first"))
        .filter(isClear)
        .map((date) => daysOf(date).last),
    );
    if (!lasts.flat().some((day) => day >= today)) return [];
    return columns.filter((_, i) => lasts[i]?.length !== 0 && lasts[i]?.every((day) => day < today)).flat();
  });
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

/** Rows of three cells and more that stand together, each with as many cells as the first. */
function tablesIn(text: string): Span[][][] {
  const tables: Span[][][] = [];
  let last: Span[][] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const cells = [...line.matchAll(/[^|]+/g)]
      // The corner of a table is empty; what stands outside its marks is no cell.
      .filter(({ 0: cell, index: at }) => cell.trim() !== "" || (at > 0 && at + cell.length < line.length))
      .map((cell) => {
        const start = index + cell.index + Math.max(0, cell[0].search(/\S/));
        const words = cell[0].trim();
        return { text: words, start, end: start + words.length };
      });
    if (cells.length < 3 || !line.includes("|")) last = [];
    else if (cells.length === last[0]?.length) last.push(cells);
    else {
      last = [cells];
      tables.push(last);
    }
  }
  return tables;
}
