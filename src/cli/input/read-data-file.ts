import type { z } from "zod";
import { fieldPath } from "../../desk/files/field-path.ts";
import { readText } from "../../desk/files/read-text.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { openYaml } from "../../lib/yaml-places.ts";

/**
 * What a YAML or JSON file holds, checked against its schema. Throws a UsageError with line, column and field of every problem;
 * values are not repeated in it.
 */
export function readDataFile<Schema extends z.ZodType>(file: string, schema: Schema): z.input<Schema> {
  const yaml = openYaml(readText(file));
  if (yaml.errors.length > 0)
    // The parser's own message may quote the line.
    throw new UsageError(
      yaml.errors.map(({ line, column }) => `${file}:${line}:${column} this is not YAML or JSON`).join("\n"),
    );
  const parsed = schema.safeParse(yaml.value);
  // It is read again where it is used: what the schema has just let in is an input of it.
  if (parsed.success) return yaml.value as z.input<Schema>;
  throw new UsageError(
    parsed.error.issues
      .map((issue) => {
        const path = issue.path.filter((key) => typeof key !== "symbol");
        const { line, column } = yaml.placeOf(path);
        return `${file}:${line}:${column} ${fieldPath(path) || "the file"}: ${issue.message}`;
      })
      .join("\n"),
  );
}
