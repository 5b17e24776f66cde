import { type Fragment, html, type Markup, trusted } from "../html-template.ts";

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Fragment;
  /** number: right-aligned, figures of one width; words: running text; short: never broken; header: names the row. */
  readonly kind?: "number" | "words" | "short" | "header";
  /** What rows are put in order by; without it the column does not sort. Rows without a value come last. */
  readonly sort?: (row: Row) => number | string | undefined;
}

/**
 * A table that scrolls in its own frame, and on a narrow screen becomes one card for each row. Where script runs, columns
 * with `sort` sort, and `filter` adds a field over it.
 */
export function table<Row>(options: {
  readonly caption: string;
  /** Said under the caption. */
  readonly note?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly filter?: {
    /** What the rows are, for example `offers`. */
    readonly noun: string;
    /** Rows that are open to the eye before all are asked for. */
    readonly first?: number;
  };
}): Markup {
  const { caption, note, columns, rows, filter } = options;
  const heads = columns.map(
    ({ label, kind, sort }) =>
      html`<th scope="col" role="columnheader" class="${kind ?? ""}" data-sorts="${sort ? "yes" : ""}">${label}</th>`,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0" data-filter="${filter?.noun}" data-first="${filter?.first}">
<table class="stack" role="table"><caption>${caption}${note !== undefined && html`<span class="small">${note}</span>`}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => html`<tr role="row">${columns.map((column) => cell(column, row))}</tr>${newLine}`)}</tbody>
</table></div>`;
}

function cell<Row>({ label, kind, cell, sort }: Column<Row>, row: Row): Markup {
  const content = cell(row);
  const key = sort?.(row);
  const sortKey = key !== undefined && html` data-sort="${key}"`;
  if (kind === "header") return html`<th scope="row" role="rowheader"${sortKey}>${content}</th>`;
  const empty = content === undefined || content === false || content === "";
  return html`<td role="cell" class="${kind ?? ""}${empty && " empty"}" data-label="${label}"${sortKey}><span>${content}</span></td>`;
}

const newLine = trusted("\n");
