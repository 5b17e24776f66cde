import { addDays, countDays, earlierDay } from "../../lib/days.ts";
import { stepOfMove } from "../model/derived/moves.ts";
import type { DecidedReallocation, Move } from "../model/learned/reallocation.ts";
import { spanAt } from "../model/offers/flights.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { poseProblem } from "../plan/problem.ts";
import { countedOutcomes } from "./counted-outcomes.ts";
import { abilityOf, spendAt } from "./launch.ts";
import { type LineNow, liveLines } from "./live-lines.ts";
import { outcomeAt } from "./response-curve.ts";
import type { CountOutcomes } from "./seen-days.ts";

/** What a reallocation has brought more so far, against what was expected of the same days. In outcomes. */
export interface ObservedGain {
  /** Days that count, both inclusive, in UTC. */
  readonly start: string;
  readonly end: string;
  readonly observed: number;
  readonly expected: number;
}

/**
 * The gain of moves that were made, from the first full day after the last of them was seen in its seller's books until the
 * next reallocation that is made, or as far as every moved line is counted. What a line would have brought with its old budget
 * follows from its plan's curve, at the level that it has shown in these days. Undefined while nothing is
 * known, and where something else is counted by now than what was decided on.
 */
export function observedGain(decision: DecidedReallocation, state: CampaignState): ObservedGain | undefined {
  const { brief, offers, ranking, exchange } = state;
  const madeAt = lastMade(decision, state);
  if (madeAt === undefined || brief === undefined || offers === undefined || ranking === undefined)
    return undefined;
  const { problem } = poseProblem({ brief, offers, ranking, exchange });
  const { outcomesOf, counts } = countedOutcomes(state);
  if (decision.outcome !== counts) return undefined;
  const start = addDays(madeAt, 1);
  const lines = liveLines(state, { problem, outcomesOf, day: madeAt });
  const made = decision.moves.flatMap((move) => {
    const now = lines.find(({ line }) => line.lineId === move.lineId);
    return now !== undefined && stepOfMove(decision, move, state)?.check?.made === true
      ? [{ move, now }]
      : [];
  });
  const counted = made.map(({ now }) => countedDays(now, { from: start, state, outcomesOf }));
  const end = counted
    .map((days) => [...days.keys()].at(-1) ?? madeAt)
    .reduce(earlierDay, lastDay(decision, state));
  const days = countDays(start, end);
  if (days === 0) return undefined;
  const daysLeft = countDays(start, spanAt(start, brief).end);
  const gains = made.map(({ move, now }, i) => {
    const own = [...(counted[i] ?? [])].filter(([date]) => date <= end).map(([, day]) => day);
    const outcomes = own.reduce((sum, { outcome }) => sum + outcome, 0);
    const expected = own.reduce((sum, { spend }) => sum + outcomeAt(now.line.curve, spend), 0);
    return expected > 0 ? outcomes * (1 - (days * outcomeBefore(move, now, daysLeft)) / expected) : outcomes;
  });
  const decidedOn = decision.at.slice(0, 10);
  const decidedDays = countDays(decidedOn, spanAt(decidedOn, brief).end);
  return {
    start,
    end,
    observed: gains.reduce((sum, gain) => sum + gain, 0),
    expected: (decision.gain.mid * days) / decidedDays,
  };
}

/** The day on which the last of its moves was seen in its seller's books; undefined where none was. */
function lastMade(decision: DecidedReallocation, state: CampaignState): string | undefined {
  const seen = decision.moves.flatMap((move) => {
    const check = stepOfMove(decision, move, state)?.check;
    return check?.made === true ? [check.at.slice(0, 10)] : [];
  });
  return seen.sort().at(-1);
}

/** The day before another reallocation changed budgets again; the flight's last one where none did. */
function lastDay(decision: DecidedReallocation, state: CampaignState): string {
  const end = state.brief?.flight.end ?? "";
  const place = state.reallocations.findIndex(({ id }) => id === decision.id);
  const begun = state.reallocations
    .slice(place + 1)
    .flatMap((next) => next.moves.map((move) => stepOfMove(next, move, state)))
    .flatMap((step) => step?.times.begunAt?.slice(0, 10) ?? []);
  return begun.map((day) => addDays(day, -1)).reduce(earlierDay, end);
}

interface CountedDay {
  /** In minor units of the brief's currency. */
  readonly spend: number;
  readonly outcome: number;
}

/** A line's days in order, without a gap, as far as spend and outcomes are known of each. */
function countedDays(
  { line, mediaBuyId, packageId, rate }: LineNow,
  {
    from,
    state,
    outcomesOf,
  }: { readonly from: string; readonly state: CampaignState; readonly outcomesOf: CountOutcomes },
): ReadonlyMap<string, CountedDay> {
  const rows =
    state.delivery.find((buy) => isSameBuy(buy, { sellerId: line.sellerId, mediaBuyId }))?.rows ?? [];
  const known = new Map(
    rows
      .filter((row) => row.packageId === packageId && row.lineId === line.lineId && row.from === undefined)
      .map((row) => [row.date, row] as const),
  );
  const days = new Map<string, CountedDay>();
  for (let date = from; ; date = addDays(date, 1)) {
    const row = known.get(date);
    const outcome = row && outcomesOf(row);
    if (row?.spendMinor === undefined || outcome === undefined) return days;
    days.set(date, { spend: row.spendMinor * rate, outcome });
  }
}

/** What a day with the old budget would bring by the plan's curve: no more than the line has proved able to spend. */
function outcomeBefore(move: Move, { line, rate }: LineNow, daysLeft: number): number {
  const daily = Math.max(0, move.from.minor * rate - line.spent) / Math.max(1, daysLeft);
  return outcomeAt(line.curve, spendAt(daily, abilityOf(line)));
}
