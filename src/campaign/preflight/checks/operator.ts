import type { AuthorizedOperator } from "../../../protocol/well-known/authorized-operators.ts";
import type { Check } from "../facts.ts";

/** A brand that publishes who may buy for it and does not name us for these days and countries: its sellers may turn us down. */
export const operator: Check = ({ brief, operator: us, operators }) => {
  const { domain } = brief.brand;
  if (operators === undefined || us === undefined || us === domain || us.endsWith(`.${domain}`)) return [];
  const entries = operators.filter((entry) => entry.domain === us.toLowerCase());
  const during = entries.filter((entry) => isInForce(entry, brief.flight));
  const left = brief.countries.filter(
    (country) => !during.some(({ countries }) => countries?.includes(country) ?? true),
  );
  const what =
    entries.length === 0
      ? `${domain} publishes who may buy for it, and ${us} is not among them.`
      : during.length === 0
        ? `${domain} lets ${us} buy for it, but not on every day of the flight.`
        : left.length > 0
          ? `${domain} lets ${us} buy for it, but not in ${left.join(", ")}.`
          : undefined;
  if (what === undefined) return [];
  const todo = `Ask the brand to name ${us} under authorized_operators in its brand.json: sellers may look there.`;
  return [{ result: "note", where: "brand.domain", what, todo }];
};

/** An entry with times of day holds for the days that they are in. */
function isInForce(
  { from = "", until }: AuthorizedOperator,
  { start, end }: { readonly start: string; readonly end: string },
): boolean {
  return from.slice(0, 10) <= start && (until === undefined || end <= until.slice(0, 10));
}
