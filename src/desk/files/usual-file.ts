import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

/**
 * The file of this folder that is read where none is named, such as `approvers.yaml`; undefined where there is none. Throws a
 * UsageError for one that only looks like it: it would count for nothing, and nobody would know.
 */
export function usualFile(name: string, folder = "."): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const stem = name.replace(/\.yaml$/, "");
  const meant = readdirSync(folder).find((other) => isNamedYaml(other) && nameOf(other) === stem);
  if (meant === undefined) return undefined;
  throw new UsageError(`${meant}: only ${name} is read without being named: give it that name`);
}

/** Whether people mean YAML by a name, however its end is written. */
export function isNamedYaml(file: string): boolean {
  return /\.ya?ml(\.txt)?$/i.test(file);
}

function nameOf(file: string): string {
  return file.toLowerCase().replace(/\.ya?ml(\.txt)?$/, "");
}
