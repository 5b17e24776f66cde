import { CsvError, parse } from "csv-parse/sync";
import type { z } from "zod";
import { resultFields, resultsFileSchema } from "../../campaign/measure/results/results-file.ts";
import { readText } from "../../desk/files/read-text.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Flags } from "../flags.ts";
import { readDataFile } from "./read-data-file.ts";

/** What the buyer counted, out of a file of any kind. Throws a UsageError by line and field. */
export function readResults(
  file: string,
  { eventSource, completeTo }: Flags,
): z.output<typeof resultsFileSchema> {
  const beside = {
    ...(typeof eventSource === "string" && { event_source_id: eventSource }),
    ...(typeof completeTo === "string" && { complete_to: completeTo }),
  };
  if (/\.csv$/i.test(file)) return readResultsCsv(file, beside);
  if (Object.keys(beside).length > 0)
    throw new UsageError(
      "--event-source and --complete-to are for CSV; in YAML and JSON both stand in the file",
    );
  return readDataFile(file, resultsFileSchema);
}

/** What stands beside the results in a YAML file, and has no place in a table. */
interface Beside {
  readonly event_source_id?: string;
  readonly complete_to?: string;
}

interface Row {
  readonly record: Readonly<Record<string, string>>;
  /** The line of the file that it ends on, from 1. */
  readonly info: { readonly lines: number };
}

/**
 * Results in a table: the first line names the fields as the JSON file does, in any order; separated by commas, or by
 * semicolons where the first line is. Throws a UsageError with the line of every problem; values are not repeated in it.
 */
function readResultsCsv(file: string, beside: Beside): z.output<typeof resultsFileSchema> {
  const rows = rowsOf(file, readText(file));
  const results = rows.map(({ record }) => resultOf(record));
  const parsed = resultsFileSchema.safeParse({ ...beside, results });
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues
      .map(({ path, message }) => {
        const [list, index, field] = path;
        if (list !== "results") return `${file}: ${String(list)}: ${message}`;
        const line = typeof index === "number" ? rows[index]?.info.lines : undefined;
        return `${file}:${line ?? 1} ${field === undefined ? "" : `${String(field)}: `}${message}`;
      })
      .join("\n"),
  );
}

function rowsOf(file: string, text: string): Row[] {
  const [firstLine = ""] = text.split("\n", 1);
  try {
    return parse<Row>(text, {
      bom: true,
      columns: (header: readonly string[]) => checkedHeader(file, header),
      delimiter: firstLine.includes(";") ? ";" : ",",
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // The parser's own message may quote the line.
    const line = typeof cause["lines"] === "number" ? cause["lines"] : 1;
    const what =
      cause.code === "CSV_RECORD_INCONSISTENT_COLUMNS"
        ? "it has more or fewer fields than the first line"
        : "this is not CSV";
    throw new UsageError(`${file}:${line} ${what}`, { cause });
  }
}

function checkedHeader(file: string, header: readonly string[]): string[] {
  const unknown = header.find((name, index) => !resultFields.includes(name) || header.indexOf(name) < index);
  if (unknown === undefined) return [...header];
  const what = resultFields.includes(unknown) ? "stands there twice" : "is not a field of a result";
  throw new UsageError(
    `${file}:1 "${cleanText(unknown, 40)}" ${what}; the fields are ${resultFields.join(", ")}`,
  );
}

/** Empty fields are absent; what is no plain number is left for the schema to refuse. */
function resultOf(record: Row["record"]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, text]) => {
      if (text === "") return [];
      return [[name, name === "value" && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]];
    }),
  );
}
