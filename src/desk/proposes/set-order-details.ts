import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { each, fields } from "../../lib/described.ts";
import { orderTermsSchema } from "../../report/documents/order-terms.ts";
import { changeOrderDetails, laidOver } from "../files/order-details.ts";
import { operation } from "../operation.ts";

const longest = 2_000;
const typedSchema = z.record(z.string(), z.string().max(longest));

/** Keeps what somebody has filled in of parties and terms, for all orders to come; nothing of it where one part cannot be taken. */
export const setOrderDetails = operation({
  input: fields({
    parties: z.record(z.string(), typedSchema).describe("as typed, by the party's domain; empty: not known"),
    terms: typedSchema.describe("as typed"),
  }),
  output: fields({
    problems: each({
      party: z.string().optional().describe("absent: one of the terms"),
      field: z.string(),
      why: z.enum(["mail", "days", "other"]),
    }),
  }),
  needsOperator: () => false,
  run: async (desk, { parties, terms }) => {
    const { payment_days: payment, ...own } = filledIn(terms);
    const read = orderTermsSchema.safeParse({
      ...own,
      ...(payment !== undefined && { payment_days: daysIn(payment) }),
      parties: ofEach(parties, filledIn),
    });
    if (!read.success) return { problems: read.error.issues.map(({ path }) => problemAt(path)) };
    const typed = { ...emptied(terms), parties: ofEach(parties, emptied) };
    await changeOrderDetails(desk, (kept) => laidOver(laidOver(kept, typed), read.data));
    return { problems: [] };
  },
});

type Typed = z.output<typeof typedSchema>;

function ofEach<Made>(parties: Readonly<Record<string, Typed>>, make: (typed: Typed) => Made) {
  return Object.fromEntries(Object.entries(parties).map(([key, typed]) => [key, make(typed)]));
}

/** What was left empty is not known. */
function filledIn(typed: Typed): Typed {
  const clean = Object.entries(typed).map(([field, text]) => [field, cleanText(text, longest)] as const);
  return Object.fromEntries(clean.filter(([, text]) => text !== ""));
}

function emptied(typed: Typed): object {
  return Object.fromEntries(Object.keys(typed).map((field) => [field, undefined]));
}

/** `30`, `30 days` */
function daysIn(text: string): number {
  return Number(/^(\d{1,3})(?: days?| Tage?)?$/i.exec(text)?.[1] ?? Number.NaN);
}

function problemAt(path: readonly PropertyKey[]) {
  const isOfParty = path[0] === "parties";
  const field = String(path[isOfParty ? 2 : 0]);
  const why = field === "mail" ? "mail" : field === "payment_days" ? "days" : "other";
  return { ...(isOfParty && { party: String(path[1]) }), field, why } as const;
}
