import type { Check } from "../facts.ts";

/** A live campaign of the brand over the same days that has the same brief or buys the same products. */
export const duplicate: Check = ({ brief, briefDigest, products, earlier }) =>
  earlier.flatMap((other) => {
    const { start, end } = other.flight;
    if (!other.live || end < brief.flight.start || start > brief.flight.end) return [];
    const shared = products.filter((product) => other.products.includes(product));
    const same = other.briefDigest === briefDigest;
    if (!same && shared.length === 0) return [];
    const what = same ? "has the same brief" : `buys ${shared.length} of the same products`;
    return [
      {
        result: "ask",
        where: "campaign",
        what: `${other.id} ("${other.name}") ${what} and is live from ${start} to ${end}.`,
        todo: "Agree if both are meant; else reject, and go on with the other one.",
      },
    ];
  });
