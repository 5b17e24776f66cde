import { addDays, countDays, dayMs } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { groupBy } from "../../lib/group-by.ts";
import { money, proportionUp, sumOver } from "../../lib/money.ts";
import { boundIn } from "../model/derived/bought.ts";
import { isDecrease, movedBy, stepOfMove } from "../model/derived/moves.ts";
import { type Move, type MoveLimit, periodDays, type Reallocation } from "../model/learned/reallocation.ts";
import { spanAt } from "../model/offers/flights.ts";
import { notPlaced } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import type { AllocationProblem } from "../plan/allocator.ts";
import { dividedAs, inCells } from "../plan/cells.ts";
import { poseProblem } from "../plan/problem.ts";
import { countedOutcomes } from "./counted-outcomes.ts";
import { type LineNow, liveLines } from "./live-lines.ts";
import { isShort, type Promises, type ProposedMove, proposeMoves } from "./propose.ts";
import { isBroken } from "./turns.ts";

/** When and over what it is decided: `day` is the last one whose figures count. */
export interface Occasion {
  readonly id: string;
  readonly day: string;
  /** Between two weekly ones, as a line broke down or money has had no line for more than a day. */
  readonly isEarly: boolean;
}

/**
 * State -> Reallocation: what is to move on what was delivered up to a day. Pure. Undefined before there is a plan, and between
 * two weekly decisions where no line broke down and no money is idle.
 */
export function decideReallocation(
  state: CampaignState,
  occasion: Occasion,
): Omit<Reallocation, "windowDays"> | undefined {
  const { brief } = state;
  const problem = problemOf(state);
  if (brief === undefined || problem === undefined) return undefined;
  const { currency } = brief.budget;
  const { counts, outcomesOf, trust, isBought } = countedOutcomes(state);
  const lines = liveLines(state, {
    problem,
    day: occasion.day,
    outcomesOf: isBought ? () => undefined : outcomesOf,
  });
  const free = notPlaced(state);
  const isIdle = free !== undefined && free.since.slice(0, 10) < occasion.day;
  if (occasion.isEarly && !isIdle && !isBroken(lines.map(({ line }) => line))) return undefined;
  const limits = limitsOf(lines, problem, state);
  const idle = free?.amount;
  const posed = {
    lines: lines.map(({ line }) => line),
    trust,
    flightDays: countDays(brief.flight.start, brief.flight.end),
    daysLeft: Math.round((Date.parse(spanAt(occasion.day, brief).end) - Date.parse(occasion.day)) / dayMs),
    groups: limits.map(({ lineIds, least, most }) => ({
      members: lines.flatMap(({ line }, place) => (lineIds.includes(line.lineId) ? [place] : [])),
      least,
      most,
    })),
    ...(idle !== undefined && { idle: idle.minor }),
    ...(occasion.isEarly && { isEarly: true }),
    promises: promisesIn(state, occasion),
  };
  const isCounted = lines.some(({ line }) => line.seen.some(({ outcome = 0 }) => outcome > 0));
  const { moves: proposed, ...proposal } = proposeMoves(posed);
  const moves = proposed.flatMap((move) => inSellersCurrency(move, lines, currency));
  return {
    id: occasion.id,
    moves: [...moves.filter(isDecrease), ...moves.filter((move) => !isDecrease(move))],
    moved: money(movedBy(moves), currency),
    ...proposal,
    // Before anybody has counted an outcome all that is known is what the plan's curves say.
    outcome: isCounted ? counts : "impressions as the plan expects them",
    inputs: digest(posed),
    bound: money(boundIn(state) + (idle?.minor ?? 0), currency),
    limits,
    ...(idle !== undefined && { idle }),
  };
}

