import { grouped } from "../../../lib/english.ts";
import { benchmarkFor } from "../benchmarks.ts";
import type { Criterion, RankContext } from "../criterion.ts";

/** The part of the impressions needed that the offer could deliver by itself; 1 when it could deliver all of them. */
export const scale: Criterion = {
  name: "scale",
  weight: 15,
  scoreFor(context) {
    const need = impressionsNeeded(context);
    const needed = `${grouped(Math.round(need.impressions))} impressions needed (${need.basis})`;
    return ({ impressions }) => {
      if (impressions === undefined) return { value: 0, reason: "no forecast of impressions" };
      if (!(need.impressions > 0)) return { value: 1, reason: "nothing is needed" };
      return {
        value: Math.min(1, impressions.mid / need.impressions),
        reason: `${grouped(Math.round(impressions.mid))} of ${needed}`,
      };
    };
  },
};

function impressionsNeeded(context: RankContext) {
  const { brief } = context;
  const { metric, target } = brief.kpi ?? {};
  if (metric === "impressions" && target !== undefined)
    return { impressions: target, basis: "the brief's target" };
  const usual = benchmarkFor(context)(brief.channels);
  return {
    impressions: (brief.budget.minor / usual.cpm) * 1000,
    basis: `what the budget buys at the price ${usual.basis}`,
  };
}
