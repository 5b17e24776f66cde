import { countedMoney, money, proportionUp, sumOver } from "../../lib/money.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { agreedNotMade } from "../change/agreed-changes.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { boundIn } from "../model/derived/bought.ts";
import { lockOn } from "../model/derived/locks.ts";
import { isDecrease, movedBy, stepOfMove, stepsOf, sumOfMoves } from "../model/derived/moves.ts";
import type { DecidedReallocation, Move } from "../model/learned/reallocation.ts";
import { exactly } from "../model/offers/offer.ts";
import { isWorthPlacing, notPlaced } from "../model/state/not-placed.ts";
import { type CampaignState, isInDoubt, isOnItsWay, type StepState } from "../model/state/state.ts";
import { budgetMade, carryOut, freeMoney, isFreeing, leftOf, noteDecision, placedBy } from "./carry-out.ts";
import { budgetMove, type LineBudget, lineBudgets } from "./live-lines.ts";

/**
 * Gives what was freed and no line took back to the lines that had it, in the same turn, where it was missed most first. An
 * increase that its seller agreed to and did not make in time is withdrawn for it. What nobody takes then stays without a line
 * until the next decision, or until a person says what becomes of it; so does what is withdrawn of a decision before the `last`.
 */
export async function giveBack(
  decision: DecidedReallocation,
  last: DecidedReallocation,
  ports: ExecutePorts,
): Promise<void> {
  const { journal } = ports;
  const isLast = decision.id === last.id;
  for (const back of backsOf(decision, journal.state()))
    await (isLast ? carryOut(back, ports) : freeMoney(back, ports));
  const state = journal.state();
  if (isFreeing(decision, state)) return;
  const overdue = overdueOf(decision, state).map((current) => withdrawal(current, state, ports));
  const withdrawn = (await Promise.all(overdue)).flatMap((move) => move ?? []);
  const freed = sumOfMoves(withdrawn);
  const moves = [...withdrawn, ...(isLast ? movesBack(decision, freed, state) : [])];
  if (moves.length === 0) return;
  const count = backsOf(decision, state).length;
  const id = `back-${decision.id}${count === 0 ? "" : `-${count + 1}`}`;
  const given = sumOfMoves(moves.filter((move) => !isDecrease(move)));
  const gain = moves.reduce((sum, move) => sum + move.gain, 0);
  const { currency } = decision.moved;
  const { expected, outcome, inputs, windowDays, limits } = decision;
  const idle = Math.max(0, given - freed);
  const reallocation = {
    id,
    givesBack: decision.id,
    moves,
    moved: money(movedBy(moves), currency),
    idle: money(idle, currency),
    gain: exactly(gain),
    expected,
    outcome,
    inputs,
    why: `what no line took of reallocation ${decision.id} goes back`,
    windowDays,
    bound: money(boundIn(state) + idle, currency),
    limits,
  };
  const decided = await noteDecision(reallocation, state, ports);
  if (decided !== undefined) await carryOut(decided, ports);
}

function backsOf({ id }: DecidedReallocation, { reallocations }: CampaignState): DecidedReallocation[] {
  return reallocations.filter(({ givesBack }) => givesBack === id);
}

/** Increases of it that sellers agreed to and did not make in time; each is withdrawn once. */
function overdueOf(decision: DecidedReallocation, state: CampaignState): StepState[] {
  const backs = backsOf(decision, state);
  const own = new Set([decision, ...backs].map(({ id }) => id));
  const withdrawn = backs.flatMap(({ moves }) => moves.filter(isDecrease));
  return agreedNotMade(state).filter(
    ({ step, check, ...current }) =>
      own.has(step.change?.reallocation ?? "") &&
      step.change?.requested.verb === "increase" &&
      !isOnItsWay({ check }) &&
      !isInDoubt({ check, ...current }) &&
      check?.refusedBy === undefined &&
      !withdrawn.some(({ lineId }) => step.lineIds.includes(lineId)),
  );
}

/** Back to what its seller's books show: undefined where they do not say. */
async function withdrawal(
  { step }: StepState,
  state: CampaignState,
  ports: ExecutePorts,
): Promise<Move | undefined> {
  const now = lineBudgets(state).find(({ lineId }) => step.lineIds.includes(lineId));
  const from = budgetMade(step.change);
  if (now === undefined || from === undefined) return undefined;
  const { mediaBuyId, packageId } = now;
  const shown = await readBuy(step.agentUrl, mediaBuyId, ports);
  const packages = shown.type === "value" ? shown.value.packages : [];
  const budget = packages?.find((one) => one.package_id === packageId)?.budget;
  const to = budget === undefined ? undefined : countedMoney(budget, from.currency);
  if (to === undefined || to.minor >= from.minor) return undefined;
  return { ...budgetMove(now, from, to), gain: 0, why: "its seller agreed to more and did not make it" };
}

function movesBack(decision: DecidedReallocation, withdrawn: number, state: CampaignState): Move[] {
  const backs = backsOf(decision, state);
  const { currency } = decision.moved;
  const placed = sumOver(backs.flatMap((back) => stepsOf(back, state)).map(placedBy));
  // A line is given back once of each decision: a seller that refuses is not asked each day.
  const tried = new Set(backs.flatMap(({ moves }) => moves.map(({ lineId }) => lineId)));
  const idle = decision.idle?.minor ?? 0;
  // What was idle before has no line to go back to.
  const unplaced = Math.min(leftOf(decision, state) - placed - idle, notPlaced(state)?.amount.minor ?? 0);
  let left = unplaced + withdrawn;
  const budgets = lineBudgets(state);
  return decision.moves
    .filter((move) => isDecrease(move) && stepOfMove(decision, move, state)?.check?.made === true)
    .filter(({ lineId }) => lockOn(lineId, state) === undefined && !tried.has(lineId))
    .sort((a, b) => a.gain / a.planDifference.minor - b.gain / b.planDifference.minor)
    .flatMap((move) => {
      const now = budgets.find(({ lineId }) => lineId === move.lineId);
      const back = now && moveBack(move, now, left);
      if (back === undefined || !isWorthPlacing(back.planDifference.minor, currency)) return [];
      left -= back.planDifference.minor;
      return [back];
    });
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
