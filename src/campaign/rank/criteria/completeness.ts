import type { Offer } from "../../model/offers/offer.ts";
import type { Criterion } from "../criterion.ts";

/** The part of what a buyer needs to know that the seller states. */
export const completeness: Criterion = {
  name: "completeness",
  weight: 10,
  scoreFor: () => (offer) => {
    const absent = needed.filter(([, isReported]) => !isReported(offer));
    if (absent.length === 0) return complete;
    const present = needed.length - absent.length;
    return {
      value: present / needed.length,
      reason: `states ${present} of ${needed.length}; not: ${absent.map(([name]) => name).join(", ")}`,
    };
  },
};

const needed: readonly (readonly [string, (offer: Offer) => boolean])[] = [
  ["price", (offer) => offer.cpm !== undefined],
  ["forecast", (offer) => offer.impressions !== undefined],
  ["delivery type", (offer) => offer.deliveryType !== undefined],
  ["channels", (offer) => offer.channels.length > 0],
  ["formats", (offer) => offer.formats.length > 0],
  ["countries", (offer) => offer.countries !== undefined],
];
const complete = { value: 1, reason: `states ${needed.length} of ${needed.length}` };
