import { z } from "zod";
import { sentCurves } from "../../campaign/model/offers/sent-curve.ts";
import { isObject } from "../../lib/json-object.ts";

/** An object of the report: it has these fields and no others. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape);
}

/** A list of such objects. */
export function each<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(fields(shape));
}

export const count = z.number().int().nonnegative();
export const texts = z.array(z.string());
export const range = fields({ low: z.number(), mid: z.number(), high: z.number() });
export const period = fields({ start: z.string(), end: z.string() });

/** Where a purchase or another change stands, in the report's five words and two for what is still on its way. */
export const statuses = ["done", "waiting", "refused", "held", "failed", "open", "replaced"] as const;
export type Status = (typeof statuses)[number];

export const statusField = z
  .enum(statuses)
  .describe(
    "done: it holds; waiting: an agent or a person has not answered; open: not sent yet; replaced: goes on under another step",
  );

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a schema of the report describes; nobody changes it. */
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

export const curve = z
  .enum(sentCurves)
  .describe("that the order gives its seller; even-instead: orders have no word for the brief's");
