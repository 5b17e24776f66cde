import { z } from "zod";
import { type Described, fields } from "../../blocks/schema.ts";

export const authorisationSchema = fields({
  standing: z.enum(["authorised", "not-authorised", "unknown"]),
  reason: z.string(),
}).describe("what the publishers' adagents.json say of the seller");

/** What a reader must know of a publisher's word: nothing where it lets the seller sell. */
export function authorisationNotes(
  authorisation: Described<typeof authorisationSchema> | undefined,
): string[] {
  if (authorisation === undefined || authorisation.standing === "authorised") return [];
  return authorisation.standing === "not-authorised"
    ? [`Not authorised: ${authorisation.reason}.`]
    : [`Authorisation not known, a policy may ask a person: ${authorisation.reason}.`];
}
