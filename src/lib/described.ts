import { z } from "zod";
import { isObject } from "./json-object.ts";

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a schema describes; nobody changes it. */
export type Described<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** An object with these fields and no others. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape);
}

/** A list of such objects. */
export function each<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(fields(shape));
}

/** An object with at least these fields: others stay in it. */
export function looseFields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape);
}

/** A list of such objects. */
export function eachLoose<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(looseFields(shape));
}

/** A field that counts as absent where it is not as expected. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** Of a value what its schema names, in the schema's order: whatever else a domain's object holds stays with the desk. */
export function described<Schema extends z.ZodType>(schema: Schema, value: Described<Schema>) {
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
