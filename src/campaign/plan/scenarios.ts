import type { Brief } from "../../brief/brief.ts";
import { formatMoney, type Money, subtract, sum } from "../../lib/money.ts";
import type { Offer, Range } from "../model/offers/offer.ts";
import type { Plan, PlanLine } from "../model/offers/plan.ts";
import type { Ranking } from "../model/offers/ranking.ts";
import { limitBrokenBy } from "./allocate.ts";
import { type PlanRequest, splitBudget } from "./make-plan.ts";
import { sellerKey } from "./order.ts";
import { expectedImpressions } from "./reach/expected-impressions.ts";
import { applyChange, type Change, changeText, type ScenarioInput } from "./scenario-change.ts";

/** The plan as it would be if something of the brief were otherwise. Nothing of it is decided. */
export interface Scenario extends Pick<Plan, "total" | "reach" | "goal" | "proof" | "conflict"> {
  readonly name: string;
  /** What is otherwise, in words. */
  readonly change: string;
  /** The same as data; none of the plan itself and of amounts that were set by hand. */
  readonly changes: readonly Change[];
  readonly lines: number;
  readonly sellers: number;
  readonly expectedImpressions: Range;
  /** Against the plan, line by line. */
  readonly differences: string[];
  /** The lines of `differences` as data. */
  readonly moved: readonly Moved[];
}

/** An offer with other money than the plan has for it. */
interface Moved {
  readonly product: string;
  readonly sellerId: string;
  /** Absent where the plan does not have it. */
  readonly before?: Money;
  /** Absent where it is gone. */
  readonly after?: Money;
}

export interface ScenarioRequest {
  readonly name: string;
  /** All of them together. */
  readonly changes: readonly Change[];
}

/** Splits the budget anew for each request, from the offers that are known: no seller is asked. */
export async function scenarios(
  requests: readonly ScenarioRequest[],
  basis: {
    readonly plan: Plan;
    readonly request: PlanRequest;
    /** One short line before each. */
    readonly progress?: (line: string) => void;
  },
): Promise<Scenario[]> {
  const { plan, request, progress } = basis;
  const made: Scenario[] = [];
  for (const { name, changes } of requests) {
    progress?.(`working out another plan: ${name} (${made.length + 1} of ${requests.length})`);
    const input = changes.reduce<ScenarioInput>((before, change) => applyChange(change, before), request);
    const under = requestUnder(input, request);
    const split = await splitBudget(under);
    const isOfMoney = changes.every(({ type }) => type === "budget" || type === "budget-by");
    const other = isOfMoney ? orWithLess(split, plan, under) : split;
    const texts = changes.map((change) => changeText(change, request.brief));
    made.push({
      ...scenarioOf(other, request.offers, name, texts.join("; ")),
      changes,
      differences: differencesFrom(plan, other, request.offers),
      moved: movedFrom(plan, other, request.offers),
    });
  }
  return made;
}

/** The plan itself, shown as the scenarios beside it are. */
export function scenarioOf(plan: Plan, offers: readonly Offer[], name: string, change: string): Scenario {
  const { total, lines, reach, goal, proof, conflict } = plan;
  return {
    name,
    change,
    changes: [],
    total,
    lines: lines.length,
    sellers: new Set(lines.map(sellerKey)).size,
    expectedImpressions: expectedImpressions(lines, offers),
    reach,
    goal,
    proof,
    conflict,
    differences: [],
    moved: [],
  };
}

/** More money alone never brings less: where a better quality is worth that to the new split, the plan for less money stands. */
function orWithLess(split: Plan, less: Plan, under: PlanRequest): Plan {
  const { budget } = under.brief;
  const [goal, other] = [less.goal, split.goal];
  const bringsMore = goal !== undefined && goal.expected.mid > (other?.expected.mid ?? 0);
  if (!bringsMore || (other ?? goal).metric !== goal.metric || less.total.minor > budget.minor) return split;
  const broken = limitBrokenBy(less, under);
  return broken === undefined ? { ...less, unallocated: subtract(budget, less.total) } : split;
}

/** What a changed brief is planned from, with the offers that are left. */
export function requestUnder({ brief, offers }: ScenarioInput, request: PlanRequest): PlanRequest {
  const known = new Set(offers.map(({ id }) => id));
  const rankUnder = (other: Brief): Ranking => {
    const ranking = request.rankUnder?.(other) ?? request.ranking;
    return { ...ranking, rows: ranking.rows.filter(({ offerId }) => known.has(offerId)) };
  };
  return { ...request, brief, offers, ranking: rankUnder(brief), rankUnder };
}

function differencesFrom(plan: Plan, other: Plan, offers: readonly Offer[]): string[] {
  if (other.lines.length === 0) return ["nothing is bought", ...other.binding];
  const differences = movedFrom(plan, other, offers).map(difference);
  return differences.length === 0 ? ["the same packages for the same amounts"] : differences;
}

function movedFrom(from: Plan, to: Plan, offers: readonly Offer[]): readonly Moved[] {
  const names = new Map(offers.map(({ id, name }) => [id, name]));
  const offerIds = new Set([...from.lines, ...to.lines].map(({ offerId }) => offerId));
  return [...offerIds]
    .flatMap((offerId) => {
      const [before, after] = [lineFor(from, offerId), lineFor(to, offerId)];
      const size = Math.abs(minorOf(after) - minorOf(before));
      const isSame = before !== undefined && after !== undefined && size === 0;
      const sellerId = (after ?? before)?.sellerId ?? "";
      const moved = {
        product: names.get(offerId) ?? offerId,
        sellerId,
        ...(before && { before: before.amount }),
        ...(after && { after: after.amount }),
      };
      return isSame ? [] : { size, moved };
    })
    .sort((a, b) => b.size - a.size || (difference(a.moved) < difference(b.moved) ? -1 : 1))
    .map(({ moved }) => moved);
}

function difference({ product, sellerId, before, after }: Moved): string {
  const name = `${product} (${sellerId})`;
  if (before === undefined) return after === undefined ? "" : `new: ${name} for ${formatMoney(after)}`;
  if (after === undefined) return `gone: ${name} for ${formatMoney(before)}`;
  return `${name}: ${formatMoney(before)} becomes ${formatMoney(after)}`;
}

/** The lines of an offer as one. */
function lineFor({ lines }: Plan, offerId: string): PlanLine | undefined {
  const own = lines.filter((line) => line.offerId === offerId);
  const [first] = own;
  if (first === undefined) return undefined;
  const amounts = own.map(({ amount }) => amount);
  return { ...first, amount: sum(amounts, first.amount.currency) };
}

function minorOf(line: PlanLine | undefined): number {
  return line?.amount.minor ?? 0;
}

/** What a planner is asked first: less money, more money, without whom most rests on, without the limit on one seller. */
export function defaultScenarios(plan: Plan): ScenarioRequest[] {
  const largest = largestSeller(plan);
  return [
    { name: "20 % less", changes: [{ type: "budget-by", share: -0.2 }] },
    { name: "20 % more", changes: [{ type: "budget-by", share: 0.2 }] },
    ...(largest === undefined
      ? []
      : [{ name: `without ${largest}`, changes: [{ type: "without-seller", sellerId: largest } as const] }]),
    { name: "any share", changes: [{ type: "max-share", share: 1 }] },
  ];
}

function largestSeller({ lines }: Plan): string | undefined {
  const spent = new Map<string, number>();
  for (const { sellerId, groupId = sellerId, amount } of lines)
    spent.set(groupId, (spent.get(groupId) ?? 0) + amount.minor);
  return [...spent].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}
