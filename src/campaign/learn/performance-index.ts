import type { Outcome } from "../measure/outcome.ts";
import type { Feedback } from "./feedback.ts";

/** Fewer carry no judgement. */
const fewestImpressions = 1000;

/** Reports that are not to be judged by, whatever they say. */
const doubtful: ReadonlySet<string> = new Set(["of a sandbox", "sums differ"]);

/**
 * Outcome[] -> Feedback[]: what a unit of spend brought, against what the plan expected of it; 1.0 is as planned. Buys
 * without a planned figure, with too little delivered, or with figures that are not final get no index.
 */
export function performanceIndex(outcomes: readonly Outcome[]): Feedback[] {
  return outcomes.flatMap((outcome) => {
    const { planned, delivered, findings } = outcome;
    if (planned.impressions === undefined || planned.impressions === 0 || planned.spendMinor === 0) return [];
    if (!outcome.final || findings.some(({ kind }) => doubtful.has(kind))) return [];
    if (delivered.impressions < fewestImpressions || delivered.spendMinor === 0) return [];
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
