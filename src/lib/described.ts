import { z } from "zod";
import { isObject } from "./json-object.ts";

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a schema describes; nobody changes it. */
export type Described<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** Of a value what its schema names, in the schema's order: whatever else a domain's object holds stays with the desk. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  value: Described<Schema>,
): Described<Schema> {
  return named(schema, value) as Described<Schema>;
}

function named(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return named(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => named(schema.element, item));
  if (schema instanceof z.ZodObject && isObject(value)) {
    const keys = Object.keys(schema.shape).filter((key) => value[key] !== undefined);
    return Object.fromEntries(keys.map((key) => [key, named(schema.shape[key], value[key])]));
  }
  return value;
}
