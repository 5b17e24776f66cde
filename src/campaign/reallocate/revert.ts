import { money } from "../../lib/money.ts";
import { readSpent } from "../account/books/read-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { boundIn } from "../model/derived/bought.ts";
import { isDecrease, movedBy, stepOfMove } from "../model/derived/moves.ts";
import type { Move, Reallocation } from "../model/learned/reallocation.ts";
import type { CampaignState } from "../model/state/state.ts";
import { budgetMade, carryOut, isUnderWay, noteDecision } from "./carry-out.ts";
import { budgetMove, type LineBudget, lineBudgets } from "./live-lines.ts";

/** How a change request to take a reallocation back stands: what it came to, or why nothing is done. */
export type Reverted =
  | { readonly type: "decided"; readonly id: string }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Gives every line that a reallocation changed the budget back that it had, as far as it is not spent: again decreases first,
 * each change through the gate. Saying it again goes on where it stands.
 */
export async function revert(
  id: string,
  asked: Pick<Reallocation, "askedBy" | "askedInForm">,
  ports: ExecutePorts,
): Promise<Reverted> {
  await ports.journal.refresh();
  const revertId = `revert-${id}`;
  const state = ports.journal.state();
  let decision = state.reallocations.find((one) => one.id === revertId);
  if (decision === undefined) {
    const posed = await posedAgainst(id, state, ports);
    if ("reason" in posed) return { type: "refused", reason: posed.reason };
    decision = await noteDecision({ ...posed, id: revertId, reverts: id, ...asked }, state, ports);
  }
  if (decision === undefined)
    return { type: "refused", reason: "the campaign has moved on meanwhile: try again" };
  await carryOut(decision, ports);
  return { type: "decided", id: revertId };
}

async function posedAgainst(
  id: string,
  state: CampaignState,
  ports: ExecutePorts,
): Promise<Omit<Reallocation, "id" | "reverts" | "askedBy" | "askedInForm"> | { readonly reason: string }> {
  const decision = state.reallocations.find((one) => one.id === id);
  if (decision === undefined) {
    const names = state.reallocations.map((one) => one.id).join(", ") || "none";
    return { reason: `there is no reallocation ${id}; there are: ${names}` };
  }
  const open = state.reallocations.find((one) => isUnderWay(one, state));
  if (open !== undefined) return { reason: `reallocation ${open.id} is still under way` };
  const budgets = lineBudgets(state);
  const made = decision.moves.flatMap((move) => {
    const step = stepOfMove(decision, move, state);
    const now = budgets.find(({ lineId }) => lineId === move.lineId);
    return step?.check?.made === true && now !== undefined
      ? [{ move, now, made: budgetMade((givenBack(id, move, state) ?? step).step.change) }]
      : [];
  });
  if (made.length === 0) return { reason: `reallocation ${id} has changed nothing` };
  const changed = made.find(({ now, made }) => now.budget.minor !== made?.minor);
  if (changed !== undefined)
    return { reason: `${changed.move.lineId} has been changed since: take the later change back first` };
  const back = await Promise.all(made.map(({ move, now }) => backOf(move, now, ports)));
  const moves = back
    .flatMap((move) => move ?? [])
    .sort((a, b) => Number(isDecrease(b)) - Number(isDecrease(a)));
  if (moves.length === 0) return { reason: `all that reallocation ${id} moved is spent` };
  const { gain, expected, outcome, inputs, windowDays, limits } = decision;
  return {
    // Its gain is the other's, lost.
    gain: { low: -gain.high, mid: -gain.mid, high: -gain.low },
    expected,
    outcome,
    inputs,
    windowDays,
    limits,
    moves,
    moved: money(movedBy(moves), decision.moved.currency),
    why: `takes reallocation ${id} back`,
    bound: money(boundIn(state), decision.bound.currency),
  };
}

/** The step that gave a line back what nobody took of it; undefined where none was made. */
function givenBack(id: string, move: Move, state: CampaignState) {
  return state.reallocations
    .filter(({ givesBack }) => givesBack === id)
    .map((back) => stepOfMove(back, move, state))
    .findLast((current) => current?.check?.made === true);
}

/** The move back, down to what is spent at most; undefined where nothing is left to give back. */
async function backOf(move: Move, now: LineBudget, ports: ExecutePorts): Promise<Move | undefined> {
  const { budget } = now;
  const spent = await spentOn(now, ports);
  const to = money(Math.max(move.from.minor, Math.min(spent, budget.minor)), budget.currency);
  if (to.minor === budget.minor) return undefined;
  return { ...budgetMove(now, budget, to), gain: -move.gain };
}

/** As its seller reports it now; nothing where it does not: then the seller itself refuses what is spent. */
async function spentOn({ order, mediaBuyId, packageId, budget, isAlone }: LineBudget, ports: ExecutePorts) {
  const reading = await readSpent(order.agentUrl, mediaBuyId, budget.currency, ports);
  if (reading.type === "silent") return 0;
  return reading.value.byPackage.get(packageId)?.minor ?? (isAlone ? reading.value.total.minor : 0);
}
