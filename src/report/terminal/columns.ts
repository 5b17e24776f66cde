import type { Standing } from "../report-schema.ts";
import type { Paint } from "./paint.ts";
import { fitText, textWidth } from "./text-width.ts";

/** Columns that a rendering keeps to. */
export const lineWidth = 100;

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => string;
  /** Widest that the column may be; what is longer is cut. */
  readonly most?: number;
  readonly right?: boolean;
  readonly standing?: (row: Row) => Standing;
}

/** Rows under their labels, aligned, in at most `lineWidth` columns when the columns' limits add up to it. */
export function columns<Row>(list: readonly Column<Row>[], rows: readonly Row[], paint: Paint): string[] {
  const cells = list.map(({ cell, most = lineWidth }) => rows.map((row) => fitText(cell(row), most)));
  const widths = list.map(({ label }, i) => Math.max(textWidth(label), ...(cells[i] ?? []).map(textWidth)));
  const padded = (text: string, i: number, shown = text) => {
    const blank = " ".repeat(Math.max(0, (widths[i] ?? 0) - textWidth(text)));
    return list[i]?.right ? blank + shown : shown + blank;
  };
  const head = list.map(({ label }, i) => padded(label, i)).join("  ");
  const body = rows.map((row, r) =>
    list
      .map(({ standing }, i) => {
        const text = cells[i]?.[r] ?? "";
        return padded(text, i, standing ? paint.standing(standing(row), text) : text);
      })
      .join("  ")
      .trimEnd(),
  );
  return [paint.quiet(head.trimEnd()), ...body];
}
