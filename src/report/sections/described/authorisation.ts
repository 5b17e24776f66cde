import { z } from "zod";
import type { Authorisation } from "../../../campaign/model/sellers/authorisation.ts";
import { type Described, fields } from "../../blocks/schema.ts";

export const authorisationSchema = fields({
  status: z.enum(["authorised", "not-authorised", "unknown"]),
  reason: z.string(),
}).describe("what the publishers' adagents.json say of the seller");

/** As the ledger has it, in the words of the report. */
export function describeAuthorisation(authorisation: Authorisation | undefined) {
  return authorisation && { status: authorisation.standing, reason: authorisation.reason };
}

/** What a reader must know of a publisher's word: nothing where it lets the seller sell. */
export function authorisationNotes(authorisation: Described<typeof authorisationSchema> | undefined) {
  if (authorisation === undefined || authorisation.status === "authorised") return [];
  return authorisation.status === "not-authorised"
    ? [`Not authorised: ${authorisation.reason}.`]
    : [`Authorisation not known, a policy may ask a person: ${authorisation.reason}.`];
}