/** What moves have claimed as far as they were made, and whether that had come short at the decision a week before. */
function promisesIn(state: CampaignState, { day }: Occasion): Promises {
  const claimed = (until: string) =>
    state.reallocations
      .filter(({ at, moves }) => at < until && moves.length > 0)
      .reduce((sum, decision) => {
        const made = decision.moves.filter((move) => stepOfMove(decision, move, state)?.check?.made === true);
        return sum + (decision.gain.mid * movedBy(made)) / movedBy(decision.moves);
      }, 0);
  const week = addDays(day, 1 - periodDays);
  const last = state.reallocations.findLast(
    ({ at, sinceStart }) => at.slice(0, 10) <= week && sinceStart !== undefined,
  );
  return {
    sum: claimed(addDays(day, 2)),
    wereShort: last?.sinceStart !== undefined && isShort(last.sinceStart, claimed(last.at)),
  };
}

/** The problem that the plan is a split of; undefined before there is one. */
export function problemOf(state: CampaignState): AllocationProblem | undefined {
  const { brief, offers, ranking, exchange, plan } = state;
  if (brief === undefined || offers === undefined || ranking === undefined) return undefined;
  return poseProblem(inCells(dividedAs(plan?.lines ?? [], { brief, offers, ranking, exchange }))).problem;
}

/** What lines that run may have together. */
export function limitsOf(lines: readonly LineNow[], problem: AllocationProblem, state: CampaignState) {
  return [...limitsOver(lines, problem), ...signedShares(lines, state)];
}

/** The plan's shares over lines that run. */
function limitsOver(lines: readonly LineNow[], { groups, candidates }: AllocationProblem): MoveLimit[] {
  return groups.flatMap(({ name, members, least, most }) => {
    const offers = new Set(members.map((place) => candidates[place]?.offerId));
    const own = lines.filter(({ offerId }) => offers.has(offerId));
    if (own.length === 0) return [];
    return limitOn(name, own, least, most);
  });
}

/** What is off already may stay, and gets no worse. */
function limitOn(name: string, lines: readonly LineNow[], least: number, most: number): MoveLimit {
  const booked = sumOver(lines, ({ line }) => line.budget);
  const lineIds = lines.map(({ line }) => line.lineId);
  return { name, lineIds, least: Math.min(least, booked), most: Math.max(most, booked) };
}

/**
 * What a person has approved the channels to have together, where a plan was approved as a whole: money moves inside each of them
 * alone.
 */
function signedShares(lines: readonly LineNow[], { planApprovals, plan }: CampaignState): MoveLimit[] {
  const signed = new Map(
    planApprovals.flatMap(({ terms }) =>
      terms.packages.map(({ lineId, amount }) => [lineId, amount] as const),
    ),
  );
  const channelsOf = ({ line }: LineNow) =>
    [...(plan?.lines.find(({ lineId }) => lineId === line.lineId)?.channels ?? [])].sort().join(" and ");
  const approved = lines.filter(({ line }) => signed.has(line.lineId));
  return [...groupBy(approved, channelsOf)].map(([channel, own]) => {
    const wanted = sumOver(own, ({ line }) => signed.get(line.lineId) ?? 0);
    return limitOn(`${channel}, as approved`, own, wanted, wanted);
  });
}

/** What is taken is rounded down and what is given too, so that no rounding makes money. */
function inSellersCurrency(proposed: ProposedMove, lines: readonly LineNow[], currency: string): Move[] {
  const { lineId, from, to, gain, why } = proposed;
  const now = lines.find(({ line }) => line.lineId === lineId);
  if (now === undefined) return [];
  const { order, mediaBuyId, packageId, sellerBudget, rate } = now;
  const { amount, planAmount } = order;
  const by = Math.floor(Math.abs(to - from) / rate);
  if (by === 0) return [];
  const planDifference = to < from ? Math.floor(by * rate) : proportionUp(planAmount.minor, by, amount.minor);
  return [
    {
      lineId,
      mediaBuyId,
      packageId,
      from: money(sellerBudget, amount.currency),
      to: money(to < from ? sellerBudget - by : sellerBudget + by, amount.currency),
      planDifference: money(planDifference, currency),
      gain,
      why,
    },
  ];
}
