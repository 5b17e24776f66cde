import type { Brief } from "../../brief/brief.ts";
import { withoutDeskLimits } from "../../brief/desk-limits.ts";
import { percent } from "../../lib/english.ts";
import { exchangeDown } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, formatMoney, type Money, money, subtract, sumOver } from "../../lib/money.ts";
import type { SplitLine } from "../model/offers/flights.ts";
import { lineIdOf, type Offer, offeredId, wholeId } from "../model/offers/offer.ts";
import type { Decided, Plan, PlanLine } from "../model/offers/plan.ts";
import type { Ranking } from "../model/offers/ranking.ts";
import { briefIn, decidablePlaces } from "../model/people/shared-places.ts";
import { constraintsFor } from "../targeting/constraints.ts";
import type { Allocation, Allocator, Quality } from "./allocator.ts";
import { exactAllocator } from "./allocators/exact.ts";
import { brokenLimits, checkAllocation } from "./broken-limits.ts";
import { channelOf } from "./candidates.ts";
import {
  barredOffers,
  cellSentences,
  dividedAs,
  fitsBursts,
  inCells,
  inEachBurst,
  inItsBursts,
  nearEven,
  reasonsByOffer,
  type Split,
  toTheCent,
} from "./cells.ts";
import { findConflict } from "./conflict.ts";
import { bringsWords } from "./goal.ts";
import { wantedBy } from "./limits/aims.ts";
import { isWhole } from "./limits/bounds.ts";
import { splitToAims } from "./limits/over-target.ts";
import { inPlaces } from "./limits/places.ts";
import { rulesInTheWay } from "./limits/rules-in-the-way.ts";
import { defaultShares, shareOf } from "./limits/seller-limit.ts";
import { amountId, amountsIn, type Market } from "./market.ts";
import { objectiveWords } from "./outlook.ts";
import { defaultPackages, type Posed, poseProblem, stepOf } from "./problem.ts";
import { decisionOf } from "./reasons/decision.ts";
import { explainBinding, explainLine, nextThousand } from "./reasons/explain.ts";
import { commonestReasons, whyLeft } from "./reasons/left-money.ts";
import { explainLeftOut } from "./reasons/left-out.ts";
import { withWaysOut } from "./reasons/way-out.ts";
import { impressionsFor } from "./response.ts";
import { inWholeSteps } from "./round-split.ts";

export interface AllocateRequest extends Market {
  readonly planId: string;
  readonly allocator?: Allocator;
  /** The bursts are decided one by one, whatever fits all of them. */
  readonly isEachBurst?: true;
  /** How the offers stand under another brief: needed to find which terms of the gate conflict. */
  readonly rankUnder?: (brief: Brief) => Ranking;
}

/**
 * Splits the brief's budget over the offers that passed the gate. The same offers, in any order and under any names, make the
 * same plan. Where the brief's terms cannot hold together, nothing is bought and the plan says which.
 */
export async function allocate(request: AllocateRequest): Promise<Split> {
  const { brief } = request;
  const plan = await splitToAims(request, async (aims) => {
    const own = { ...request, aims };
    return orLooser(await splitOf(own), own);
  });
  if (plan !== undefined) return plan;
  const { planId } = request;
  const posed = poseProblem(inCells(request));
  const [wanted] = brief.spend === "to_target" && request.aims === undefined ? wantedBy(brief) : [];
  if (wanted && (await splitOf({ ...request, aims: "none", loosened: brief.budget.minor })) !== undefined)
    return emptyPlan(planId, posed, `no plan meets ${wanted.words}`);
  const conflict = await conflictIn(request);
  const none = emptyPlan(planId, posed, "no split keeps every limit of the brief");
  return conflict ? { ...none, conflict } : withWaysOut(none, request);
}

