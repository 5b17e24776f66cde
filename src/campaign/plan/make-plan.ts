import type { Brief } from "../../brief/brief.ts";
import { withoutDeskLimits } from "../../brief/desk-limits.ts";
import { breather } from "../../lib/breathe.ts";
import { counted, listed, percent } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, formatMoney, money, sumOver } from "../../lib/money.ts";
import { type Offer, type Range, times } from "../model/offers/offer.ts";
import { type ByHand, type ChannelFloor, decidedId, type Plan, type PlanCost } from "../model/offers/plan.ts";
import type { Signal } from "../model/offers/signal.ts";
import { universeOf } from "../model/people/universe.ts";
import { type AllocateRequest, allocate, asPicked, asWanted, brokenBy, withoutDefault } from "./allocate.ts";
import type { AllocationProblem, Allocator, Count } from "./allocator.ts";
import { allocateGreedily } from "./allocators/greedy.ts";
import { withDividedCap } from "./caps.ts";
import { inBursts } from "./cells.ts";
import { channelsUnder, usualFloor, withFloors } from "./limits/channel-floor.ts";
import { inPlaces, partOf, unlikeInPlaces } from "./limits/places.ts";
import { withoutSmallLines } from "./limits/small-lines.ts";
import { testShareWords } from "./limits/test-share.ts";
import { amountsIn } from "./market.ts";
import { sellerKey } from "./order.ts";
import { outlookOf } from "./outlook.ts";
import { defaultPackages, poseProblem, stepOf } from "./problem.ts";
import { estimateReach } from "./reach/reach.ts";
import { leftWords, mayHave } from "./reasons/left-money.ts";
import { type Relaxation, relaxationsOf, targetingRelaxationsOf } from "./relaxations.ts";
import { chooseSignals } from "./signals/choose.ts";

export interface PlanRequest extends AllocateRequest {
  readonly signals: readonly Signal[];
  /** Ids of sellers whose orders have no place for a signal. */
  readonly withoutSignals?: readonly string[];
  readonly byHand?: ByHand;
}

/** Ranking -> Plan: the split, and what the brief's limits cost of what it is made for; as a person set it where one did. */
export async function makePlan({ byHand, ...request }: PlanRequest): Promise<Plan> {
  if (byHand !== undefined) return planByHand(byHand, request);
  const plan = await splitBudget(request);
  const { costs, keeping } = plan.lines.length === 0 ? { costs: [] } : await costsOf(request);
  const floor = await floorFor(plan, request);
  return {
    ...(keeping ? withKeeper(plan, keeping, request.brief) : plan),
    ...(costs.length > 0 && { costs }),
    ...(floor && { floor }),
  };
}

/** What it costs to give each channel of the brief a part of the budget where the plan does not: the plan that does, beside it. */
async function floorFor(plan: Plan, request: PlanRequest): Promise<ChannelFloor | undefined> {
  const channels = request.kept === undefined ? channelsUnder(plan, request) : [];
  if (channels.length === 0) return undefined;
  const { lines, goal } = await splitBudget({ ...request, brief: withFloors(request.brief, channels) });
  const own = { channels, share: usualFloor };
  if (lines.length === 0 || goal === undefined || goal.metric !== plan.goal?.metric) return own;
  const { mid } = goal.expected;
  return { ...own, expected: mid, less: 1 - mid / plan.goal.expected.mid };
}

/** Without a limit money is placed that stays with it. */
interface Keeper {
  readonly limit: string;
  /** Minor units of the brief's currency. */
  readonly placed: number;
  readonly isOfPlaces?: boolean | undefined;
}

