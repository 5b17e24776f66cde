import { money, proportionUp } from "../../lib/money.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { boundIn } from "../model/derived/bought.ts";
import { lockOn } from "../model/derived/locks.ts";
import { isDecrease, stepOfMove } from "../model/derived/moves.ts";
import type { DecidedReallocation, Move } from "../model/learned/reallocation.ts";
import { isWorthPlacing, notPlaced } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import { carryOut, isFreeing, leftOf, noteDecision } from "./carry-out.ts";
import { type LineBudget, lineBudgets } from "./live-lines.ts";

/**
 * Gives what was freed and no line took back to the lines that had it, in the same turn, where it was missed most first. What
 * they do not take either stays without a line until the next decision, or until a person says what becomes of it.
 */
export async function giveBack(decision: DecidedReallocation, ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  for (const back of backsOf(decision, journal.state())) await carryOut(back, ports);
  const state = journal.state();
  const count = backsOf(decision, state).length;
  const moves = isFreeing(decision, state) ? [] : movesBack(decision, state);
  if (moves.length === 0) return;
  const id = `back-${decision.id}${count === 0 ? "" : `-${count + 1}`}`;
  const given = moves.reduce((sum, { planDifference }) => sum + planDifference.minor, 0);
  const gain = moves.reduce((sum, move) => sum + move.gain, 0);
  const { currency } = decision.moved;
  const { expected, outcome, inputs, windowDays, limits } = decision;
  const reallocation = {
    id,
    givesBack: decision.id,
    moves,
    moved: money(given, currency),
    idle: money(given, currency),
    gain: { low: gain, mid: gain, high: gain },
    expected,
    outcome,
    inputs,
    why: `what no line took of reallocation ${decision.id} goes back`,
    windowDays,
    bound: money(boundIn(state) + given, currency),
    limits,
  };
  const decided = await noteDecision(reallocation, state, ports);
  if (decided !== undefined) await carryOut(decided, ports);
}

function backsOf({ id }: DecidedReallocation, { reallocations }: CampaignState): DecidedReallocation[] {
  return reallocations.filter(({ givesBack }) => givesBack === id);
}

function movesBack(decision: DecidedReallocation, state: CampaignState): Move[] {
  const backs = backsOf(decision, state);
  const { currency } = decision.moved;
  const placed = backs.reduce((sum, back) => sum + (back.idle?.minor ?? 0) - leftOf(back, state), 0);
  const idle = decision.idle?.minor ?? 0;
  // What was idle before has no line to go back to.
  let left = Math.min(leftOf(decision, state) - placed - idle, notPlaced(state)?.amount.minor ?? 0);
  const budgets = lineBudgets(state);
  return decision.moves
    .filter((move) => isDecrease(move) && stepOfMove(decision, move, state)?.check?.made === true)
    .filter(({ lineId }) => lockOn(lineId, state) === undefined && !isTried(lineId, backs))
    .sort((a, b) => a.gain / a.planDifference.minor - b.gain / b.planDifference.minor)
    .flatMap((move) => {
      const now = budgets.find(({ lineId }) => lineId === move.lineId);
      const back = now && moveBack(move, now, left);
      if (back === undefined || !isWorthPlacing(back.planDifference.minor, currency)) return [];
      left -= back.planDifference.minor;
      return [back];
    });
}

/** A line is given back once of each decision: a seller that refuses is not asked each day. */
function isTried(lineId: string, backs: readonly DecidedReallocation[]): boolean {
  return backs.some(({ moves }) => moves.some((move) => move.lineId === lineId));
}

/** No more than the line had before, and no more than is left, in minor units of the brief's currency. */
function moveBack(move: Move, { budget, order }: LineBudget, left: number): Move | undefined {
  const { amount, planAmount } = order;
  const most = Math.floor((left * amount.minor) / planAmount.minor);
  const by = Math.min(most, move.from.minor - budget.minor);
  if (by <= 0) return undefined;
  const planDifference = Math.min(left, proportionUp(planAmount.minor, by, amount.minor));
  return {
    ...move,
    from: budget,
    to: money(budget.minor + by, budget.currency),
    planDifference: money(planDifference, planAmount.currency),
    gain: (-move.gain * planDifference) / move.planDifference.minor,
    why: "no other line took what it gave",
  };
}
