import { digest } from "../../lib/digest.ts";
import { sumOver } from "../../lib/money.ts";
import type { Reallocation } from "../model/learned/reallocation.ts";
import { exactly, type Range } from "../model/offers/offer.ts";
import { againstPlan } from "./against-plan.ts";
import { claimed, drawGains, expectedOutcome } from "./draw-gains.ts";
import {
  type Ability,
  abilityOf,
  deliveringDays,
  launchDays,
  provenSpends,
  sinceLaunch,
  spendAt,
  weeksOf,
} from "./launch.ts";
import { learnResponses, type Response } from "./learn-response.ts";
import type { LiveLine } from "./live-line.ts";
import { resolve, type SplitGroup, type SplitLine } from "./resolve.ts";
import { outcomeAt } from "./response-curve.ts";
import { isFresh, type Turn, turnsOf } from "./turns.ts";

/** What there is to decide on. Amounts in minor units of the brief's currency. */
export interface ReallocationProblem {
  readonly lines: readonly LiveLine[];
  /** Days of the whole flight, and those that are left of it. */
  readonly flightDays: number;
  readonly daysLeft: number;
  /** Shares of sellers, channels and the like; members are places in `lines`. */
  readonly groups: readonly SplitGroup[];
  /** What no line has: it is placed too. */
  readonly idle?: number;
  /** How far what is counted is trusted: `hardly` where sellers alone count their own sales, `not` where nobody counts it. */
  readonly trust: "full" | "hardly" | "not";
  /** Between two weekly decisions: only lines that broke down give money. */
  readonly isEarly?: boolean;
  readonly promises?: Promises;
}

/** What the moves that were made so far had claimed, in outcomes. */
export interface Promises {
  readonly sum: number;
  /** The weekly decision before had put its moves at less than half of what they had claimed. */
  readonly wereShort: boolean;
}

/** What is proposed, or why nothing is. */
export interface Proposal
  extends Pick<Reallocation, "gain" | "expected" | "sinceStart" | "isLosing" | "why"> {
  readonly moves: readonly ProposedMove[];
}

/** A line's budget over the whole flight, before and after. */
export interface ProposedMove {
  readonly lineId: string;
  readonly from: number;
  readonly to: number;
  readonly gain: number;
  readonly why: string;
}

/** A flight shorter than this is left alone, and so are the last days of each. */
const shortestFlight = 14;
const lastDays = 5;
/** Part of its planned pace that every line keeps, so that it goes on being learned about. */
const floor = 0.05;
/** Part of its budget that one decision takes from a line at most. */
const largestCut = 0.2;
/** Times its pace, and times the largest daily spend that was seen to work, that one decision gives a line at most. */
const largestRaise = 1.5;
const beyondProven = 1.25;
/** The part of these bounds where what is counted is hardly trusted, and how far it may take a line from its plan in all. */
const hardly = 0.3;
const farthest = 0.5;
/** Weeks of a line after which the bounds are as wide as they get. */
const trustedWeeks = 3;
/** Part of what was claimed under which moves have come short; the part of these bounds after two weeks of it, and where it came true. */
const short = 0.5;
const narrowed = 0.5;
const wider = 1.25;
/** Money over what it can spend that a line is left with, so that a limit that is lifted shows; the part of the rest that is freed. */
const headroom = 1.1;
const freedPart = 0.5;
/**
 * Part of what is expected anyway that a weekly decision must bring more: as changes cost lines something, so much of the part of the
 * money that changes hands, between these. And how probable it must be that it brings anything.
 */
const gainOnMoved = 0.25;
const [leastGain, enoughGain] = [0.002, 0.01];
const probable = 0.8;
/** Part of what the plan alone would bring that moves may have cost, at the lower end of what is thought: then money goes back. */
const largestLoss = 0.01;
/** Part of what a line has left under which it is left alone. */
const smallestMove = 0.03;

/** Words for what goes back. */
const back = {
  all: "what was moved may have cost more than it brings: back towards the plan",
  line: "back towards the plan: what was moved has brought less",
  nothing: "what was moved may have cost more than it brings; nothing more is moved",
};

/**
 * LiveLine[] -> Proposal: splits what is left anew on the responses that were learned, each line inside what was seen to work.
 * Moves nothing where that would bring too little, or might as well bring less.
 */