/** Money that is left because of one limit says which. */
function withKeeper(plan: Plan, { limit, placed, isOfPlaces }: Keeper, brief: Brief): Plan {
  const { unallocated, whyLeft: before = "", lines } = plan;
  // That amounts are whole steps is a word of its own.
  if (brief.limits.roundTo && unallocated.minor < stepOf(brief) * lines.length) return plan;
  const kept = money(Math.min(placed, unallocated.minor), unallocated.currency);
  if (kept.minor === 0 || kept.minor < unallocated.minor * worthTelling) return plan;
  const part = kept.minor === unallocated.minor ? "it" : `${formatMoney(kept)} of it`;
  // Elsewhere there is always more: what keeps offers from more in the brief's places comes first, and so does why most of it stays.
  const isFirst = kept.minor * 2 < unallocated.minor || (isOfPlaces && before.includes(mayHave));
  const here = isFirst ? `${before}; ` : "";
  const whyLeft = `${here}without "${limit}" ${part} would be placed`;
  const sentence = leftWords(unallocated, before);
  return {
    ...plan,
    whyLeft,
    binding: plan.binding.map((one) => (one === sentence ? leftWords(unallocated, whyLeft) : one)),
  };
}

/** The amounts as a person set them; nothing is planned where they break a limit by now, and the plan says which. */
export async function planByHand({ by, reason, amounts }: ByHand, request: PlanRequest): Promise<Plan> {
  const { currency } = request.brief.budget;
  const show = (minor: number) => formatMinor(minor, currency);
  const who = listed(by);
  // What the money is to come up to is what the person weighed.
  const wanted = { ...asWanted(request), aims: "none" as const };
  const lines = amounts.flatMap(({ to, ...line }) =>
    to > 0 ? [{ ...line, amount: money(to, currency) }] : [],
  );
  const [broken] = brokenBy(lines, wanted, show);
  const allocation = new Map(lines.map((line) => [decidedId(line), line.amount.minor]));
  const quality = { solver: "greedy", outcome: "heuristic", note: `set by ${who}` } as const;
  const split = await splitOverOffers({
    ...asPicked(amounts, wanted),
    isEachBurst: true,
    allocator: async () =>
      broken === undefined
        ? { type: "split", allocation, quality }
        : { type: "unknown", reason: `as ${who} set it: ${broken.words}` },
  });
  const plan = inBursts(split, request.brief);
  const changed = amounts.filter(({ to, was }) => to !== was);
  const { unallocated, whyLeft } = plan;
  const lowered = sumOver(amounts, ({ to, was }) => was - to);
  const part = lowered < unallocated.minor ? `${show(lowered)} of it` : "it";
  const left = lowered * 2 > unallocated.minor ? `${who} left ${part} free by hand` : whyLeft;
  const edits = new Map(changed.map((line) => [decidedId(line), line]));
  return {
    ...plan,
    binding: [
      `${counted(changed.length, "amount")} set by ${who}${reason === undefined ? "" : `: ${reason}`}`,
      ...plan.binding.map((one) =>
        left !== undefined && one === leftWords(unallocated, whyLeft ?? "")
          ? leftWords(unallocated, left)
          : one,
      ),
    ],
    ...(unallocated.minor > 0 && { whyLeft: left }),
    lines: plan.lines.map((line) => {
      const { to, was } = edits.get(decidedId(line)) ?? {};
      if (to === undefined || was === undefined) return line;
      return { ...line, reason: `set to ${show(to)} by ${who}, from ${show(was)}` };
    }),
  };
}

/** The budget split over offers and bursts. What the desk's settings ask of every brief gives way before one is refused. */
export async function splitBudget(request: PlanRequest): Promise<Plan> {
  const plan = await splitAsAsked(request);
  const brief = withoutDeskLimits(request.brief);
  if (plan.conflict === undefined || brief === request.brief) return plan;
  const free = await splitAsAsked({ ...request, brief });
  if (free.lines.length === 0) return plan;
  const [first] = plan.conflict.wishes;
  const why = `this desk's own limits cannot hold beside the brief's, and the plan goes without them${first ? `: ${first.text}` : ""}`;
  return { ...free, binding: [why, ...free.binding] };
}

async function splitAsAsked(request: PlanRequest): Promise<Plan> {
  const split = await withoutSmallLines(request, splitByWorth);
  const words = split.lines.length > 0 ? testShareWords(request) : [];
  return inBursts({ ...split, binding: [...split.binding, ...words] }, request.brief);
}

