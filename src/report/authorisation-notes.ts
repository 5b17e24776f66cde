import type { Report } from "./report-schema.ts";

/** What a reader must know of a publisher's word: nothing where it lets the seller sell. */
export function authorisationNotes(authorisation: Report["offers"][number]["authorisation"]): string[] {
  if (authorisation === undefined || authorisation.standing === "authorised") return [];
  return authorisation.standing === "not-authorised"
    ? [`Not authorised: ${authorisation.reason}.`]
    : [`Authorisation not known: ${authorisation.reason}.`];
}
