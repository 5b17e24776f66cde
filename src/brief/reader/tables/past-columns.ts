import { findDates } from "../../grammar/dates.ts";
import { overlaps, type Span } from "../../grammar/spans.ts";
import { daysOf, isClear, labelDates } from "../label-dates.ts";
import { tablesIn } from "./read-table.ts";

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