/** A number of packages that nobody asked for gives way where it costs a part of what the plan brings, and the plan says so. */
async function splitByWorth(request: PlanRequest): Promise<Plan> {
  const plan = await splitOverOffers(request);
  const isCapped = plan.lines.length >= defaultPackages && request.brief.limits.maxPackages === undefined;
  if (!isCapped || request.kept !== undefined) return plan;
  const wider = await splitOverOffers(withoutDefault(request));
  if (!isWorthMore(wider, plan, worthTelling)) return plan;
  const [now, before] = [wider, plan].map(({ goal }) => goal?.expected.mid ?? 0);
  const less = percent(1 - (before ?? 0) / (now ?? 1));
  const why = `${defaultPackages} packages, the default, would bring ${less} less: the plan has ${wider.lines.length}; max_packages: ${defaultPackages} keeps to them`;
  return { ...wider, binding: [why, ...wider.binding] };
}

/** What several orders of one product are to bring more, as a part, than one for all of its places. */
const worthDividing = 0.005;
/** What one order for all of them may bring less where shares had divided it. */
const mostLost = 0.001;

/** In each place by itself where that brings more, or shares ask for it: one order is less work, and has one least. */
async function splitOverOffers(request: PlanRequest): Promise<Plan> {
  const plan = await splitWithin(request);
  if (request.divided !== undefined || request.undivided !== undefined) return plan;
  const unlike = unlikeInPlaces(request);
  if (unlike.length > 0) {
    const divided = await splitWithin({ ...request, divided: unlike });
    return isWorthMore(divided, plan, worthDividing) ? divided : plan;
  }
  const undivided = idleDivisions(plan, request);
  if (undivided.length === 0) return plan;
  const merged = await splitWithin({ ...request, undivided });
  return merged.lines.length >= plan.lines.length || isWorthMore(plan, merged, mostLost) ? plan : merged;
}

function isWorthMore({ goal: one }: Plan, { goal: other }: Plan, by: number): boolean {
  if (one === undefined || (other && one.metric !== other.metric)) return false;
  return one.expected.mid > (other?.expected.mid ?? 0) * (1 + by);
}

/** Offers that are bought in several places though every limit holds with one package for all of them. */
function idleDivisions({ lines }: Plan, request: PlanRequest): string[] {
  if (request.kept !== undefined) return [];
  const several = [...groupBy(lines, ({ offerId }) => offerId)].filter(([, own]) => own.length > 1);
  const wanted = asWanted(request);
  const merged: string[] = [];
  for (const [id] of several) {
    const ids = [...merged, id];
    const all = lines.map((line) => (ids.includes(line.offerId) ? { ...line, place: undefined } : line));
    if (brokenBy(all, wanted).length === 0) merged.push(id);
  }
  return merged;
}

/** The budget split, with the audience signals that its lines use, how many people they may reach and how far it gets. */
async function splitWithin({ signals, withoutSignals, ...request }: PlanRequest): Promise<Plan> {
  const { brief, exchange } = request;
  const split = await allocate(request);
  // What a place has of an offer is what its lines there are counted by.
  const { offers } = inPlaces(request);
  const inItsPlaces = split.lines.map((line) => ({ ...line, offerId: decidedId(line) }));
  const chosen = { brief, offers, signals, withoutSignals, exchange };
  const plan = chooseSignals({ plan: { ...split, lines: inItsPlaces }, ...chosen });
  const reach = estimateReach(plan, offers, { universe: universeOf(brief), overlap: brief.overlap });
  const market = plan.overTarget?.isKept === false ? { ...request, aims: "none" as const } : request;
  const goal = outlookOf({ ...plan, ...(reach && { reach }) }, poseProblem(market).goal, { brief, offers });
  const capped = withDividedCap({ lines: plan.lines, reach }, brief, offers);
  const offered = new Map(split.lines.map((line) => [decidedId(line), line.offerId]));
  const lines = capped.map((line) => ({ ...line, offerId: offered.get(line.offerId) ?? line.offerId }));
  return { ...plan, lines, ...(reach && { reach }), ...(goal && { goal }) };
}

/** What is gained without a limit is reported from this part of what the plan brings on. */
const worthTelling = 0.01;
/** Limits that are reported: the dearest ones. */
const mostLimitsShown = 5;

