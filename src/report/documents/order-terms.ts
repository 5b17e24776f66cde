import { z } from "zod";
import { type Described, fields } from "../../lib/described.ts";
import type { Fact } from "../blocks/document.ts";

const line = z.string().min(1).max(200);

const partyFields = {
  name: line.describe("as it stands in the register"),
  address: line,
  vat_id: line,
  contact: line.describe("who signs or answers"),
  mail: z.email(),
  phone: line,
  invoices_to: line.describe("who gets the invoices, and where"),
  purchase_order: line.describe("an advertiser's own number for the order"),
};
const termFields = {
  terms: line.describe("the standard terms that hold, with their version, or where they are attached"),
  payment_days: z.int().min(0).max(365).describe("days after the invoice until it is paid"),
  cancellation: line.describe("how long before the first day an order may be ended, and at what cost"),
  late_creatives: line.describe("what holds where creatives come late"),
  counted_by: line.describe("whose count is paid: the seller's, or a third party's by name"),
  discrepancy: line.describe("how far the counts may be apart"),
  tax: line.describe("whether taxes are part of the amounts"),
};

/** What insertion orders say beside what is bought: who the parties are, and by what terms. */
export const orderTermsSchema = fields({
  parties: z
    .record(z.string(), fields(partyFields).partial())
    .describe("by domain: the operator (agency, where it has none), advertisers and sellers"),
  ...termFields,
}).partial();
export type OrderTerms = Described<typeof orderTermsSchema>;
export type PartyField = keyof typeof partyFields;
export type TermField = keyof typeof termFields;
export type DetailField = PartyField | TermField;

// The keys of an object are strings to the compiler; these are the tables' own.
export const termNames = Object.keys(termFields) as TermField[];
const partyNames = Object.keys(partyFields) as PartyField[];

/** Without these nobody can sign; the others are left out where they are not set. */
const needed: readonly TermField[] = [
  "terms",
  "payment_days",
  "cancellation",
  "counted_by",
  "discrepancy",
  "tax",
];
const neededOfParty: readonly PartyField[] = ["name", "address", "contact"];

export const roles = ["agency", "client", "vendor"] as const;
export type Role = (typeof roles)[number];

/** Who signs an order, or for whom it is, and the name that its details are kept under. */
export interface Party {
  readonly role: Role;
  readonly key: string;
}

/** The agency's details where no operator is named. */
const unnamedAgency = "agency";

/** The parties of an order. The agency goes by its operator's domain, or by none. */
export function partiesOf(
  { operator, terms }: { readonly operator?: string | undefined; readonly terms?: OrderTerms | undefined },
  advertiser: string | undefined,
  sellerIds: readonly string[],
): Party[] {
  const own = operator !== undefined && (terms?.parties?.[operator] || !terms?.parties?.[unnamedAgency]);
  return [
    { role: "agency", key: own ? operator : unnamedAgency },
    ...(advertiser === undefined ? [] : [{ role: "client" as const, key: advertiser }]),
    ...[...new Set(sellerIds)].map((key) => ({ role: "vendor" as const, key })),
  ];
}

/** What a party is asked for: an order number is the client's alone. */
export function fieldsOfParty(role: Role): readonly PartyField[] {
  return partyNames.filter((field) => field !== "purchase_order" || role === "client");
}

/** A detail without which an order cannot be signed; one of the terms where it is no party's. */
export interface MissingDetail {
  readonly party?: Party;
  readonly field: DetailField;
}

export function missingDetails(given: OrderTerms, all: readonly Party[]): MissingDetail[] {
  const { parties = {}, ...terms } = given;
  return [
    ...all.flatMap((party) =>
      neededOfParty
        .filter((field) => parties[party.key]?.[field] === undefined)
        .map((field) => ({ party, field })),
    ),
    ...needed.filter((field) => terms[field] === undefined).map((field) => ({ field })),
  ];
}

/** As documents name what they say. */
export const detailNames: Readonly<Record<DetailField, string>> = {
  name: "legal name",
  address: "address",
  vat_id: "VAT id",
  contact: "contact",
  mail: "e-mail",
  phone: "telephone",
  invoices_to: "invoices to",
  purchase_order: "purchase order",
  terms: "standard terms",
  payment_days: "payment",
  cancellation: "cancellation",
  late_creatives: "late creatives",
  counted_by: "counted by",
  discrepancy: "discrepancy allowed",
  tax: "taxes",
};

/** `Vendor harbour.example: address, contact`, a sentence for each party and one for the terms. */
export function missingWords(missing: readonly MissingDetail[]): string[] {
  const words = new Map<string, string[]>();
  for (const { party, field } of missing) {
    const whose =
      party === undefined ? "terms" : party.role === "agency" ? "agency" : `${party.role} ${party.key}`;
    words.set(whose, [...(words.get(whose) ?? []), detailNames[field]]);
  }
  return [...words].map(([whose, names]) => `${whose}: ${names.join(", ")}`);
}

/** The terms that are set as a page says them, in their usual order. */
export function termFacts(terms: OrderTerms): Fact[] {
  return termNames.flatMap((field) => {
    const { [field]: said } = terms;
    if (said === undefined) return [];
    const words = typeof said === "number" ? `${said} days after the invoice` : said;
    return [[detailNames[field].replace(/^./, (letter) => letter.toUpperCase()), words] as const];
  });
}
