import type { Proof, ReachEstimate } from "../../campaign/plan/plan.ts";
import type { Range } from "../../campaign/quote/offer.ts";
import type { Money } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { describeProof, describeReach } from "./estimates.ts";

/** What else could be done with the budget, where somebody has reckoned it. */
export interface WithScenarios {
  readonly scenarios?: readonly {
    readonly name: string;
    readonly change: string;
    readonly total: Money;
    readonly lines: number;
    readonly sellers: number;
    readonly expectedImpressions: Range;
    readonly reach?: ReachEstimate;
    readonly proof?: Proof;
    readonly differences: readonly string[];
  }[];
}

export function describeScenarios({ scenarios = [] }: WithScenarios): Report["scenarios"] {
  if (scenarios.length === 0) return undefined;
  return scenarios.map(
    ({ name, change, total, lines, sellers, expectedImpressions, reach, proof, differences }) => ({
      name,
      change,
      total,
      lines,
      sellers,
      expectedImpressions: {
        low: expectedImpressions.low,
        mid: expectedImpressions.mid,
        high: expectedImpressions.high,
      },
      ...(reach && { reach: describeReach(reach) }),
      ...(proof && { proof: describeProof(proof) }),
      differences,
    }),
  );
}
