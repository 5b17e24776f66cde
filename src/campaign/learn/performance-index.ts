import type { Outcome } from "../measure/outcome.ts";
import type { CampaignState } from "../state.ts";
import type { Feedback } from "./feedback.ts";

/** Figures that carry no judgement: fewer impressions, or a report with findings. */
const fewestImpressions = 1000;

/**
 * Outcome[] -> Feedback[]: what a unit of spend brought, against what the plan expected of it; 1.0 is as planned. Buys
 * without a planned figure, with too little delivered, or with a doubtful report get no index.
 */
export function performanceIndex(state: CampaignState): Feedback[] {
  return (state.outcomes ?? []).flatMap((outcome) => {
    const { planned, delivered, findings } = outcome;
    if (planned.impressions === undefined || planned.impressions === 0 || planned.spendMinor === 0) return [];
    if (delivered.impressions < fewestImpressions || delivered.spendMinor === 0 || findings.length > 0)
      return [];
    const achieved = delivered.impressions / delivered.spendMinor;
    const expected = planned.impressions / planned.spendMinor;
    const index = Math.round((achieved / expected) * 1000) / 1000;
    return [
      {
        mediaBuyId: outcome.mediaBuyId,
        sellerId: outcome.sellerId,
        period: outcome.period,
        performanceIndex: index,
        formula: `impressions per unit of spend: (${figuresOf(delivered.impressions, delivered.spendMinor, outcome)}) / (${figuresOf(planned.impressions, planned.spendMinor, outcome)}) = ${index}`,
      },
    ];
  });
}

function figuresOf(impressions: number, spendMinor: number, { currency }: Outcome): string {
  return `${impressions.toLocaleString("en-US")} / ${currency} ${(spendMinor / 100).toLocaleString("en-US")}`;
}
