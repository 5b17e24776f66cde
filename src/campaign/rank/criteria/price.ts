import { inMinor } from "../../../lib/exchange.ts";
import { currencyDigits, formatMinor } from "../../../lib/money.ts";
import type { Offer } from "../../model/offers/offer.ts";
import { benchmarkFor, wantedChannels } from "../benchmarks.ts";
import type { Criterion, RankContext } from "../criterion.ts";

/** 0.5 at the anchor, towards 1 for free, towards 0 for dear. The anchor is the brief's own target where it names one. */
export const price: Criterion = {
  name: "price",
  weight: 35,
  scoreFor(context) {
    const { currency } = context.brief.budget;
    const scaleOf = priceScaleFor(context);
    const show = (minor: number) => formatMinor(minor, currency);
    return (offer) => {
      if (offer.cpm === undefined) return { value: 0, reason: "no price on a common scale" };
      const scale = scaleOf(offer);
      const { preferred } = scale;
      const { mid } = offer.cpm;
      const over =
        preferred !== undefined && mid > preferred
          ? `; over the ${show(preferred)} preferred, so ${Math.round((preferred / mid) * 100)} % of that counts`
          : "";
      return {
        value: priceValue(mid, scale),
        reason: `${show(mid)} CPM against ${scale.against}${over}`,
      };
    };
  },
};

/** What a price is compared with, in minor units of the brief's currency for 1,000 impressions. */
export interface PriceScale {
  readonly anchor: number;
  /** The highest price that the brief prefers, where it is no limit. */
  readonly preferred?: number;
}

/** Falls with the price; past the preferred one, by as much again as it is over. */
export function priceValue(cpm: number, { anchor, preferred }: PriceScale): number {
  const value = anchor / (anchor + cpm);
  return preferred !== undefined && cpm > preferred ? (value * preferred) / cpm : value;
}

/** The scale of each offer for one brief, with the words for it: it hangs on the offer's channels alone. */
export function priceScaleFor(
  context: RankContext,
): (offer: Offer) => PriceScale & { readonly against: string } {
  const { brief, exchange } = context;
  const { currency } = brief.budget;
  const { maxCpm } = brief.limits;
  const isPreference = brief.soft?.includes("limits.max_cpm") === true;
  const preferred = isPreference && maxCpm !== undefined ? inMinor(maxCpm, currency, exchange) : undefined;
  const target = targetCpm(context);
  const benchmark = benchmarkFor(context);
  const make = (channels: readonly string[]) => {
    const { cpm: anchor, basis } = target ?? benchmark(wantedChannels(channels, context));
    return { anchor, preferred, against: `${formatMinor(anchor, currency)}, ${basis}` };
  };
  const made = new Map<string, ReturnType<typeof make>>();
  return ({ channels }) => {
    const key = channels.join("\n");
    const known = made.get(key) ?? make(channels);
    made.set(key, known);
    return known;
  };
}

function targetCpm({ brief }: RankContext) {
  const { metric, target = 0 } = brief.kpi ?? {};
  if (metric !== "cpm" || !(target > 0)) return undefined;
  return { cpm: target * 10 ** currencyDigits(brief.budget.currency), basis: "the brief's target" };
}