/** Which terms of its brief cannot hold together; not searched where a part of the plan stands, or smaller packages are left out. */
async function conflictIn(request: AllocateRequest): Promise<Plan["conflict"]> {
  const { planId, allocator = exactAllocator(), rankUnder, ...market } = request;
  if (market.offers.length === 0 || (market.kept ?? market.usualLeast) !== undefined) return undefined;
  const under = (brief: Brief): Market => ({
    ...market,
    brief,
    ranking: rankUnder?.(brief) ?? market.ranking,
    loosened: brief.budget.minor,
    aims: "none",
  });
  const planFor = (own: Market) => allocate({ ...own, loosened: undefined, planId, allocator });
  const isPossible = async (own: Market) =>
    (await allocator(poseProblem(inCells(own)).problem, "any")).type !== "impossible";
  // As if the desk had no rules.
  const { policies: _policies, forbids: _forbids, ...free } = under(market.brief);
  const rules = (await isPossible(free)) ? rulesInTheWay(market) : undefined;
  return findConflict({
    brief: market.brief,
    isPossible: (other) => isPossible(under(other)),
    planFor: (other) => planFor(under(other)),
    ...(rules !== undefined && { rules: { text: rules, free: await planFor(free) } }),
  });
}

/** The split within the default for one seller as it stands; undefined where none is possible. */
async function splitOf(request: AllocateRequest): Promise<Split | undefined> {
  const { planId, allocator = exactAllocator(), rankUnder: _rankUnder, ...market } = request;
  const plan = await solve({ planId, allocator, ...market });
  return plan && orWider(plan, { planId, allocator, ...market });
}

type Solving = Omit<AllocateRequest, "rankUnder"> & { readonly allocator: Allocator };

/** All bursts get their shares of each offer, and are decided one by one only where a limit of one does not let them. */
async function solve({ planId, allocator, isEachBurst, ...asked }: Solving): Promise<Split | undefined> {
  const market = inPlaces(asked);
  const solved = async (posed: Posed) => {
    const found = await inWholeSteps(allocator)(posed.problem);
    if (found.type === "split") return planOf(planId, market, posed, found);
    if (found.type === "impossible") return undefined;
    return emptyPlan(planId, posed, `no split that keeps every limit was found (${found.reason})`);
  };
  const { brief, kept } = market;
  const byBurst = poseProblem(inEachBurst(market));
  if (brief.flights === undefined || kept !== undefined || isEachBurst) return solved(byBurst);
  const even = await solved(poseProblem(market));
  return even && brief.limits.roundTo === undefined && fitsBursts(even, byBurst)
    ? even
    : solved(nearEven(byBurst, even));
}

/** A share for one seller that nobody asked for gives way, by no more than places the money, and the plan says so. */
async function orLooser(plan: Split | undefined, request: AllocateRequest): Promise<Split | undefined> {
  const { brief, offers } = request;
  const { budget, limits } = brief;
  const sellers = new Set(offers.map(({ sellerId }) => sellerId)).size;
  if (sellers < 2 || limits.maxSharePerSeller !== undefined || plan?.unallocated.minor === 0) return plan;
  const under = (loosened: number) => splitOf({ ...request, loosened });
  const free = await under(budget.minor);
  const placed = placedBy(plan);
  // Shares leave up to one step for each seller.
  if (free === undefined || free.total.minor < placed + sellers * stepOf(brief)) return plan ?? free;

  const [made, share] = await inSteps(plan, { under, budget, all: free.total.minor });
  const split = made ?? free;
  const [more, left] = [split.total.minor, budget.minor].map((minor) =>
    formatMinor(minor - placed, budget.currency),
  );
  const why = `${percent(defaultShares[0])} of the budget at one seller, the default, would leave ${left} unallocated: max_share_per_seller: ${Math.ceil(share * 100)} % places ${more} more, and the plan goes by it`;
  return { ...split, binding: [why, ...split.binding] };
}

function placedBy(plan: Split | undefined): number {
  return plan?.total.minor ?? 0;
}

/** The first share of the steps with which all is placed that can be, and its split; none short of the whole budget. */
async function inSteps(
  plan: Split | undefined,
  {
    under,
    budget,
    all,
  }: { under: (loosened: number) => Promise<Split | undefined>; budget: Money; all: number },
): Promise<readonly [Split | undefined, number]> {
  const [first, ...steps] = defaultShares.map((share) => shareOf(budget, share));
  let [best, most = budget.minor] = [plan, first];
  for (const step of steps) {
    // One seller that gets all that stays needs no more than this.
    most = best === undefined ? step : Math.min(step, most + best.unallocated.minor);
    const next = await under(most);
    if (placedBy(next) > placedBy(best)) best = next;
    if (placedBy(best) >= all) return [best, most / budget.minor];
  }
  return [undefined, 1];
}

