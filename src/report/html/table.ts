import { type Fragment, html, type Markup, trusted } from "../html-template.ts";

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Fragment;
  /** number: right-aligned, figures of one width; words: running text; short: never broken; header: names the row. */
  readonly kind?: "number" | "words" | "short" | "header";
}

/** A table that scrolls in its own frame, and on a narrow screen becomes one card for each row. */
export function table<Row>(options: {
  readonly caption: string;
  /** Said under the caption. */
  readonly note?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}): Markup {
  const { caption, note, columns, rows } = options;
  const heads = columns.map(
    ({ label, kind }) => html`<th scope="col" role="columnheader" class="${kind ?? ""}">${label}</th>`,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table class="stack" role="table"><caption>${caption}${note !== undefined && html`<span class="small">${note}</span>`}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => html`<tr role="row">${columns.map((column) => cell(column, row))}</tr>${newLine}`)}</tbody>
</table></div>`;
}

function cell<Row>({ label, kind, cell }: Column<Row>, row: Row): Markup {
  const content = cell(row);
  if (kind === "header") return html`<th scope="row" role="rowheader">${content}</th>`;
  const empty = content === undefined || content === false || content === "";
  return html`<td role="cell" class="${kind ?? ""}${empty && " empty"}" data-label="${label}"><span>${content}</span></td>`;
}

const newLine = trusted("\n");
