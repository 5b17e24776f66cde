import { cleanText } from "../lib/clean-text.ts";
import { currencyDigits, type Money } from "../lib/money.ts";

/** A value with its kind: a file for people who reckon on must not turn a text into a number, a date or a formula. */
export type Cell =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "number"; readonly value: number; readonly digits: number }
  /** Major units. */
  | { readonly type: "money"; readonly value: number; readonly currency: string }
  | { readonly type: "share"; readonly value: number }
  /** Calendar day, ISO 8601. */
  | { readonly type: "date"; readonly day: string }
  | undefined;

export interface SheetColumn<Row> {
  readonly title: string;
  /** Characters. */
  readonly width: number;
  readonly cell: (row: Row) => Cell;
}

/** A table with a name, for a file of its own or a page of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: readonly (readonly Cell[])[];
}

export function sheet<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Sheet {
  return {
    name,
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
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
  return value === undefined ? undefined : { type: "share", value };
}

export function date(day: string | undefined): Cell {
  return day === undefined ? undefined : { type: "date", day };
}

export function amount(money: Money | undefined): Cell {
  return minor(money?.minor, money?.currency);
}

/** Minor units that need not be whole, to the nearest. */
export function minor(value: number | undefined, currency: string | undefined): Cell {
  if (value === undefined || currency === undefined) return undefined;
  return { type: "money", value: Math.round(value) / 10 ** currencyDigits(currency), currency };
}
