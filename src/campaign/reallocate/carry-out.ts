import { money } from "../../lib/money.ts";
import { findBuy } from "../buys/find-line.ts";
import { heldBy } from "../buys/held-by.ts";
import { type Changed, changeBuy } from "../change/change-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { boundIn } from "../model/bought.ts";
import { isDecrease, stepOfMove, stepsOf } from "../model/learned/moves.ts";
import type { DecidedReallocation, Move } from "../model/learned/reallocation.ts";
import type { CampaignState, StepState } from "../model/state.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/**
 * Takes a reallocation as far as it goes now: every decrease first, and only when each of them is seen in its seller's books,
 * or has come to nothing, the increases, with no more than the decreases that were made have freed. Where a person must
 * agree, or has said no, nothing else is proposed. Calling it again goes on where it stands.
 */
export async function carryOut(decision: DecidedReallocation, ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  const decreases = decision.moves.filter(isDecrease);
  for (const move of decreases) {
    if (isOver(stepOfMove(decision, move, journal.state()))) continue;
    await make(decision, move, move.to.minor, ports);
    if (waitsForPeople(decision, journal.state())) return;
  }
  const state = journal.state();
  const open = decreases.some((move) => isOpen(stepOfMove(decision, move, state)));
  if (open || isRefused(decision, state)) return;
  for (const move of decision.moves) {
    if (isDecrease(move) || isOver(stepOfMove(decision, move, journal.state()))) continue;
    const to = affordable(decision, move, journal.state());
    if (to > move.from.minor) await make(decision, move, to, ports);
  }
}

/** Whether something of it is still under way at a seller or in front of people. */
export function isUnderWay(decision: DecidedReallocation, state: CampaignState): boolean {
  return decision.moves.some((move) => isOpen(stepOfMove(decision, move, state)));
}

async function make(
  { id, why, askedBy = ["flightdesk"] }: DecidedReallocation,
  { lineId, to, from }: Move,
  minor: number,
  ports: ExecutePorts,
): Promise<Changed | undefined> {
  const foundBuy = findBuy(ports.journal.state(), lineId);
  if (foundBuy === undefined) return undefined;
  const verb = to.minor < from.minor ? "decrease" : "increase";
  const requested = { verb, to: money(minor, to.currency) } as const;
  const asked = { requested, askedBy, reason: `reallocation ${id}: ${why}`, reallocation: id };
  const changed = await changeBuy(foundBuy, asked, { execute: true }, ports);
  if (changed.type === "refused") ports.progress(`reallocation ${id}: ${changed.reason}`);
  return changed;
}

/** Sent and not settled, or waiting: also what a seller agreed to and does not show yet. */
function isOpen(current: StepState | undefined): boolean {
  if (current === undefined) return false;
  if (current.status === "done") return current.check === undefined;
  return !cameToNothing(current);
}

/** Whether there is nothing more to be done for it: made, refused, or agreed to and not done. */
function isOver(current: StepState | undefined): boolean {
  return current !== undefined && !isOpen(current);
}

function waitsForPeople(decision: DecidedReallocation, state: CampaignState): boolean {
  return isRefused(decision, state) || stepsOf(decision, state).some(({ status }) => status === "escalated");
}

/** A person or governance has said no before anything of it was sent: everything is left as it is. */
function isRefused(decision: DecidedReallocation, state: CampaignState): boolean {
  const own = stepsOf(decision, state);
  return own.some(({ status }) => status === "refused") && own.every(({ intent }) => intent === undefined);
}

/** The budget that a line can be raised to now, in minor units of its seller's currency: freed money alone, inside every limit. */
function affordable(decision: DecidedReallocation, move: Move, state: CampaignState): number {
  const freed = decision.moves
    .filter((one) => isDecrease(one) && stepOfMove(decision, one, state)?.check?.made === true)
    .reduce((sum, { planDifference }) => sum + planDifference.minor, 0);
  const given = stepsOf(decision, state)
    .filter((current) => !cameToNothing(current))
    .reduce((sum, { step }) => sum + step.planAmount.minor, 0);
  const room = Math.min(
    freed - given,
    decision.bound.minor - boundIn(state),
    ...decision.limits
      .filter(({ lineIds }) => lineIds.includes(move.lineId))
      .map(({ lineIds, most }) => most - heldBy(lineIds, state)),
  );
  const part = Math.min(1, room / move.planDifference.minor);
  return move.from.minor + Math.max(0, Math.floor((move.to.minor - move.from.minor) * part));
}
