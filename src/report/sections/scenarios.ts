import type { Scenario } from "../../campaign/plan/scenarios.ts";
import type { Report } from "../report-schema.ts";
import { describeProof, describeReach } from "./estimates.ts";

/** What else could be done with the budget, where somebody has reckoned it. */
export interface WithScenarios {
  readonly scenarios?: readonly Scenario[];
}

export function describeScenarios({ scenarios = [] }: WithScenarios): Report["scenarios"] {
  if (scenarios.length === 0) return undefined;
  return scenarios.map(
    ({ name, change, total, lines, sellers, expectedImpressions, reach, proof, conflict, differences }) => ({
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
      ...(conflict && { conflict: conflict.wishes.map(({ text }) => text) }),
      differences,
    }),
  );
}
