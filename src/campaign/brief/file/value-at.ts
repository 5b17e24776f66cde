import { isObject } from "../../../lib/json-object.ts";
import type { FieldPath } from "../../../lib/yaml-places.ts";

/** What stands in a field of a file; undefined where there is no such field. */
export function valueAt(file: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isObject(value) ? value[part] : undefined;
  }, file);
}

/** The file with something else in a field; groups that lead to it are made where they are missing. */
export function withValueAt(file: unknown, [part, ...below]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  const fields = isObject(file) ? file : {};
  return { ...fields, [part]: withValueAt(fields[part], below, value) };
}
