import { currencyDigits, formatMoney, money } from "../../../lib/money.ts";
import type { Offer } from "../../quote/offer.ts";
import { benchmarkFor, wantedChannels } from "../benchmarks.ts";
import type { Criterion, RankContext } from "../criterion.ts";
import { inMinor } from "../in-minor.ts";

/** 0.5 at the anchor, towards 1 for free, towards 0 for dear. The anchor is the brief's own target where it names one. */
export const price: Criterion = {
  name: "price",
  weight: 35,
  scoreFor(context) {
    const { currency } = context.brief.budget;
    const scaleOf = priceScaleFor(context);
    const show = (minor: number) => formatMoney(money(Math.round(minor), currency));
    return (offer) => {
      if (offer.cpm === undefined) return { value: 0, reason: "no price on a common scale" };
      const { anchor, basis, wished } = scaleOf(offer);
      const { mid } = offer.cpm;
      const over =
        wished !== undefined && mid > wished
          ? `; over the ${show(wished)} wished for, so ${Math.round((wished / mid) * 100)} % of that counts`
          : "";
      return {
        value: priceValue(mid, { anchor, wished }),
        reason: `${show(mid)} for 1,000 impressions against ${show(anchor)}, ${basis}${over}`,
      };
    };
  },
};

/** What a price is held against, in minor units of the brief's currency for 1,000 impressions. */
export interface PriceScale {
  readonly anchor: number;
  /** The highest price that the brief wishes for, where it is a wish and no limit. */
  readonly wished?: number | undefined;
}

/** Falls with the price; past what is wished for, by as much again as it is over. */
export function priceValue(cpm: number, { anchor, wished }: PriceScale): number {
  const value = anchor / (anchor + cpm);
  return wished !== undefined && cpm > wished ? (value * wished) / cpm : value;
}

export function priceScaleFor(
  context: RankContext,
): (offer: Offer) => PriceScale & { readonly basis: string } {
  const { brief, exchange } = context;
  const { maxCpm } = brief.limits;
  const isWish = brief.soft?.includes("limits.max_cpm") === true;
  const wished =
    isWish && maxCpm !== undefined ? inMinor(maxCpm, brief.budget.currency, exchange) : undefined;
  const target = targetCpm(context);
  const benchmark = benchmarkFor(context);
  return (offer) => {
    const { cpm: anchor, basis } = target ?? benchmark(wantedChannels(offer.channels, context));
    return { anchor, basis, wished };
  };
}

function targetCpm({ brief }: RankContext) {
  if (brief.kpi?.metric !== "cpm" || !(brief.kpi.target > 0)) return undefined;
  return { cpm: brief.kpi.target * 10 ** currencyDigits(brief.budget.currency), basis: "the brief's target" };
}