export function proposeMoves(problem: ReallocationProblem): Proposal {
  const { lines, flightDays, daysLeft, groups, idle = 0, isEarly, promises } = problem;
  const stands = whyNone(problem);
  // What no line has is placed even so, and takes nothing from any.
  if (stands !== undefined && (idle === 0 || daysLeft <= 0)) return nothing(stands);
  const responses = learnResponses(lines, plannedRate(lines));
  const turns = turnsOf(lines);
  const abilities = lines.map(abilityOf);
  const before = lines.map(({ budget }) => budget);
  const total = before.reduce((a, b) => a + b, idle);
  const expected = daysLeft * sumOver(before, (budget, place) => bringsOf(place, budget));
  const sinceStart = drawGains(againstPlan(lines, responses, problem), seedOf(problem));
  const isDown = [...turns.values()].some(isFresh);
  const isLosing =
    idle === 0 && !isDown && sinceStart.low < (-largestLoss * expected * flightDays) / daysLeft;
  const reach = isLosing ? 1 : reachOf(sinceStart, promises);
  const knowing = lines.map((line, place) =>
    bounded(line, responses[place], problem, {
      turn: turns.get(line.lineId),
      ability: abilities[place],
      mayGive: stands === undefined,
      reach,
    }),
  );
  const account = {
    expected,
    sinceStart: { low: sinceStart.low, mid: sinceStart.mid, high: sinceStart.high },
    ...(isLosing && ({ isLosing } as const)),
  };
  const none = (why: string) => ({ ...nothing(why), ...account });
  const after = isLosing
    ? lines.map(({ planned }, place) => within(planned, knowing[place]?.split))
    : resolve({ lines: knowing.map(({ split }) => split), total, daysLeft, groups });
  if (after === undefined) return none("the brief's limits leave no other split in one step");

  const settled = settle(problem, after, total);
  const drawn = drawGains(
    responses.map((response, place) => {
      const daily = (budget: number) => spendAt(dailyOf(place, budget), abilities[place]);
      const [from, to] = [before[place] ?? 0, settled[place] ?? 0];
      return { response, stretches: [{ days: daysLeft, before: daily(from), after: daily(to) }] };
    }),
    seedOf(problem),
  );
  const gain = claimed(drawn);
  const isCut = settled.some((to, place) => to < (before[place] ?? 0));
  const least = isEarly === true ? 0 : expected * gainNeeded(lines, settled);
  const isWorthIt = gain.mid > 0 && (isLosing || (gain.mid >= least && drawn.probability >= probable));
  if (!settled.some((to, place) => to !== before[place]) || (isCut && !isWorthIt))
    return none(isLosing ? back.nothing : "a better split would bring too little more");
  return {
    moves: lines.flatMap(({ lineId, budget }, place) => {
      const to = settled[place] ?? budget;
      if (to === budget) return [];
      const gain = daysLeft * (bringsOf(place, to) - bringsOf(place, budget));
      const why = isLosing ? back.line : reasonOf(to < budget, knowing[place]?.isFull === true);
      return [{ lineId, from: budget, to, gain, why }];
    }),
    gain,
    ...account,
    why: isLosing
      ? back.all
      : isCut
        ? "other lines bring more for the same money"
        : "money that was freed has no line",
  };

  function dailyOf(place: number, budget: number): number {
    return Math.max(0, budget - (lines[place]?.spent ?? 0)) / daysLeft;
  }

  /** Outcomes that a line is expected to bring a day with this budget. */
  function bringsOf(place: number, budget: number): number {
    const response = responses[place];
    return response === undefined
      ? 0
      : expectedOutcome(response, spendAt(dailyOf(place, budget), abilities[place]));
  }
}

function within(amount: number, { least = 0, most = 0 }: Partial<SplitLine> = {}): number {
  return Math.min(most, Math.max(least, amount));
}

function nothing(why: string): Proposal {
  return { moves: [], gain: exactly(0), expected: 0, why };
}

/** A small line whose money brings twice as much may have it, though that is little of the whole. */
function gainNeeded(lines: readonly LiveLine[], settled: readonly number[]): number {
  const left = sumOver(lines, ({ budget, spent }) => Math.max(0, budget - spent));
  const given = sumOver(lines, ({ budget }, place) => Math.max(0, (settled[place] ?? budget) - budget));
  return Math.min(enoughGain, Math.max(leastGain, (gainOnMoved * given) / Math.max(1, left)));
}

/** Whether moves are worth less than half of what they had claimed. */
export function isShort({ mid }: Range, sum: number): boolean {
  return mid < short * sum;
}

/** The part of what one decision may move at most that it may, by what came of the moves before it. */
function reachOf(sinceStart: Range, { sum, wereShort }: Promises = { sum: 0, wereShort: false }): number {
  if (isShort(sinceStart, sum)) return wereShort ? narrowed : 1;
  return sum > 0 && sinceStart.mid >= sum ? wider : 1;
}

/** Why no line gives anything. */
function whyNone({ lines, flightDays, daysLeft, trust }: ReallocationProblem): string | undefined {
  if (daysLeft <= 0) return "the flight is over";
  if (lines.length < 2) return "money cannot move: fewer than two lines run";
  if (flightDays < shortestFlight) return `the flight is shorter than ${shortestFlight} days`;
  if (daysLeft <= lastDays) return `the last ${lastDays} days of a flight are left alone`;
  return trust === "not" ? "nobody counts what the money is to bring" : undefined;
}

