import { z } from "zod";
import type { Question } from "../model.ts";
import { type MarkedText, marked, rolesOf, type SpanRole } from "./marked-text.ts";

/** Asks once more, apart from any proposal, what each amount, date, share and name stands for. The answer holds ids and roles. */
export const labelCritical: Question<MarkedText, { readonly spans: Readonly<Record<string, SpanRole>> }> = {
  prompt: "label-critical.v1",
  values: (text) => ({ brief: marked(text) }),
  // The last piece comes first: an answer that only goes by the order is not the same twice.
  schema: ({ spans }) => z.strictObject({ spans: rolesOf(spans.toReversed()) }),
};