/** A number of packages that nobody asked for gives way where it keeps money from being spent, and says so. */
async function orWider(plan: Split, market: Solving): Promise<Split> {
  const { brief } = market;
  const isLeft = plan.unallocated.minor >= stepOf(brief);
  const isCapped = plan.lines.length >= defaultPackages && isLeft;
  if (!isCapped || brief.limits.maxPackages !== undefined) return plan;
  const wider = await solve(withoutDefault(market));
  if (wider === undefined || wider.total.minor <= plan.total.minor) return plan;
  const { lines, binding } = wider;
  const why = `${defaultPackages} packages, the default, would leave ${formatMoney(plan.unallocated)} unallocated: the plan has ${lines.length}`;
  return { ...wider, binding: [why, ...binding] };
}

/** With as many packages as there can be. */
export function withoutDefault<Of extends Market>(market: Of): Of {
  const { brief, offers } = market;
  const bursts = brief.flights?.length ?? 1;
  const places = Math.max(1, decidablePlaces(brief).length);
  const limits = { ...brief.limits, maxPackages: Math.max(offers.length, 1) * bursts * places };
  return { ...market, brief: { ...brief, limits } };
}

/** The first limit of its brief and offers that a plan breaks, in words. */
export function limitBrokenBy({ lines }: Plan, market: Market): string | undefined {
  return lines.length === 0 ? undefined : brokenBy(lines, asWanted(market))[0]?.words;
}

