import { benchmark } from "../benchmarks.ts";
import type { Criterion, RankContext } from "../criterion.ts";

/** The part of the impressions needed that the offer could deliver by itself; 1 when it could deliver all of them. */
export const scale: Criterion = {
  name: "scale",
  weight: 15,
  score(offer, context) {
    if (offer.impressions === undefined) return { value: 0, reason: "no forecast of impressions" };
    const need = impressionsNeeded(context);
    if (!(need.impressions > 0)) return { value: 1, reason: "nothing is needed" };
    const value = Math.min(1, offer.impressions.mid / need.impressions);
    return {
      value,
      reason: `${count(offer.impressions.mid)} of ${count(need.impressions)} impressions needed (${need.basis})`,
    };
  },
};

function impressionsNeeded(context: RankContext) {
  const { brief } = context;
  if (brief.kpi?.metric === "impressions")
    return { impressions: brief.kpi.target, basis: "the brief's target" };
  const usual = benchmark(brief.channels, context);
  return {
    impressions: (brief.budget.minor / usual.cpm) * 1000,
    basis: `what the budget buys at the price ${usual.basis}`,
  };
}

function count(impressions: number): string {
  return Math.round(impressions).toLocaleString("en-US");
}
