import { z } from "zod";
import { fields } from "../../lib/described.ts";
import type { Fact } from "../blocks/document.ts";

const line = z.string().min(1).max(200);

const partySchema = fields({
  name: line.describe("as it stands in the register"),
  address: line,
  vat_id: line,
  contact: line.describe("who signs or answers"),
  mail: z.email(),
  phone: line,
  purchase_order: line.describe("an advertiser's own number for the order"),
}).partial();

/** What insertion orders say beside what is bought: who the parties are, and by what terms. */
export const orderTermsSchema = fields({
  parties: z.record(z.string(), partySchema).describe("by domain: the operator, advertisers and sellers"),
  terms: line.describe("the standard terms that hold, with their version, or where they are attached"),
  payment_days: z.int().min(0).max(365).describe("days after the invoice until it is paid"),
  cancellation: line.describe("how long before the first day an order may be ended, and at what cost"),
  late_creatives: line.describe("what holds where creatives come late"),
  counted_by: line.describe("whose count is paid: the seller's, or a third party's by name"),
  discrepancy: line.describe("how far the counts may be apart"),
  tax: line.describe("whether taxes are part of the amounts"),
}).partial();
export type OrderTerms = z.output<typeof orderTermsSchema>;

/** Without these nobody can sign; the others are left out where they are not set. */
const needed = ["terms", "payment_days", "cancellation", "counted_by", "discrepancy", "tax"] as const;
const neededOfParty = ["name", "address", "contact"] as const;

/** What has to be set before an order between these parties, by their domains, can be signed: each as its place under `orders`. */
export function missingTerms(
  { parties = {}, ...terms }: OrderTerms,
  domains: readonly (string | undefined)[],
): string[] {
  const ofParties = domains.flatMap((domain) =>
    domain === undefined
      ? ["operator (your agency's domain)"]
      : neededOfParty
          .filter((field) => parties[domain]?.[field] === undefined)
          .map((field) => `orders.parties.${domain}.${field}`),
  );
  return [
    ...ofParties,
    ...needed.filter((field) => terms[field] === undefined).map((field) => `orders.${field}`),
  ];
}

/** The terms that are set as a page says them, in their usual order. */
export function termFacts(terms: OrderTerms): Fact[] {
  const { payment_days: days } = terms;
  const facts = [
    ["Standard terms", terms.terms],
    ["Payment", days === undefined ? undefined : `${days} days after the invoice`],
    ["Cancellation", terms.cancellation],
    ["Late creatives", terms.late_creatives],
    ["Counted by", terms.counted_by],
    ["Discrepancy allowed", terms.discrepancy],
    ["Taxes", terms.tax],
  ] as const;
  return facts.flatMap(([name, words]) => (words === undefined ? [] : [[name, words] as const]));
}
