import type { TrackRecord } from "../../model/learned/track-record.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { Criterion, Score } from "../criterion.ts";

type Scored = ReturnType<Score>;

/**
 * How sure delivery and price are: the kind of sale, less up to half for the width of the forecast, and again for the price's.
 * A seller's record then moves it: the best there is halves what is left to certainty, the worst halves the certainty.
 */
export const certainty: Criterion = {
  name: "certainty",
  weight: 15,
  scoreFor: ({ trackRecords = [] }) => {
    const records = new Map(trackRecords.map((record) => [record.sellerId, record]));
    return (offer) => {
      const kind = kindOf(offer);
      const forecast = forecastWidth(offer);
      const over = overMiddle(offer);
      const record = records.get(offer.sellerId);
      const value = kind.value * (1 - forecast.value / 2) * (1 - over / 2);
      const reason = `${kind.reason}; ${forecast.reason}${over > 0 ? `; ${percent(over)} of the highest price is uncertain` : ""}`;
      return record === undefined
        ? { value, reason }
        : { value: moved(value, record.standing), reason: `${reason}; ${recordWords(record)}` };
    };
  },
};

/** 0 moves nothing. Rises with both, so that neither a surer offer nor a better record ever counts for less. */
function moved(value: number, recordScore: number): number {
  return recordScore < 0 ? value * (1 + recordScore / 2) : value + ((1 - value) * recordScore) / 2;
}

function recordWords({ buys, campaigns, delivery, standing: recordScore }: TrackRecord): string {
  const delivered =
    delivery.average === undefined
      ? "nothing delivered yet"
      : `${percent(delivery.average)} delivered of what was ordered`;
  return `record ${recordScore < 0 ? "" : "+"}${recordScore.toFixed(2)} of 1 from ${campaigns} earlier campaigns with ${buys} buys, ${delivered}`;
}

const auction: Scored = { value: 0.3, reason: "auction: impressions must be won" };
const guaranteed: Scored = { value: 1, reason: "delivery is guaranteed" };
const notGuaranteed: Scored = { value: 0.6, reason: "fixed price without guarantee" };
const unsaid: Scored = {
  value: 0.5,
  reason: "fixed price; does not say whether delivery is guaranteed",
};

function kindOf(offer: Offer): Scored {
  if (offer.auction) return auction;
  switch ((offer.deliveryType ?? "").toLowerCase().replaceAll("-", "_")) {
    case "guaranteed":
      return guaranteed;
    case "non_guaranteed":
      return notGuaranteed;
    default:
      return unsaid;
  }
}

/** 0 where one figure is given, 1 where it may be none, or where there is no forecast. */
function forecastWidth({ impressions }: Offer): Scored {
  if (impressions === undefined) return { value: 1, reason: "no forecast" };
  const { low, high } = impressions;
  if (high <= 0) return { value: 1, reason: "forecast of no impressions" };
  const value = (high - low) / (high + low);
  return { value, reason: `forecast within ${percent(value)} of its middle` };
}

/** 0 to 1: the part of the highest price by which it may go over the expected one. The same at any scale of prices. */
function overMiddle({ cpm }: Offer): number {
  if (cpm === undefined || !(cpm.high > 0)) return 0;
  return Math.round((1 - cpm.mid / cpm.high) * 1e6) / 1e6;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