/** Outcomes for a minor unit, as the plan has them. */
function plannedRate(lines: readonly LiveLine[]): number {
  const paces = lines.map(({ planned, days }) => planned / Math.max(1, days));
  const outcomes = sumOver(lines, ({ curve }, place) => outcomeAt(curve, paces[place] ?? 0));
  const pace = sumOver(paces);
  return outcomes / Math.max(1, pace);
}

/** The seed of the draws: the same problem gives the same ones. */
function seedOf(problem: ReallocationProblem): number {
  return Number.parseInt(digest(problem).slice(-8), 16);
}

function reasonOf(isCut: boolean, isFull: boolean): string {
  if (isCut) return isFull ? "it cannot spend what it has" : "others bring more for the same money";
  return "more of it brings more than elsewhere";
}

interface Standing {
  readonly turn: Turn | undefined;
  readonly ability: Ability | undefined;
  readonly mayGive: boolean;
  /** The part of the usual bounds. */
  readonly reach: number;
}

/** What one decision may give a line. Of one that has hardly run nothing is known, and it keeps what it has. */
function bounded(
  line: LiveLine,
  response: Response | undefined,
  { daysLeft, trust, isEarly }: ReallocationProblem,
  { turn, ability, mayGive, reach }: Standing,
): { readonly split: SplitLine; readonly isFull: boolean } {
  const { budget, spent, planned, days, least, most } = line;
  const isDown = turn !== undefined && isFresh(turn);
  const left = Math.max(0, budget - spent);
  const surplus = Math.max(0, left - headroom * daysLeft * spendAt(left / daysLeft, ability));
  const weeks = weeksOf(sinceLaunch(line)).length;
  // Of one that has turned nothing is known but what came since.
  const known = Math.min(1, weeks / trustedWeeks, (turn?.days ?? launchDays) / launchDays);
  const part = (trust === "full" ? 1 : hardly) * known * reach;
  const isKnown = response !== undefined && deliveringDays(line) >= launchDays;
  const around = (trust === "full" ? Number.POSITIVE_INFINITY : farthest) * planned;
  // That it brings hardly anything any more a seller does not say in its own favour.
  const worse = isDown ? budget : Math.max(0, budget - planned + around);
  const cut =
    isKnown && mayGive && (isEarly !== true || isDown)
      ? Math.max(
          Math.min(Math.min(1, part) * largestCut * budget, worse),
          Math.min(freedPart * surplus, largestCut * budget),
        )
      : 0;
  const kept = Math.min(left, (floor * planned * daysLeft) / Math.max(1, days));
  const proven = provenSpends(line);
  const beyond = 1 + part * (beyondProven - 1);
  // Where it brings hardly anything any more there is no threshold to stay above.
  const works = isDown ? 0 : (daysLeft * proven.least) / beyond;
  const lowest = Math.max(least, spent + Math.max(kept, works), budget - cut);
  const raised = Math.min((left / daysLeft) * (1 + part * (largestRaise - 1)), proven.most * beyond);
  const highest = isKnown ? Math.min(most, spent + raised * daysLeft, planned + around) : budget;
  return {
    isFull: surplus > 0,
    split: {
      spent,
      least: Math.min(budget, Math.ceil(lowest)),
      most: Math.max(budget, Math.floor(highest)),
      brings: (pace) => (response === undefined ? 0 : expectedOutcome(response, spendAt(pace, ability))),
    },
  };
}

/** Leaves alone what would hardly move, and gives back what nobody takes to those that have it now, within every group's most. */
function settle(
  { lines, groups }: Pick<ReallocationProblem, "lines" | "groups">,
  after: readonly number[],
  total: number,
): number[] {
  const kept = lines.map(({ budget, spent }, i) => {
    const to = after[i] ?? budget;
    return Math.abs(to - budget) < smallestMove * Math.max(1, budget - spent) ? budget : to;
  });
  const raiseOf = (place: number) => (kept[place] ?? 0) - (lines[place]?.budget ?? 0);
  const byRaise = [...lines.keys()].sort((a, b) => raiseOf(b) - raiseOf(a));
  const bounds = [{ members: byRaise, most: total }, ...groups];
  const roomIn = ({ members, most }: Pick<SplitGroup, "members" | "most">) =>
    members.reduce((room, place) => room - (kept[place] ?? 0), most);
  // What small moves would have paid for is taken off the largest increases.
  for (const bound of bounds)
    for (const place of byRaise.filter((one) => bound.members.includes(one)))
      kept[place] = (kept[place] ?? 0) - Math.max(0, Math.min(-roomIn(bound), raiseOf(place)));
  for (const place of byRaise.toReversed()) {
    const room = Math.min(...bounds.filter(({ members }) => members.includes(place)).map(roomIn));
    kept[place] = (kept[place] ?? 0) + Math.max(0, Math.min(room, -raiseOf(place)));
  }
  return kept;
}
