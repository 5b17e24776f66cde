import { lexiconOf } from "../../grammar/lexicon.ts";
import type { Span } from "../../grammar/spans.ts";
import type { Row } from "./read-table.ts";

/** A cell with a figure, and what it is of. */
export interface Figure {
  readonly cell: Span;
  readonly value: number;
  readonly row: number;
  readonly column: number;
  readonly isTotal: boolean;
  readonly ofRows: boolean;
  readonly ofColumns: boolean;
}

/** The figures of some columns and of the one that adds them up; undefined where a cell has something else. */
export function figuresIn(
  head: Row,
  body: readonly Row[],
  columns: readonly number[],
  read: (words: string) => number | undefined,
): readonly Figure[] | undefined {
  const isTotal = lexiconOf().pattern("^(?:{table.total})(?!\\p{L})");
  const totals = head.flatMap((cell, i) =>
    i > 0 && !columns.includes(i) && isTotal.test(cell.text) ? [i] : [],
  );
  const figures: Figure[] = [];
  for (const [row, cells] of body.entries())
    for (const column of [...columns, ...totals]) {
      const cell = cells[column];
      if (cell === undefined || nothing.test(cell.text)) continue;
      const value = read(cell.text);
      if (value === undefined) return undefined;
      const first = cells.find(({ text: words }) => words !== "")?.text ?? "";
      const [ofRows, ofColumns] = [isTotal.test(first), totals.includes(column)];
      figures.push({ cell, value, row, column, ofRows, ofColumns, isTotal: ofRows || ofColumns });
    }
  return figures;
}

/** The figures without their totals; undefined where these are not their sums. */
export function partsOf(figures: readonly Figure[]): readonly Figure[] | undefined {
  const parts = figures.filter(({ isTotal }) => !isTotal);
  const totals = figures.filter(({ isTotal }) => isTotal);
  const addsUp = totals.every(
    ({ value, row, column, ofRows, ofColumns }) =>
      value ===
      sum(parts.filter((part) => (ofRows || part.row === row) && (ofColumns || part.column === column))),
  );
  const isWhole = addsUp && (totals.some(({ ofRows }) => ofRows) || !hasOtherSums(parts));
  return isWhole && parts.length > 1 ? parts : undefined;
}

/** A line that is the sum of those above it may be a total by a name that nobody knows: "All", "Subtotal". */
function hasOtherSums(parts: readonly Figure[]): boolean {
  const rows = [...new Set(parts.map(({ row }) => row))];
  const values = rows.map((row) => sum(parts.filter((part) => part.row === row)));
  return values.some(
    (value, i) => i > 1 && value > 0 && value === values.slice(0, i).reduce((all, one) => all + one, 0),
  );
}

export const sum = (some: readonly Figure[]) => some.reduce((all, { value }) => all + value, 0);

const nothing =
  /^(?:[-–—/0]*|0+[.,]0+|x|pau[sz]a?e?|n\/?a|none|no|keine?|nothing|nichts|rien|nada|niente|geen|brak|inget)$/i;
