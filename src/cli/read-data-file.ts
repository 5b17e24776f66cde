import { existsSync, readFileSync } from "node:fs";
import type { z } from "zod";
import { openYaml } from "../lib/yaml-places.ts";
import { UsageError } from "./usage-error.ts";

/**
 * A YAML or JSON file by its schema. Throws a UsageError with line, column and field of every problem; values are not
 * repeated in it.
 */
export function readDataFile<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  const yaml = openYaml(readFileSync(file, "utf8"));
  if (yaml.errors.length > 0)
    // The parser's own message may quote the line.
    throw new UsageError(
      yaml.errors.map(({ line, column }) => `${file}:${line}:${column} this is not YAML or JSON`).join("\n"),
    );
  const parsed = schema.safeParse(yaml.value);
  if (parsed.success) return parsed.data;
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

/** `packages[0].budget` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
