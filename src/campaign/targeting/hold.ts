import type { Offer } from "../model/offers/offer.ts";
import type { Constraint, ConstraintField, PackageTerms, Targetable } from "../model/people/targeting.ts";

/** How an offer holds one thing that a brief asks for. */
export type Hold = (offer: Offer) => Constraint;

/** What an order can say for a constraint, where the seller takes it. */
export interface Wanted {
  readonly field: ConstraintField;
  readonly hard?: true;
  /** Whether a package can be kept to it, by its seller's word; undefined where it does not say. */
  readonly can: (targetable: Targetable) => boolean | undefined;
  /** What is asked for, as a clause: `at most 3 times a week`. */
  readonly words: string;
  readonly overlay: NonNullable<PackageTerms["targeting_overlay"]>;
}

/** Enforced on the wire by sellers that say they can; asked of the others in words, where they do not say that they cannot. */
export function byOrder({ field, hard, can, words, overlay }: Wanted): Hold {
  const own = { field, ...(hard && { hard }) };
  return ({ targetable = {} }) => {
    const takes = can(targetable);
    if (takes === true)
      return { ...own, held: "wire", reason: `${words}, by the order`, sent: { targeting_overlay: overlay } };
    // What is insisted on and nobody promises to keep is not enforced by asking for it.
    const enforced = takes === false || hard === true ? "none" : "brief";
    const why =
      takes === false
        ? "its seller does not take that as targeting"
        : "its seller does not say that it takes that as targeting";
    return { ...own, held: enforced, reason: `${words}: ${why}` };
  };
}
