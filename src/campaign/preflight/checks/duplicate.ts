import type { Check } from "../facts.ts";

/**
 * A live campaign of the brand with the same name, whose brief may have been changed and run again; or over the same days with
 * the same brief or the same products.
 */
export const duplicate: Check = ({ brief, briefDigest, products, earlier }) =>
  earlier.flatMap((other) => {
    const { start, end } = other.flight;
    if (!other.live) return [];
    const isNamesake = nameOf(other) === nameOf(brief);
    const isLater = end < brief.flight.start || start > brief.flight.end;
    const shared = products.filter((product) => other.products.includes(product));
    const same = other.briefDigest === briefDigest;
    if (!isNamesake && (isLater || (!same && shared.length === 0))) return [];
    const what = same
      ? "has the same brief"
      : isNamesake
        ? "has the same name and another brief"
        : `buys ${shared.length} of the same products`;
    return {
      result: "ask",
      where: "campaign",
      what: `${other.id} ("${other.name}") ${what} and is live from ${start} to ${end}.`,
      todo: "Agree if both are meant; else reject, and go on with the other one.",
    };
  });

function nameOf({ name }: { readonly name: string }): string {
  return name.trim().toLowerCase();
}
