import { z } from "zod";

/** What code finds in a brief and a model may give a role. */
export const spanKinds = ["amount", "date", "share", "name"] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A piece of a text that code found; the model knows it by `id` and can only point at it. */
export interface MarkedSpan {
  readonly id: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
}

export interface MarkedText {
  readonly text: string;
  /** In the order of the text, not overlapping. */
  readonly spans: readonly MarkedSpan[];
}

/** What a piece of a brief can stand for, by its kind. */
export const spanRoles = {
  amount: [
    "total_budget",
    "net_media",
    "gross_with_fees",
    "budget_of_channel",
    "budget_of_country",
    "budget_of_seller",
    "budget_of_month",
    "fee",
    "price",
    "kpi_target",
    "most",
    "least",
    "past",
    "replaced",
    "production",
    "company_figure",
    "other",
  ],
  date: ["flight", "burst", "pause", "start", "end", "due", "past", "event", "other"],
  share: ["share_of", "fee", "rate_target", "most", "least", "other"],
  name: ["brand", "excluded", "only", "wanted", "other"],
} as const satisfies Readonly<Record<SpanKind, readonly string[]>>;
export type SpanRole = (typeof spanRoles)[SpanKind][number];

/** `… ⟦m1:$250k⟧ …`; brackets that the author wrote are taken out, so that only code can make a mark. */
export function marked({ text, spans }: MarkedText): string {
  const plain = (from: number, to?: number) => text.slice(from, to).replaceAll(/[⟦⟧]/g, "");
  let all = "";
  let at = 0;
  for (const { id, start, end } of spans) {
    all += `${plain(at, start)}⟦${id}:${plain(start, end)}⟧`;
    at = end;
  }
  // Old mails and orders to machines are blanks here.
  return (all + plain(at)).replaceAll(/ {3,}/g, "  ");
}

/** One required property for each piece: a model cannot pass over a second amount. */
export function rolesOf(spans: readonly MarkedSpan[]): z.ZodType<Readonly<Record<string, SpanRole>>> {
  return z.strictObject(Object.fromEntries(spans.map(({ id, kind }) => [id, z.enum(spanRoles[kind])])));
}
