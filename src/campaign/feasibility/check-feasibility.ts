import { checkImpressions } from "./check-impressions.ts";
import { checkPeople } from "./check-people.ts";
import { checkPrice } from "./check-price.ts";
import type { FeasibilityFacts } from "./facts.ts";
import type { FeasibilityFinding } from "./finding.ts";

/** Brief -> FeasibilityFinding[]: what its own figures say of one another. Empty where it names too few of them. */
export function checkFeasibility(facts: FeasibilityFacts): readonly FeasibilityFinding[] {
  return [checkImpressions(facts), checkPeople(facts), checkPrice(facts)].filter(
    (finding) => finding !== undefined,
  );
}
