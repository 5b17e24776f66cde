import { z } from "zod";

/** A field with what it says and what may be written: for the JSON Schema, and for messages about it. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): Schema {
  return schema.meta({ description, ...(examples.length > 0 && { examples: [...examples] }) });
}

export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): z.ZodOptional<Schema> {
  return field(schema.optional(), description, ...examples);
}

export const text = z.string().trim().min(1);

export const domain = z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/);

export const country = z.string().regex(/^[A-Z]{2}$/);

export function list<One extends z.ZodType>(one: One): z.ZodArray<One> {
  return z.array(one).min(1);
}
