import type { Standing } from "./schema.ts";
import type { Sheet } from "./sheet.ts";

/** Where a report is read. */
export type Medium = "page" | "markdown" | "terminal";

/** A subject of the report: everything about it is in one file of `sections/`. */
export interface Section<Part> {
  /** Its anchor in the page. */
  readonly id: string;
  /** In the page's navigation. */
  readonly name: string;
  readonly title: string;
  /** Empty where there is nothing to say. */
  readonly blocks: (report: Part) => readonly Block[];
  /** What a terminal says then. */
  readonly none?: string;
  /** Folded at the end of a page: what only those look up who check. */
  readonly appendix?: true;
  /** Its table for those who calculate with the figures. */
  readonly sheet?: (report: Part) => Sheet | undefined;
}

export type Block = { readonly on?: readonly Medium[] } & (
  | Table
  | { readonly type: "prose"; readonly text: string }
  | {
      readonly type: "list";
      readonly title?: string;
      readonly items: readonly string[];
      readonly fold?: true;
    }
  | { readonly type: "facts"; readonly facts: readonly Fact[] }
  | { readonly type: "callout"; readonly title: string; readonly facts: readonly Fact[] }
  | { readonly type: "chart"; readonly chart: ChartName; readonly fold?: string }
  | { readonly type: "letter"; readonly title: string; readonly text: string }
  | { readonly type: "changes"; readonly changes: readonly Change[]; readonly fold?: string }
);

type Fact = readonly [name: string, fact: string];

export type ChartName = "allocation" | "delivery-days" | "price-scale" | "response-curves" | "score-parts";

/** A change at an agent, with what happened to it in order. */
export interface Change {
  readonly chip: Chip;
  readonly purpose: string;
  readonly amount: string;
  readonly task: string;
  readonly agentId: string;
  readonly status: string;
  /** Went its way without money: a page folds its moments. */
  readonly routine: boolean;
  readonly moments: readonly Moment[];
}

export interface Moment {
  readonly at: string;
  readonly standing: Standing;
  readonly words: string;
  readonly details: readonly string[];
}

/** What a cell shows; texts are untrusted, each renderer escapes them. */
export type Cell = string | number | false | undefined | Chip | Mark | readonly Cell[];

export interface Chip {
  readonly type: "chip";
  readonly standing: Standing;
  readonly words: string;
}

type Mark =
  | { readonly type: "strong" | "quiet" | "small" | "code"; readonly text: string }
  /** To a page of our own; a report, which stands alone, has none. */
  | { readonly type: "link"; readonly text: string; readonly href: string }
  | {
      readonly type: "items";
      readonly items: readonly string[];
      readonly fold?: string;
      readonly lang?: "en";
    }
  /** `filled`: 0 to 1. */
  | { readonly type: "bar"; readonly filled: number }
  /** In a page in short, on a ground so many percent deep. */
  | { readonly type: "depth"; readonly depth: number; readonly short: string; readonly text: string };

export interface Table {
  readonly type: "table";
  readonly caption: string;
  readonly note?: string;
  readonly columns: readonly Head[];
  readonly rows: readonly (readonly Field[])[];
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
  /** What a page puts rows in order by; rows without a value come last. */
  readonly sort?: (row: Row) => string | number | undefined;
}

export function table<Row>(
  options: Omit<Table, "type" | "columns" | "rows"> & {
    readonly on?: readonly Medium[];
    readonly columns: readonly Column<Row>[];
    readonly rows: readonly Row[];
  },
): Table & { readonly on?: readonly Medium[] } {
  const { columns, rows, ...rest } = options;
  return {
    ...rest,
    type: "table",
    columns: columns.map(({ label, kind, under, lang, on, sort }) => ({
      label,
      kind,
      under,
      lang,
      on,
      sorts: sort !== undefined,
    })),
    rows: rows.map((row) => columns.map(({ cell, sort }) => ({ content: cell(row), key: sort?.(row) }))),
  };
}

/** A block for some readers only. */
export function only(on: readonly Medium[], block: Block): Block {
  return { ...block, on };
}

export function isOn({ on }: { readonly on?: readonly Medium[] }, medium: Medium): boolean {
  return on === undefined || on.includes(medium);
}

export function chip(standing: Standing, words: string = standingInWords(standing)): Chip {
  return { type: "chip", standing, words };
}

/** Where a purchase stands: what is done is bought. */
export function purchaseChip(standing: Standing): Chip {
  return chip(standing, standing === "done" ? "bought" : standingInWords(standing));
}

function standingInWords(standing: Standing): string {
  return standing === "open" ? "not sent" : standing;
}

export function marked(type: "strong" | "quiet" | "small" | "code", text: string): Cell {
  return text === "" ? undefined : { type, text };
}

/** Sentences; a page lists them, folded where `fold` names them. */
export function items(list: readonly string[], fold?: string, lang?: "en"): Cell {
  if (list.length === 0) return undefined;
  return { type: "items", items: list, fold, lang };
}

/** What a cell says, for those who read words alone. */
export function plainText(cell: Cell): string {
  if (cell === undefined || cell === false) return "";
  if (typeof cell !== "object") return String(cell);
  if (!("type" in cell))
    return cell
      .map(plainText)
      .filter((text) => text !== "")
      .join(" ");
  switch (cell.type) {
    case "chip":
      return cell.words;
    case "items":
      return cell.items.join(" ");
    case "bar":
      return "";
    default:
      return cell.text;
  }
}

/** Nothing where there is nothing in it; with `fold` a page shows its title alone until asked. */
export function list(items: readonly string[], title?: string, fold?: "fold"): readonly Block[] {
  if (items.length === 0) return [];
  return [{ type: "list", items, title, ...(fold && { fold: true }) }];
}

export function prose(text: string | undefined): readonly Block[] {
  return text === undefined || text === "" ? [] : [{ type: "prose", text }];
}
