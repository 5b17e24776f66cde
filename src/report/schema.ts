import { z } from "zod";
import { sentCurves } from "../campaign/model/sent-curve.ts";

export const count = z.number().int().nonnegative();
export const texts = z.array(z.string());
export const range = z.strictObject({ low: z.number(), mid: z.number(), high: z.number() });
export const period = z.strictObject({ start: z.string(), end: z.string() });

/** Where a purchase or another change stands, in the report's five words and two for what is still on its way. */
export const standings = ["done", "waiting", "refused", "held", "failed", "open", "replaced"] as const;
export type Standing = (typeof standings)[number];

export const standing = z
  .enum(standings)
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

export const curve = z
  .enum(sentCurves)
  .describe("that the order gives its seller; even_instead: orders have no word for the brief's");
