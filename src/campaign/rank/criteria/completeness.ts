import type { Offer } from "../../quote/offer.ts";
import type { Criterion } from "../criterion.ts";

/** The part of what a buyer needs to know that the seller has told. */
export const completeness: Criterion = {
  name: "completeness",
  weight: 10,
  score(offer) {
    const absent = needed.filter(([, isTold]) => !isTold(offer)).map(([name]) => name);
    const told = needed.length - absent.length;
    return {
      value: told / needed.length,
      reason: `tells ${told} of ${needed.length}${absent.length > 0 ? `; not: ${absent.join(", ")}` : ""}`,
    };
  },
};

const needed: readonly (readonly [string, (offer: Offer) => boolean])[] = [
  ["price", (offer) => offer.cpm !== undefined],
  ["forecast", (offer) => offer.impressions !== undefined],
  ["delivery type", (offer) => offer.deliveryType !== undefined],
  ["channels", (offer) => offer.channels.length > 0],
  ["formats", (offer) => offer.formats.length > 0],
  ["description", (offer) => offer.description !== ""],
];
