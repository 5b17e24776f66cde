import { z } from "zod";
import type { Question } from "../model.ts";

/** What an amount or a date in a brief can stand for. */
export const spanRoles = [
  "total_budget",
  "monthly_budget",
  "part_of_budget",
  "fee",
  "past",
  "price",
  "not_media",
  "flight",
  "flight_start",
  "flight_end",
  "deadline",
  "other",
] as const;
export type SpanRole = (typeof spanRoles)[number];

/** A piece of a text that code found; the model knows it by `id` and can only point at it. */
export interface MarkedSpan {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export interface SpansToLabel {
  readonly text: string;
  /** In the order of the text, not overlapping, at least one. */
  readonly spans: readonly MarkedSpan[];
}

export interface SpanLabels {
  readonly labels: readonly { readonly span: string; readonly role: SpanRole }[];
}

/** Asks what each found amount and date stands for. The answer holds ids that code made, and roles; never a value. */
export const labelSpans: Question<SpansToLabel, SpanLabels> = {
  prompt: "label-spans.v1",
  values: ({ text, spans }) => ({ brief: mark(text, spans) }),
  schema: ({ spans }) =>
    z
      .strictObject({
        labels: z.array(z.strictObject({ span: z.enum(spans.map(({ id }) => id)), role: z.enum(spanRoles) })),
      })
      .refine(({ labels }) => new Set(labels.map(({ span }) => span)).size === labels.length, {
        message: "a span has two labels",
      }),
};

/** `… ⟦m1:$250k⟧ …`; brackets that the author wrote are taken out, so that only code can make a mark. */
function mark(text: string, spans: readonly MarkedSpan[]): string {
  const plain = (from: number, to?: number) => text.slice(from, to).replaceAll(/[⟦⟧]/g, "");
  let marked = "";
  let at = 0;
  for (const { id, start, end } of spans) {
    marked += `${plain(at, start)}⟦${id}:${plain(start, end)}⟧`;
    at = end;
  }
  return marked + plain(at);
}
