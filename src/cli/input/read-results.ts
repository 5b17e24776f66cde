import type { z } from "zod";
import { resultFields, resultsFileSchema } from "../../campaign/measure/results/results-file.ts";
import { readText } from "../../desk/files/read-text.ts";
import { read } from "../../desk/intake/intake.ts";
import { UsageError } from "../../desk/usage-error.ts";
import type { Flags } from "../flags.ts";
import { readDataFile } from "./read-data-file.ts";

/** What the buyer counted, out of a file of any kind. Throws a UsageError by line and field. */
export async function readResults(
  file: string,
  { eventSource, completeTo }: Flags,
): Promise<z.output<typeof resultsFileSchema>> {
  // What stands beside the results in a YAML file, and has no place in a table.
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

/**
 * Results in a table: the first line names the fields as the JSON file does, in any order; separated by commas, or by
 * semicolons where the first line is. Throws a UsageError with the line of every problem; values are not repeated in it.
 */
async function readResultsCsv(file: string, beside: Readonly<Record<string, string>>) {
  const rows = await read("csv", { name: file, text: readText(file), titles: resultFields });
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

/** Empty fields are absent; what is no plain number is left for the schema to refuse. */
function resultOf(record: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, text]) => {
      if (text === "") return [];
      return [[name, name === "value" && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]];
    }),
  );
}
