import { formatCount } from "../../lib/english.ts";
import { currencyDigits, formatMinor } from "../../lib/money.ts";
import type { FeasibilityFinding } from "../model/decisions/preflight-finding.ts";
import { checkImpressions, rare } from "./check-impressions.ts";
import type { FeasibilityFacts } from "./facts.ts";
import { neededFor } from "./needed.ts";
import { floored, rounded, roundedApart } from "./words.ts";

/** Brief -> FeasibilityFinding[]: what its own figures say of one another. Empty where it names too few of them. */
export function checkFeasibility(facts: FeasibilityFacts): readonly FeasibilityFinding[] {
  return [checkImpressions(facts), checkPeople(facts), checkPrice(facts)].filter(
    (finding) => finding !== undefined,
  );
}

/** Countries have grown since they were counted: a reach just over the table's figure is a doubt and no contradiction. */
const growth = 1.1;

/** Whether as many people live there. Undefined where the target names no people, or the countries are not known. */
export function checkPeople(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const { brief, universe } = facts;
  const needed = neededFor(facts);
  if (needed?.people === undefined || universe === undefined) return undefined;
  const { people } = needed;
  const { people: population, where, source } = universe;
  const [reached, living] = roundedApart(people, population);
  const whom =
    brief.kpi?.metric === "reach"
      ? `a reach of ${reached} people`
      : `${rounded(needed.impressions)} impressions at its frequency are contacts with ${reached} people`;
  const text = `${whom}; ${living} live in ${where} (${source})`;
  if (people <= population) return { check: "people", result: "holds", text, remedies: [] };
  const fewer =
    brief.kpi?.metric === "reach"
      ? `a reach of at most ${formatCount(floored(population))} people`
      : `a target of at most ${formatCount(floored(population * needed.contacts))} impressions`;
  return {
    check: "people",
    result: people > population * growth ? "contradicts" : "doubtful",
    text,
    remedies: [fewer, "more countries"],
  };
}

/** Whether the brief's price is one that media is sold at. Undefined where nothing stands against it. */
export function checkPrice({ brief, usualPrice }: FeasibilityFacts): FeasibilityFinding | undefined {
  const { limits, kpi, budget } = brief;
  const aim =
    kpi?.metric === "cpm" && kpi.target ? kpi.target * 10 ** currencyDigits(budget.currency) : undefined;
  const named = Math.min(limits.maxCpm?.minor ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY);
  if (usualPrice === undefined || !(named < usualPrice.cpm * rare)) return undefined;
  const usual = formatMinor(usualPrice.cpm, budget.currency);
  return {
    check: "price",
    result: "doubtful",
    text: `${formatMinor(named, budget.currency)} CPM is less than half of ${usual}, ${usualPrice.basis}: few offers will be under it`,
    remedies: [`a price nearer to ${usual}`, "channels that cost less"],
  };
}