/** Every limit that lines break, and which of them break it. */
export function brokenBy<Of extends Decided & Pick<PlanLine, "amount">>(
  lines: readonly Of[],
  market: Market,
  show?: (minor: number) => string,
): { readonly words: string; readonly lines: readonly Of[] }[] {
  const { problem, ...posed } = poseProblem(inCells(asPicked(lines, market)));
  const amounts = amountsIn(lines, posed.market);
  const names = new Map(posed.market.offers.map(({ id, name, sellerId }) => [id, `${name} (${sellerId})`]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return brokenLimits({ ...posed, problem: toTheCent(problem, amounts) }, amounts, { show, nameOf }).map(
    ({ words, of }) => ({ words, lines: lines.filter((line) => of.includes(amountId(line, posed.market))) }),
  );
}

/** A market for a person's own lines: the offers that they name, in the places that they name. */
export function asPicked<Of extends Market>(lines: readonly Decided[], market: Of): Of {
  return { ...dividedAs(lines, market), picked: new Set(lines.map(({ offerId }) => offerId)) };
}

/** With the number of packages and the share of one seller that somebody asked for alone. */
export function asWanted<Of extends Market>(market: Of): Of {
  const brief = withoutDeskLimits(market.brief);
  const own = {
    ...market,
    aims: "none" as const,
    brief: { ...brief, limits: { maxSharePerSeller: 1, ...brief.limits } },
  };
  return brief.limits.maxPackages === undefined ? withoutDefault(own) : own;
}

function planOf(
  planId: string,
  market: Market,
  posed: Posed,
  { allocation, quality }: { allocation: Allocation; quality: Quality },
): Split {
  const { brief, offers, ranking, exchange } = market;
  const { problem, leftOut, goal } = posed;
  checkAllocation(toTheCent(problem, allocation), allocation);
  const { budget } = brief;
  const total = money(sumOver([...allocation.values()]), budget.currency);
  const unallocated = subtract(budget, total);
  const byId = new Map([...offers, ...posed.offers].map((offer) => [offer.id, offer]));
  const constraintsOf = constraintsFor(brief);
  const keptTo = (place: string | undefined) =>
    place === undefined ? constraintsOf : constraintsFor(briefIn(brief, place) ?? brief);
  const brings = (offerId: string, amount: number) =>
    bringsWords(byId.get(offerId), goal, money(amount, budget.currency));
  const barred = barredOffers(posed, allocation);
  const decision = decisionOf({ problem, allocation, budget, unallocated, brings, leftOut: barred });

  const byScore = problem.candidates.toSorted((a, b) => b.score - a.score);
  const bought = byScore.flatMap(({ offerId }) => {
    const [offer, amount] = [byId.get(offerId), allocation.get(offerId)];
    return offer === undefined || amount === undefined ? [] : [{ offer, amount }];
  });
  const lines = [...groupBy(bought, ({ offer }) => wholeId(offer))].flatMap(([id, cells]): SplitLine[] => {
    const offer = byId.get(id);
    if (offer === undefined) return [];
    const part = money(
      sumOver(cells, ({ amount }) => amount),
      budget.currency,
    );
    const line = lineOf(offer, part, exchange, explainLine(offer, part, { ranking, goal }));
    const counted = channelOf(offer, brief);
    const channels = [...new Set([counted, ...offer.channels])].filter((channel) => channel !== "");
    return [inItsBursts({ ...line, channels, constraints: keptTo(offer.cell?.place)(offer) }, cells, market)];
  });
  const notChosen = problem.candidates
    .filter(({ offerId }) => !allocation.has(offerId))
    .map((candidate) => [candidate.offerId, explainLeftOut(candidate, decision)] as const);
  const ids = new Set(bought.map(({ offer }) => offeredId(offer)));
  return {
    id: planId,
    total,
    unallocated,
    lines,
    leftOut: sorted(reasonsByOffer([...leftOut, ...notChosen], posed.market, (id) => ids.has(id))),
    binding: [...explainBinding(decision), ...cellSentences(posed, allocation)],
    ...(unallocated.minor > 0 && { whyLeft: whyLeft(decision) }),
    proof: {
      objective: objectiveWords(goal),
      ...quality,
      nextThousand: nextThousand(posed, allocation),
    },
  };
}

/** Nothing is bought. */
function emptyPlan(
  planId: string,
  { problem: { candidates }, leftOut: objections, market }: Posed,
  reason: string,
): Split {
  const { brief, offers } = market;
  const { budget } = brief;
  const all = [...objections, ...candidates.map(({ offerId }) => [offerId, reason] as const)];
  const leftOut = new Map(reasonsByOffer(all, market));
  const none = offers.length === 0 ? "no seller has offered anything" : "no offer may be bought";
  const outcome = candidates.length === 0 ? none : reason;
  return {
    id: planId,
    total: money(0, budget.currency),
    unallocated: budget,
    lines: [],
    leftOut: sorted([...leftOut]),
    binding: [
      `${outcome}: ${formatMoney(budget)} stay unallocated`,
      ...(candidates.length === 0 ? commonestReasons(leftOut) : []),
    ],
  };
}

function sorted(reasons: readonly (readonly [string, string])[]): Plan["leftOut"] {
  return reasons
    .map(([offerId, reason]) => ({ offerId, reason }))
    .sort((a, b) => (a.offerId < b.offerId ? -1 : 1));
}

function lineOf(offer: Offer, amount: Money, exchange: Market["exchange"], reason: string): PlanLine {
  const whole = isWhole(offer);
  const budget = whole ? offer.price : exchangeDown(amount, offer.currency, exchange);
  if (budget === undefined)
    throw new Error(`offer ${offer.id} was allocated without a price in ${offer.currency}`);
  const impressions = whole ? offer.impressions?.mid : impressionsFor(offer, amount.minor);
  return {
    lineId: lineIdOf(offer),
    offerId: offeredId(offer),
    ...(offer.cell?.place !== undefined && { place: offer.cell.place }),
    sellerId: offer.sellerId,
    groupId: offer.groupId,
    ...(offer.purchase && { bundle: offer.purchase.bundle }),
    productId: offer.productId,
    pricingOptionId: offer.pricingOptionId,
    channels: offer.channels,
    amount,
    budget,
    ...(offer.auction && offer.bid && { bid: offer.bid }),
    ...(impressions !== undefined && { expectedImpressions: Math.floor(impressions) }),
    reason,
  };
}
