import type { Row } from "read-excel-file/node";
import { cleanText } from "../../lib/clean-text.ts";
import { UsageError } from "../usage-error.ts";
import { counted } from "./archive.ts";

/** A row of a table, by the titles of its first line. */
export interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  /** The line of the file that it ends on, from 1. */
  readonly info: { readonly lines: number };
}

/** Characters of one row. */
const longestRow = 100_000;

/**
 * The rows of a table that is separated by commas, or by semicolons where its first line is. Throws a UsageError with the line
 * of what is wrong; the parser's own message may quote it.
 */
export async function csvRows(file: {
  readonly name: string;
  readonly text: string;
  /** All that there may be. */
  readonly titles: readonly string[];
}): Promise<CsvRow[]> {
  const { name, text, titles } = file;
  const { CsvError, parse } = await import("csv-parse/sync");
  const [firstLine = ""] = text.slice(0, longestRow).split("\n", 1);
  try {
    return parse<CsvRow>(text, {
      bom: true,
      columns: (header: readonly string[]) => checkedHeader(name, header, titles),
      delimiter: firstLine.includes(";") ? ";" : ",",
      info: true,
      max_record_size: longestRow,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = typeof cause["lines"] === "number" ? cause["lines"] : 1;
    throw new UsageError(`${name}:${line} ${csvFaults[cause.code] ?? "this is not CSV"}`, { cause });
  }
}

const csvFaults: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: "it has more or fewer fields than the first line",
  CSV_MAX_RECORD_SIZE: `it is longer than ${longestRow} characters`,
};

function checkedHeader(file: string, header: readonly string[], titles: readonly string[]): string[] {
  const unknown = header.find((title, index) => !titles.includes(title) || header.indexOf(title) < index);
  if (unknown === undefined) return [...header];
  const what = titles.includes(unknown) ? "stands there twice" : "is not a field of a result";
  throw new UsageError(`${file}:1 "${cleanText(unknown, 40)}" ${what}; the fields are ${titles.join(", ")}`);
}

export interface Sheet {
  readonly sheet: string;
  readonly data: readonly Row[];
}

/** The sheets of a workbook. Throws a UsageError where it is none, or holds too much. */
export async function workbookSheets({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }) {
  try {
    return await sheetsOf(counted(name, bytes));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${name}: this is not a workbook that can be read; save it as .xlsx`, { cause });
  }
}

/** Of a workbook whose content has been counted. */
export async function sheetsOf(bytes: Buffer): Promise<Sheet[]> {
  const { default: readWorkbook } = await import("read-excel-file/node");
  return readWorkbook(bytes);
}
