import type { FeasibilityFacts } from "./facts.ts";
import type { FeasibilityFinding } from "./finding.ts";
import { neededFor } from "./needed.ts";
import { populationSource } from "./populations.ts";
import { exact, floored, rounded, roundedApart } from "./words.ts";

/** Countries have grown since they were counted: a reach just over the table's figure is a doubt and no contradiction. */
const growth = 1.1;

/** Whether as many people live there. Undefined where the target speaks of no people, or the countries are not known. */
export function checkPeople(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const { brief, population } = facts;
  const needed = neededFor(facts);
  if (needed?.people === undefined || population === undefined) return undefined;
  const { people } = needed;
  const where = brief.countries.join(", ");
  const [reached, living] = roundedApart(people, population);
  const whom =
    brief.kpi?.metric === "reach"
      ? `a reach of ${reached} people`
      : `${rounded(needed.impressions)} impressions at its frequency are contacts with ${reached} people`;
  const text = `${whom}; ${living} live in ${where} (${populationSource})`;
  if (people <= population) return { check: "people", result: "holds", text, remedies: [] };
  const fewer =
    brief.kpi?.metric === "reach"
      ? `a reach of at most ${exact(floored(population))} people`
      : `a target of at most ${exact(floored(population * needed.contacts))} impressions`;
  return {
    check: "people",
    result: people > population * growth ? "contradicts" : "doubtful",
    text,
    remedies: [fewer, "more countries"],
  };
}
