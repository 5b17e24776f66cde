import type { GainRange } from "../model/learned/reallocation.ts";
import { capacityOf } from "./capacity.ts";
import { type Level, learnLevels } from "./levels.ts";
import type { LiveLine } from "./live-line.ts";
import { expectedOf, resolve, type SplitGroup, type SplitLine } from "./resolve.ts";

/** What there is to decide on. Amounts in minor units of the brief's currency. */
export interface ReallocationProblem {
  readonly lines: readonly LiveLine[];
  readonly daysLeft: number;
  /** Shares of sellers, channels and the like; members are places in `lines`. */
  readonly groups: readonly SplitGroup[];
  /** What no line has: it is placed too. */
  readonly idle?: number;
}

/** What is proposed, or why nothing is. */
export interface Proposal {
  readonly moves: readonly ProposedMove[];
  /** Outcomes that the moves are expected to bring more, until the end of the flight, and between what with 80 %. */
  readonly gain: GainRange;
  /** What the lines are expected to bring in that time if nothing moves. */
  readonly expected: number;
  readonly levels: readonly Level[];
  /** Caps that were learned, by lineId: most that a line can spend in a day. */
  readonly capacities: readonly { readonly lineId: string; readonly perDay: number }[];
  readonly why: string;
}

/** A line's budget over the whole flight, before and after. */
export interface ProposedMove {
  readonly lineId: string;
  readonly from: number;
  readonly to: number;
  readonly gain: number;
  readonly why: string;
}

/** Part of its planned pace that every line keeps, so that it goes on being learned about. */
const floor = 0.05;
/** Part of what a line has left that one decision takes from it at most. */
const largestCut = 0.6;
/** Times what a line has left that one decision gives it at most. */
const largestRaise = 2.5;
/** Part of what is expected anyway that a decision must bring more. */
const smallestGain = 0.01;
/** Part of what a line has left under which it is left alone. */
const smallestMove = 0.03;
/** Standard deviations by which lines must differ for the difference to count: chance does that once in 100,000 decisions. */
const neededSignal = 4.3;
/** Standard deviations of an interval that holds with 80 %. */
const eighty = 1.2816;

/**
 * LiveLine[] -> Proposal: splits what is left anew on the response that was learned. Moves nothing where lines differ no
 * more than chance makes them, all spend what they are given and none of it is idle, or where it would bring too little.
 */
export function proposeMoves(problem: ReallocationProblem): Proposal {
  const { lines, daysLeft, groups, idle = 0 } = problem;
  const { levels, overall, signal } = learnLevels(lines);
  const capacities = lines.flatMap((line) => {
    const perDay = capacityOf(line);
    return perDay === undefined ? [] : [{ lineId: line.lineId, perDay }];
  });
  const nothing = (why: string, expected = 0): Proposal => ({
    moves: [],
    gain: { low: 0, mid: 0, high: 0 },
    expected,
    levels,
    capacities,
    why,
  });
  const differ = signal >= neededSignal;
  const isCapped = capacities.some(({ lineId, perDay }) => isAtCapacity(lines, lineId, perDay, daysLeft));
  const cuts = differ || isCapped;
  const stands = whyNone(problem, cuts);
  if (stands !== undefined) return nothing(stands);

  const now = lines
    .map((line, i) => splitLine(line, overall * (differ ? (levels[i]?.mean ?? 1) : 1), capacities, daysLeft))
    .map((line, i) => (cuts ? line : { ...line, least: lines[i]?.budget ?? line.least }));
  const before = lines.map(({ budget }) => budget);
  const total = before.reduce((a, b) => a + b, idle);
  const after = resolve({ lines: now, total, daysLeft, groups });
  if (after === undefined) return nothing("the brief's limits leave no other split in one step");

  const settled = settle(problem, after, total);
  const expected = now.reduce((sum, line, i) => sum + expectedOf(line, before[i] ?? 0, daysLeft), 0);
  const gains = now.map(
    (line, i) => expectedOf(line, settled[i] ?? 0, daysLeft) - expectedOf(line, before[i] ?? 0, daysLeft),
  );
  const mid = gains.reduce((a, b) => a + b, 0);
  const deviation = Math.sqrt(
    gains.reduce((sum, gain, i) => {
      const { mean = 1, deviation: own = 0 } = levels[i] ?? {};
      return sum + (differ ? (gain / mean) * own : 0) ** 2;
    }, 0),
  );
  const gain = { low: mid - eighty * deviation, mid, high: mid + eighty * deviation };
  const isCut = settled.some((to, i) => to < (before[i] ?? 0));
  if (!(mid > 0) || (isCut && mid < smallestGain * expected))
    return nothing("a better split would bring too little more", expected);
  return {
    moves: lines.flatMap(({ lineId, budget }, i) => {
      const to = settled[i] ?? budget;
      if (to === budget) return [];
      const isFull = capacities.some(
        (one) => one.lineId === lineId && isAtCapacity(lines, lineId, one.perDay, daysLeft),
      );
      return [{ lineId, from: budget, to, gain: gains[i] ?? 0, why: reasonOf(to < budget, isFull, differ) }];
    }),
    gain,
    expected,
    levels,
    capacities,
    why: differ
      ? "some lines bring more for their money than others"
      : isCapped
        ? "some lines cannot spend what they have"
        : "money that was freed has no line",
  };
}

function whyNone({ lines, daysLeft, idle = 0 }: ReallocationProblem, cuts: boolean): string | undefined {
  if (daysLeft <= 0) return "the flight is over";
  if (idle !== 0) return undefined;
  if (lines.length < 2) return "money cannot move: fewer than two lines run";
  return cuts ? undefined : "lines differ no more than chance makes them, and all spend their money";
}

function reasonOf(isCut: boolean, isFull: boolean, differ: boolean): string {
  if (isCut && isFull) return "it cannot spend what it has";
  if (differ) return `it brings ${isCut ? "less" : "more"} for its money than others`;
  return isCut ? "others can spend what it hardly needs" : "it can spend what others cannot";
}

/** Whether a line has more left than it can spend. */
function isAtCapacity(lines: readonly LiveLine[], lineId: string, perDay: number, daysLeft: number): boolean {
  const line = lines.find((one) => one.lineId === lineId);
  return line !== undefined && line.budget - line.spent > perDay * daysLeft;
}

function splitLine(
  { lineId, budget, spent, planned, least, most, curve }: LiveLine,
  level: number,
  capacities: Proposal["capacities"],
  daysLeft: number,
): SplitLine {
  const left = Math.max(0, budget - spent);
  const perDay = capacities.find((one) => one.lineId === lineId)?.perDay;
  const explored = Math.floor(Math.min(left, floor * planned));
  const lowest = Math.max(least, spent + Math.max(explored, Math.floor(left * (1 - largestCut))));
  const highest = Math.min(most, spent + Math.ceil(left * largestRaise));
  const free = perDay === undefined ? budget : Math.min(budget, spent + Math.ceil(perDay * daysLeft));
  return {
    spent,
    // Money that a line cannot spend is freed at once, however much it is.
    least: Math.min(budget, Math.max(least, Math.min(lowest, free))),
    most: Math.max(budget, highest),
    level,
    curve,
    capacity: perDay,
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
