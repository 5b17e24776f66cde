import type { Money } from "../../lib/money.ts";
import type { Brief } from "../brief/brief.ts";
import type { Offer, Range } from "../quote/offer.ts";
import type { Ranking } from "../rank/ranking.ts";
import { expectedImpressions } from "./expected-impressions.ts";
import { lineDifferences } from "./line-differences.ts";
import { makePlan, type PlanRequest } from "./make-plan.ts";
import type { Conflict, Plan, Proof, ReachEstimate } from "./plan.ts";
import { type Asked, applyChange, type Change, changeText } from "./scenario-change.ts";

/** The plan as it would be if something of the brief were otherwise. Nothing of it is decided. */
export interface Scenario {
  readonly name: string;
  /** What is otherwise, in words. */
  readonly change: string;
  readonly total: Money;
  readonly lines: number;
  readonly sellers: number;
  readonly expectedImpressions: Range;
  readonly reach?: ReachEstimate;
  readonly proof?: Proof;
  /** Where no plan is possible: why. */
  readonly conflict?: Conflict;
  /** Against the plan, line by line. */
  readonly differences: string[];
}

export interface ScenarioRequest {
  readonly name: string;
  /** All of them together. */
  readonly changes: readonly Change[];
}

/** Splits the budget anew for each request, from the offers that are known: no seller is asked. */
export async function scenarios(
  requests: readonly ScenarioRequest[],
  { plan, request }: { readonly plan: Plan; readonly request: PlanRequest },
): Promise<Scenario[]> {
  const made: Scenario[] = [];
  for (const { name, changes } of requests) {
    const asked = changes.reduce<Asked>((before, change) => applyChange(change, before), request);
    const other = await makePlan(requestUnder(asked, request));
    const texts = changes.map((change) => changeText(change, request.brief));
    made.push({
      ...scenarioOf(other, request.offers, name, texts.join("; ")),
      differences: differencesFrom(plan, other, request.offers),
    });
  }
  return made;
}

/** The plan itself, told as the scenarios beside it are. */
export function scenarioOf(plan: Plan, offers: readonly Offer[], name: string, change: string): Scenario {
  const { total, lines, reach, proof, conflict } = plan;
  return {
    name,
    change,
    total,
    lines: lines.length,
    sellers: new Set(lines.map(({ sellerId }) => sellerId)).size,
    expectedImpressions: expectedImpressions(lines, offers),
    ...(reach && { reach }),
    ...(proof && { proof }),
    ...(conflict && { conflict }),
    differences: [],
  };
}

function requestUnder({ brief, offers }: Asked, request: PlanRequest): PlanRequest {
  const known = new Set(offers.map(({ id }) => id));
  const rankUnder = (other: Brief): Ranking => {
    const ranking = request.rankUnder?.(other) ?? request.ranking;
    return { ...ranking, rows: ranking.rows.filter(({ offerId }) => known.has(offerId)) };
  };
  return { ...request, brief, offers, ranking: rankUnder(brief), rankUnder };
}

function differencesFrom(plan: Plan, other: Plan, offers: readonly Offer[]): string[] {
  if (other.lines.length === 0) return ["nothing is bought", ...other.binding];
  const differences = lineDifferences(plan, other, offers);
  return differences.length === 0 ? ["the same packages for the same amounts"] : [...differences];
}
