import type { z } from "zod";
import { readText } from "../../desk/files/read-text.ts";
import { read } from "../../desk/intake/intake.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { fieldPath } from "../../lib/json-object.ts";

/**
 * What a YAML or JSON file holds, checked against its schema. Throws a UsageError with line, column and field of every problem;
 * values are not repeated in it.
 */
export async function readDataFile<Schema extends z.ZodType>(file: string, schema: Schema) {
  const text = readText(file);
  const yaml = await read("yaml", { name: file, text });
  if (yaml.errors.length > 0)
    // The parser's own message may quote the line.
    throw new UsageError(
      yaml.errors.map(({ line, column }) => `${file}:${line}:${column} this is not YAML or JSON`).join("\n"),
    );
  const parsed = schema.safeParse(yaml.value);
  // It is read again where it is used: what the schema has just let in is an input of it.
  if (parsed.success) return yaml.value as z.input<Schema>;
  const { issues } = parsed.error;
  const paths = issues.map(({ path }) => path.filter((key) => typeof key !== "symbol"));
  const places = await read("places", { name: file, text, paths });
  throw new UsageError(
    issues
      .map(({ message }, i) => {
        const { line, column } = places[i] ?? { line: 1, column: 1 };
        return `${file}:${line}:${column} ${fieldPath(paths[i] ?? []) || "the file"}: ${message}`;
      })
      .join("\n"),
  );
}
