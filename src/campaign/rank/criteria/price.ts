import { currencyDigits, formatMoney, money } from "../../../lib/money.ts";
import { benchmark, wantedChannels } from "../benchmarks.ts";
import type { Criterion, RankContext } from "../criterion.ts";

/** 0.5 at the anchor, towards 1 for free, towards 0 for dear. The anchor is the brief's own target where it names one. */
export const price: Criterion = {
  name: "price",
  weight: 35,
  score(offer, context) {
    if (offer.cpm === undefined) return { value: 0, reason: "no price on a common scale" };
    const { currency } = context.brief.budget;
    const anchor = targetCpm(context) ?? benchmark(wantedChannels(offer.channels, context), context);
    const show = (minor: number) => formatMoney(money(Math.round(minor), currency));
    return {
      value: anchor.cpm / (anchor.cpm + offer.cpm.mid),
      reason: `${show(offer.cpm.mid)} for 1,000 impressions against ${show(anchor.cpm)}, ${anchor.basis}`,
    };
  },
};

function targetCpm({ brief }: RankContext) {
  if (brief.kpi?.metric !== "cpm" || !(brief.kpi.target > 0)) return undefined;
  return { cpm: brief.kpi.target * 10 ** currencyDigits(brief.budget.currency), basis: "the brief's target" };
}
