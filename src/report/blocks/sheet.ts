import { cleanText } from "../../lib/clean-text.ts";
import { currencyDigits, type Money } from "../../lib/money.ts";
import { type Price, toDecimalPrice } from "../../lib/price.ts";

/** A value with its kind: a file for people who compute with it must not turn a text into a number, a date or a formula. */
export type Cell =
  | Value
  /** Written by us alone, in a spreadsheet's language; `value` is what it comes to. */
  | { readonly type: "formula"; readonly formula: string; readonly value: Value }
  | undefined;

type Value =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "number"; readonly value: number; readonly digits: number }
  /** Major units; with as many decimals as the currency has, but for prices of one unit. */
  | { readonly type: "money"; readonly value: number; readonly currency: string; readonly digits?: number }
  | { readonly type: "share"; readonly value: number }
  /** Calendar day, ISO 8601. */
  | { readonly type: "date"; readonly day: string };

export interface SheetColumn<Row> {
  readonly title: string;
  /** Characters. */
  readonly width: number;
  /** `at`: where another column stands in the same row, as `D5`. */
  readonly cell: (row: Row, at: (title: string) => string) => Cell;
  /** A workbook says below the last row what its cells add up to, or this. */
  readonly total?: "sum" | ((at: (title: string) => string) => Cell);
}

export function column<Row>(
  title: string,
  width: number,
  cell: SheetColumn<Row>["cell"],
  total?: SheetColumn<Row>["total"],
): SheetColumn<Row> {
  return { title, width, cell, total };
}

/** A table with a name, for a file of its own or a page of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Its rows belong where they stand: nobody sorts or filters them. */
  readonly fixed?: true;
  /** A row below all others, in a workbook alone. */
  readonly totals?: readonly Cell[];
}

export function sheet<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Sheet {
  const placeOf = (title: string) => columns.findIndex((column) => column.title === title);
  const atRow = (row: number) => (title: string) => cellAt(placeOf(title), row);
  const cells = rows.map((row, i) => columns.map(({ cell }) => cell(row, atRow(i + firstRow))));
  const last = rows.length + firstRow - 1;
  const totalIn = ({ total }: SheetColumn<Row>, place: number): Cell => {
    if (typeof total === "function") return total(atRow(last + 1));
    const [first, ...others] = cells.flatMap((row) => summandOf(row[place]) ?? []);
    if (total === undefined || first === undefined) return undefined;
    const value = rounded(others.reduce((sum, other) => sum + other.value, first.value));
    return formula(`SUM(${cellAt(place, firstRow)}:${cellAt(place, last)})`, { ...first, value });
  };
  return {
    name,
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: cells,
    ...(rows.length > 0 &&
      columns.some(({ total }) => total !== undefined) && { totals: columns.map(totalIn) }),
  };
}

/** To six decimals, as many as any figure here has: no more is left of what computing with fractions adds. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** A column of a sheet without its title and its total, for formulas of other sheets: `plan!$D$2:$D$9`. */
export function rangeOf({ name, columns, rows }: Sheet, title: string): string {
  const place = columns.findIndex((column) => column.title === title);
  const at = (row: number) => cellAt(place, row).replace(/^[A-Z]+/, "$$$&$$");
  return `${name}!${at(firstRow)}:${at(rows.length + firstRow - 1)}`;
}

/** What a column adds up to, for formulas of other sheets: `plan!D10`. */
export function totalOf({ name, columns, rows, totals }: Sheet, title: string): Cell {
  const place = columns.findIndex((column) => column.title === title);
  const total = totals?.[place];
  return total?.type === "formula"
    ? formula(`${name}!${cellAt(place, rows.length + firstRow)}`, total.value)
    : undefined;
}

/** Of a sheet's rows, below its titles. */
const firstRow = 2;

/** `D5`; columns are counted from 0, rows from 1. */
export function cellAt(column: number, row: number): string {
  return `${column < letters ? "" : letterOf(Math.floor(column / letters) - 1)}${letterOf(column % letters)}${row}`;
}

const letters = 26;

function letterOf(place: number): string {
  return String.fromCharCode("A".charCodeAt(0) + place);
}

function summandOf(cell: Cell): Extract<Value, { readonly value: number }> | undefined {
  if (cell?.type === "formula") return summandOf(cell.value);
  return cell !== undefined && "value" in cell ? cell : undefined;
}

/** Nothing where what it comes to is nothing. */
export function formula(formula: string, value: Cell): Cell {
  return value === undefined || value.type === "formula" ? undefined : { type: "formula", formula, value };
}

/** Longest text that a cell of a workbook may hold. */
const mostCharacters = 32_000;

export function text(value: string | undefined): Cell {
  const clean = cleanText(value ?? "", mostCharacters);
  return clean === "" ? undefined : { type: "text", text: clean };
}

export function number(value: number | undefined, digits = 0): Cell {
  return value === undefined ? undefined : { type: "number", value, digits };
}

export function share(value: number | undefined): Cell {
  return value === undefined ? undefined : { type: "share", value: rounded(value) };
}

export function date(day: string | undefined): Cell {
  return day === undefined ? undefined : { type: "date", day };
}

export function amount(money: Money | undefined): Cell {
  return minor(money?.minor, money?.currency);
}

/** A price of one unit: it may have more digits than its currency. */
export function unitPrice(price: Price | undefined): Cell {
  if (price === undefined) return undefined;
  if (Number.isInteger(price.minor)) return amount(price);
  return { type: "money", value: toDecimalPrice(price), currency: price.currency, digits: 6 };
}

/** Minor units that need not be whole, to the nearest. */
export function minor(value: number | undefined, currency: string | undefined): Cell {
  if (value === undefined || currency === undefined) return undefined;
  return { type: "money", value: Math.round(value) / 10 ** currencyDigits(currency), currency };
}
