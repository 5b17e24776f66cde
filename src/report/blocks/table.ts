import type { Cell } from "./cell.ts";

/** Where a report is read. */
export type Medium = "page" | "markdown" | "terminal";

/** Media with room for what a terminal cannot show. */
export const printMedia: readonly Medium[] = ["page", "markdown"];

export interface Table {
  readonly type: "table";
  readonly caption: string;
  readonly note?: string;
  readonly columns: readonly Head[];
  readonly rows: readonly (readonly Field[])[];
  /** A page's last row, by column. */
  readonly totals?: readonly Cell[];
  /** A page folds it under these words. */
  readonly fold?: string;
  readonly shape?: "calendar";
  /** Sorted and filtered in the page; `first` rows are open to the eye. */
  readonly filter?: { readonly noun: string; readonly first?: number };
  /** A terminal shows the first rows, and this of the rest. */
  readonly more?: (rest: number) => string;
}

interface Head {
  readonly label: string;
  /** number: right-aligned; words: running text; short: never broken; header: names the row. */
  readonly kind?: "number" | "words" | "short" | "header";
  /** A page shows it in small type under the column before; elsewhere it is a column of its own. */
  readonly under?: true;
  /** Of what its cells say, where it is not the page's. */
  readonly lang?: "en";
  readonly on?: readonly Medium[];
  readonly sorts: boolean;
}

interface Field {
  readonly content: Cell;
  readonly key: string | number | undefined;
}

export interface Column<Row> extends Omit<Head, "sorts"> {
  readonly cell: (row: Row) => Cell;
  /** What a page says of all rows together, below them. */
  readonly total?: Cell;
  /** What a page puts rows in order by; rows without a value come last. */
  readonly sort?: (row: Row) => string | number | undefined;
}

export function table<Row>({
  columns,
  rows,
  ...rest
}: Omit<Table, "type" | "columns" | "rows" | "totals"> & {
  /** What is `false` or undefined is no column. */
  readonly columns: readonly (Column<Row> | false | undefined)[];
  readonly rows: readonly Row[];
}): Table {
  const shown = columns.filter((column) => column !== undefined && column !== false);
  return {
    ...rest,
    type: "table",
    columns: shown.map(({ label, kind, under, lang, on, sort }) => ({
      label,
      kind,
      under,
      lang,
      on,
      sorts: sort !== undefined,
    })),
    rows: rows.map((row) => shown.map(({ cell, sort }) => ({ content: cell(row), key: sort?.(row) }))),
    totals: shown.some(({ total }) => total !== undefined) ? shown.map(({ total }) => total) : undefined,
  };
}

type More<Row> = Pick<Column<Row>, "kind" | "lang" | "on" | "sort" | "total">;
type MakeColumn = <Row>(label: string, cell: Column<Row>["cell"], more?: More<Row>) => Column<Row>;

export const plain: MakeColumn = (label, cell, more) => ({ label, cell, ...more });
/** Names the row. */
export const header: MakeColumn = (label, cell, more) => plain(label, cell, { kind: "header", ...more });
export const figure: MakeColumn = (label, cell, more) => plain(label, cell, { kind: "number", ...more });
/** Running text, which a terminal prints below the table. */
export const words: MakeColumn = (label, cell, more) => plain(label, cell, { kind: "words", ...more });
/** In small type under the column before it in a page, a column of its own elsewhere. */
export const under: MakeColumn = (label, cell, more) => ({ ...plain(label, cell, more), under: true });
