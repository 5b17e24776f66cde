/** What an offer's texts tried, as one sentence; none where they tried nothing. */
export function triedNotes(tried: readonly string[] | undefined): string[] {
  return tried === undefined || tried.length === 0 ? [] : [`Its texts try something: ${tried.join(", ")}.`];
}