/**
 * What each limit that the brief sets costs, and which keeps most money from being placed: the plan without it beside the plan with it,
 * both split in the quick way.
 */
async function costsOf({
  rankUnder,
  ...request
}: PlanRequest): Promise<{ readonly costs: PlanCost[]; readonly keeping?: Keeper }> {
  const { brief, offers } = request;
  if (rankUnder === undefined) return { costs: [] };
  const quick = { ...request, allocator: greedily };
  const plan = await splitOverOffers(quick);
  const before = plan.goal;
  if (before === undefined || !(before.expected.mid > 0)) return { costs: [] };
  const { problem } = poseProblem(inPlaces(request));
  const breathe = breather();
  const planWithout = async ({ isOfPlaces, without }: Relaxation) => {
    const [relaxed = brief] = without(brief);
    const known = isOfPlaces ? offers.map(asOffered) : offers;
    const market = { ...quick, brief: relaxed, offers: known, ranking: rankUnder(relaxed) };
    if (!isOfPlaces && !holdsBack(problem, poseProblem(inPlaces(market)).problem, plan)) return undefined;
    return splitOverOffers(market);
  };
  const costs: PlanCost[] = [];
  const keepers: Keeper[] = [];
  for (const { text: limit, ...relaxation } of ownRelaxations(brief)) {
    await breathe();
    const other = await planWithout({ text: limit, ...relaxation });
    const placed = (other?.total.minor ?? 0) - plan.total.minor;
    keepers.push({ limit, placed, isOfPlaces: relaxation.isOfPlaces });
    if (other?.goal?.metric !== before.metric) continue;
    const { expected, cost } = other.goal;
    const more = expected.mid / before.expected.mid - 1;
    if (more >= worthTelling) costs.push({ limit, expected: expected.mid, more, cost: cost?.mid });
  }
  const [keeping] = keepers.filter(({ placed }) => placed > 0).sort((a, b) => b.placed - a.placed);
  const dearest = costs.sort((a, b) => b.more - a.more || (a.limit < b.limit ? -1 : 1));
  return { costs: dearest.slice(0, mostLimitsShown), ...(keeping && { keeping }) };
}

/** Whether a plan is at a bound that is another in the other problem, or may buy what it could not. */
function holdsBack(own: AllocationProblem, other: AllocationProblem, { lines }: Plan): boolean {
  const choices = (problem: AllocationProblem) =>
    problem.candidates.map(({ offerId, most }) => `${offerId} ${most}`).join();
  if (own.step !== other.step || choices(own) !== choices(other)) return true;
  const isAt = (count: number, { least, most }: Count, { least: freeLeast, most: freeMost }: Count) =>
    (least !== freeLeast && count <= least) || (most !== freeMost && count >= most);
  const sellers = new Set(lines.map(sellerKey)).size;
  if (isAt(lines.length, own.packages, other.packages) || isAt(sellers, own.sellers, other.sellers))
    return true;
  const amounts = amountsIn(lines, {});
  return own.groups.some((group) => {
    const free = other.groups.find(({ name }) => name === group.name) ?? { least: 0, most: other.budget };
    const amount = sumOver(group.members, (place) => amounts.get(own.candidates[place]?.offerId ?? "") ?? 0);
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
  const { impressions, reach, cpm, whole, ...all } = partOf(offer, 1, part);
  // All of it is at most its high end already.
  const upTo = (grown: Range, high = 0) => ({ ...grown, high: Math.max(grown.mid, high) });
  return {
    ...all,
    whole,
    ...(impressions && { impressions: upTo(impressions, offer.impressions?.high) }),
    ...(reach && { reach: upTo(reach, offer.reach?.high) }),
    ...(cpm && { cpm: whole ? times(cpm, part) : cpm }),
  };
}

const greedily: Allocator = async (problem) => {
  const allocation = allocateGreedily(problem);
  return allocation === undefined
    ? { type: "unknown", reason: "the quick way found none" }
    : { type: "split", allocation, quality: { solver: "greedy", outcome: "heuristic" } };
};
