import { z } from "zod";
import { isObject } from "../../lib/json-object.ts";
import type { FieldPath } from "../../lib/yaml-places.ts";

type Members = Readonly<Record<string, z.core.$ZodType>>;

/** The schema of a field of the file: what stands in the field is optional or not by its outermost wrapper. */
export function schemaAt(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((parent, part) => {
    if (parent === undefined) return undefined;
    const inner = bare(parent);
    return inner instanceof z.ZodArray && typeof part === "number" ? inner.element : membersOf(inner)?.[part];
  }, schema);
}

/** What may stand in a field, where anything stands there. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema;
}

/** The fields of a group, also of one that may be written as a text instead. */
export function membersOf(schema: z.core.$ZodType): Members | undefined {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return inner.shape;
  if (inner instanceof z.ZodUnion)
    return inner.options.map(membersOf).find((members) => members !== undefined);
  return undefined;
}

/** How a field may be written. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const examples = z.globalRegistry.get(schema)?.["examples"];
  if (Array.isArray(examples)) return examples[0];
  return schema instanceof z.ZodOptional ? exampleOf(schema.unwrap()) : undefined;
}

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
