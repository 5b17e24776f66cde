import type { Offer } from "../../quote/offer.ts";
import type { Criterion } from "../criterion.ts";

/** How sure delivery is: the kind of sale, less up to half for the width of the forecast. */
export const certainty: Criterion = {
  name: "certainty",
  weight: 15,
  score(offer) {
    const kind = kindOf(offer);
    const { width, reason } = forecastWidth(offer);
    return { value: kind.value * (1 - width / 2), reason: `${kind.reason}; ${reason}` };
  },
};

function kindOf(offer: Offer): { value: number; reason: string } {
  if (offer.auction) return { value: 0.3, reason: "auction: impressions must be won" };
  switch ((offer.deliveryType ?? "").toLowerCase().replaceAll("-", "_")) {
    case "guaranteed":
      return { value: 1, reason: "delivery is guaranteed" };
    case "non_guaranteed":
      return { value: 0.6, reason: "fixed price without guarantee" };
    default:
      return { value: 0.5, reason: "fixed price; does not say whether delivery is guaranteed" };
  }
}

/** 0 where one figure is given, 1 where it may be none, or where there is no forecast. */
function forecastWidth({ impressions }: Offer): { width: number; reason: string } {
  if (impressions === undefined) return { width: 1, reason: "no forecast" };
  const { low, high } = impressions;
  if (high <= 0) return { width: 1, reason: "forecast of no impressions" };
  const width = (high - low) / (high + low);
  return { width, reason: `forecast within ${Math.round(width * 100)} % of its middle` };
}
