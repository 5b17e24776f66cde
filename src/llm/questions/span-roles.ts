import { z } from "zod";
import { type MarkedSpan, type SpanRole, spanRoles } from "./marked-text.ts";

/** One required property for each piece: a model cannot pass over a second amount. */
export function rolesOf(spans: readonly MarkedSpan[]): z.ZodType<Readonly<Record<string, SpanRole>>> {
  return z.strictObject(Object.fromEntries(spans.map(({ id, kind }) => [id, z.enum(spanRoles[kind])])));
}
