import type { Brief } from "../../brief/brief.ts";
import { breather } from "../../lib/breathe.ts";
import type { Offer, Range } from "../model/offers/offer.ts";
import type { Plan, PlanCost } from "../model/offers/plan.ts";
import type { Signal } from "../model/offers/signal.ts";
import { universeOf } from "../model/people/universe.ts";
import { type AllocateRequest, allocate } from "./allocate.ts";
import type { AllocationProblem, Allocator, Count } from "./allocator.ts";
import { allocateGreedily } from "./allocators/greedy.ts";
import { inBursts } from "./bursts.ts";
import { withDividedCap } from "./caps.ts";
import { sellerKey } from "./order.ts";
import { outlookOf } from "./outlook.ts";
import { poseProblem } from "./problem.ts";
import { estimateReach } from "./reach/reach.ts";
import { type Relaxation, relaxationsOf, targetingRelaxationsOf } from "./relaxations.ts";
import { chooseSignals } from "./signals/choose.ts";

export interface PlanRequest extends AllocateRequest {
  readonly signals: readonly Signal[];
  /** Ids of sellers whose orders have no place for a signal. */
  readonly withoutSignals?: readonly string[];
}

/** Ranking -> Plan: the split, and what the brief's limits cost of what it is made for. */
export async function makePlan(request: PlanRequest): Promise<Plan> {
  const plan = await splitBudget(request);
  const costs = plan.lines.length === 0 ? [] : await costsOf(request);
  return { ...plan, ...(costs.length > 0 && { costs }) };
}

/** The budget split over offers and bursts. */
export async function splitBudget(request: PlanRequest): Promise<Plan> {
  return inBursts(await splitOverOffers(request), request.brief);
}

/** The budget split, with the audience signals that its lines use, how many people they may reach and how far it gets. */
async function splitOverOffers({ signals, withoutSignals, ...request }: PlanRequest): Promise<Plan> {
  const { brief, offers, exchange } = request;
  const chosen = { brief, offers, signals, withoutSignals, exchange };
  const plan = chooseSignals({ plan: await allocate(request), ...chosen });
  const reach = estimateReach(plan, offers, { universe: universeOf(brief), overlap: brief.overlap });
  const market = plan.overTarget?.isKept === false ? { ...request, aims: "none" as const } : request;
  const goal = outlookOf({ ...plan, ...(reach && { reach }) }, poseProblem(market).goal, { brief, offers });
  const lines = withDividedCap({ lines: plan.lines, reach }, brief, offers);
  return { ...plan, lines, ...(reach && { reach }), ...(goal && { goal }) };
}

/** What is gained without a limit is reported from this part of what the plan brings on. */
const worthTelling = 0.01;
/** Limits that are reported: the dearest ones. */
const mostLimitsShown = 5;

/** What each limit that the brief sets costs: the plan without it beside the plan with it, both split in the quick way. */
async function costsOf({ rankUnder, ...request }: PlanRequest): Promise<PlanCost[]> {
  const { brief, offers } = request;
  if (rankUnder === undefined) return [];
  const quick = { ...request, allocator: greedily };
  const plan = await splitOverOffers(quick);
  const before = plan.goal;
  if (before === undefined || !(before.expected.mid > 0)) return [];
  const { problem } = poseProblem(request);
  const breathe = breather();
  const goalWithout = async ({ isOfPlaces, without }: Relaxation) => {
    const [relaxed = brief] = without(brief);
    const known = isOfPlaces ? offers.map(asOffered) : offers;
    const market = { ...quick, brief: relaxed, offers: known, ranking: rankUnder(relaxed) };
    if (!isOfPlaces && !holdsBack(problem, poseProblem(market).problem, plan)) return undefined;
    return (await splitOverOffers(market)).goal;
  };
  const costs: PlanCost[] = [];
  for (const relaxation of ownRelaxations(brief)) {
    await breathe();
    const goal = await goalWithout(relaxation);
    if (goal?.metric !== before.metric) continue;
    const expected = goal.expected.mid;
    const more = expected / before.expected.mid - 1;
    if (more >= worthTelling) costs.push({ limit: relaxation.text, expected, more, cost: goal.cost?.mid });
  }
  return costs.sort((a, b) => b.more - a.more || (a.limit < b.limit ? -1 : 1)).slice(0, mostLimitsShown);
}

/** Whether a plan is at a bound that is another in the other problem, or may buy what it could not. */
function holdsBack(own: AllocationProblem, other: AllocationProblem, { lines }: Plan): boolean {
  const choices = (problem: AllocationProblem) =>
    problem.candidates.map(({ offerId, most }) => `${offerId} ${most}`).join();
  if (choices(own) !== choices(other)) return true;
  const isAt = (count: number, { least, most }: Count, { least: freeLeast, most: freeMost }: Count) =>
    (least !== freeLeast && count <= least) || (most !== freeMost && count >= most);
  const sellers = new Set(lines.map(sellerKey)).size;
  if (isAt(lines.length, own.packages, other.packages) || isAt(sellers, own.sellers, other.sellers))
    return true;
  const amounts = new Map(lines.map(({ offerId, amount }) => [offerId, amount.minor]));
  return own.groups.some((group) => {
    const free = other.groups.find(({ name }) => name === group.name) ?? { least: 0, most: other.budget };
    const amount = group.members.reduce(
      (sum, place) => sum + (amounts.get(own.candidates[place]?.offerId ?? "") ?? 0),
      0,
    );
    return isAt(amount, group, free);
  });
}

/** What the brief asks for itself, its budget apart: more money is a question of its own. */
function ownRelaxations(brief: Brief): Relaxation[] {
  return [
    ...targetingRelaxationsOf(brief),
    ...relaxationsOf(brief).filter(({ isDefault, isBudget }) => !isDefault && !isBudget),
  ];
}

/** With all that its seller offered, wherever its order would have kept it. */
function asOffered({ part, ...offer }: Offer): Offer {
  if (part === undefined) return offer;
  // All of it is at most its high end already.
  const grown = ({ low, mid, high }: Range) => ({
    low: low / part,
    mid: mid / part,
    high: Math.max(mid / part, high),
  });
  const { impressions, reach, response, cpm, whole } = offer;
  return {
    ...offer,
    ...(impressions && { impressions: grown(impressions) }),
    ...(reach && { reach: grown(reach) }),
    ...(response && {
      response: response.map(({ amount, impressions, reach }) => ({
        amount: Math.ceil(amount / part),
        impressions: impressions / part,
        ...(reach !== undefined && { reach: reach / part }),
      })),
    }),
    ...(cpm && whole && { cpm: { low: cpm.low * part, mid: cpm.mid * part, high: cpm.high * part } }),
  };
}

const greedily: Allocator = async (problem) => {
  const allocation = allocateGreedily(problem);
  return allocation === undefined
    ? { type: "unknown", reason: "the quick way found none" }
    : { type: "split", allocation, quality: { solver: "greedy", outcome: "heuristic" } };
};
