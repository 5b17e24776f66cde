import type { CampaignState } from "../state.ts";
import type { Feedback } from "./feedback.ts";
import { reckonIndex } from "./index/reckon-index.ts";

/** Outcome[] -> Feedback[]: the index of each buy over the whole flight, where no delivery is known by package and day. */
export function performanceIndex({ outcomes = [], delivery }: CampaignState): Feedback[] {
  if (delivery.length > 0) return [];
  return outcomes.flatMap(({ mediaBuyId, sellerId, period, currency, planned, daily, findings }) => {
    if (planned.impressions === undefined || planned.spendMinor === 0 || findings.length > 0) return [];
    const { narrow, ...index } = reckonIndex({
      measure: { source: "seller", metric: "impressions" },
      currency,
      days: daily.map(({ date, impressions, spendMinor }) => ({ date, outcomes: impressions, spendMinor })),
      expectation: {
        outcomes: planned.impressions,
        spendMinor: planned.spendMinor,
        basis: "the plan's forecast",
      },
    });
    return narrow ? [{ mediaBuyId, sellerId, period, ...index }] : [];
  });
}
