import { type Money, money } from "../../lib/money.ts";
import { bookedAmount } from "../account/booked-amount.ts";
import { findBuy } from "../account/changes/find-line.ts";
import { type Changed, changeBuy } from "../change/change-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { boundIn } from "../model/derived/bought.ts";
import { lockOn } from "../model/derived/locks.ts";
import { isDecrease, isProposal, stepOfMove, stepsOf } from "../model/derived/moves.ts";
import type { DecidedReallocation, Move, Reallocation } from "../model/learned/reallocation.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import { boundBy, type CampaignState, isOnItsWay, type StepState } from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/**
 * Takes a reallocation as far as it goes now: every decrease first, and only when each of them is seen in its seller's books,
 * is on its way there or has come to nothing, the increases, with no more than the decreases that were made have freed: what is
 * freed later goes to those that have less than was decided. Where a person must agree, or has said no, nothing else is proposed, and what a person
 * has set meanwhile is left alone. Calling it again goes on where it stands.
 */
export async function carryOut(decision: DecidedReallocation, ports: ExecutePorts): Promise<void> {
  if (await freeMoney(decision, ports)) await placeMoney(decision, ports);
}

/** Makes its decreases. False while the increases must wait for one of them, or for people. */
export async function freeMoney(decision: DecidedReallocation, ports: ExecutePorts): Promise<boolean> {
  const { journal } = ports;
  if (isRefused(decision, journal.state())) return false;
  for (const move of decision.moves.filter(isDecrease)) {
    const state = journal.state();
    if (isOver(stepOfMove(decision, move, state)) || isLocked(decision, move, state)) continue;
    await make(decision, move, move.to.minor, ports);
    const now = journal.state();
    const isAsked = stepsOf(decision, now).some(({ status }) => status === "escalated");
    if (isAsked || isRefused(decision, now)) return false;
  }
  return !isFreeing(decision, journal.state());
}

async function placeMoney(decision: DecidedReallocation, ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  for (const move of decision.moves.filter((one) => !isDecrease(one))) {
    const state = journal.state();
    const current = stepOfMove(decision, move, state);
    if (current !== undefined && current.check?.made !== true) continue;
    if (isLocked(decision, move, state)) continue;
    const to = affordable(decision, move, state);
    if (to !== undefined) await make(decision, move, to, ports);
    if (isProposal(decision, journal.state())) return;
  }
}

/** Writes a decision down, unless the campaign has moved on from the state that it was made of. */
export async function noteDecision(reallocation: Reallocation, at: CampaignState, { journal }: ExecutePorts) {
  const { id } = reallocation;
  const event = { type: "reallocation-decided", reallocation } as const;
  await journal.record(event, `reallocation/${id}`, (now) => now.sequence === at.sequence);
  return journal.state().reallocations.find((one) => one.id === id);
}

/** Whether a decrease of it is still under way, and not only on its way at its seller. */
export function isFreeing(decision: DecidedReallocation, state: CampaignState): boolean {
  return decision.moves.some((move) => isDecrease(move) && isOpen(stepOfMove(decision, move, state)));
}

/** What its decreases have freed, and what it was to place, that none of its increases has or may get. */
export function leftOf(decision: DecidedReallocation, state: CampaignState): number {
  const freed = decision.moves
    .filter((one) => isDecrease(one) && stepOfMove(decision, one, state)?.check?.made === true)
    .reduce((sum, { planDifference }) => sum + planDifference.minor, decision.idle?.minor ?? 0);
  return stepsOf(decision, state).reduce((left, current) => left - placedBy(current), freed);
}

/** What a step places on its line, in minor units of the brief's currency: of what its seller did not make, what it still binds. */
export function placedBy(current: StepState): number {
  if (cameToNothing(current)) return 0;
  return (current.check?.made === false ? boundBy(current) : current.step).planAmount.minor;
}

/** Whether something of it is still under way at a seller or in front of people. */
export function isUnderWay(decision: DecidedReallocation, state: CampaignState): boolean {
  return decision.moves.some((move) => isOpen(stepOfMove(decision, move, state)));
}

/** Whether a seller has still to make something of it that it agreed to. */
export function isAwaited(decision: DecidedReallocation, state: CampaignState): boolean {
  return stepsOf(decision, state).some(isOnItsWay);
}

async function make(
  { id, why, askedBy = ["flightdesk"], askedInForm }: DecidedReallocation,
  { lineId, to, from, why: ownWhy }: Move,
  minor: number,
  ports: ExecutePorts,
): Promise<Changed | undefined> {
  const foundBuy = findBuy(ports.journal.state(), lineId);
  if (foundBuy === undefined) return undefined;
  const verb = to.minor < from.minor ? "decrease" : "increase";
  const requested = { verb, to: money(minor, to.currency) } as const;
  const reason = `reallocation ${id}: ${ownWhy ?? why}`;
  const input = { requested, askedBy, ...(askedInForm && { askedInForm }), reason, reallocation: id };
  const changed = await changeBuy(foundBuy, input, { execute: true }, ports);
  if (changed.type === "refused") ports.progress(`reallocation ${id}: ${changed.reason}`);
  return changed;
}

/** Sent and not settled, or waiting: also what a seller agreed to and does not show yet. */
function isOpen(current: StepState | undefined): boolean {
  if (current === undefined) return false;
  if (current.status === "done") return current.check === undefined;
  return !cameToNothing(current);
}

function isLocked({ reverts }: DecidedReallocation, { lineId }: Move, state: CampaignState): boolean {
  return reverts === undefined && lockOn(lineId, state) !== undefined;
}

/** Whether there is nothing more to be done for it: made, refused, or agreed to and not made. */
function isOver(current: StepState | undefined): boolean {
  return current !== undefined && !isOpen(current);
}

/** A person or governance has said no before anything of it was sent: everything is left as it is. */
function isRefused(decision: DecidedReallocation, state: CampaignState): boolean {
  const own = stepsOf(decision, state);
  return own.some(({ status }) => status === "refused") && own.every(({ intent }) => intent === undefined);
}

/**
 * The budget that a line can be raised to now, in minor units of its seller's currency: freed money alone, inside every limit.
 * Undefined where that is no more than it was raised to, but for rounding.
 */
function affordable(decision: DecidedReallocation, move: Move, state: CampaignState): number | undefined {
  const room = Math.min(
    leftOf(decision, state),
    decision.bound.minor - boundIn(state),
    ...decision.limits
      .filter(({ lineIds }) => lineIds.includes(move.lineId))
      .map(({ lineIds, most }) => most - bookedAmount(lineIds, state)),
  );
  const made = budgetMade(stepOfMove(decision, move, state)?.step.change);
  const whole = move.to.minor - move.from.minor;
  const by = Math.floor(whole * Math.min(1, room / move.planDifference.minor));
  if (made === undefined) return by > 0 ? move.from.minor + by : undefined;
  const to = Math.min(move.to.minor, made.minor + by);
  return isWorthPlacing(to - made.minor, made.currency) ? to : undefined;
}

/** The budget that a step gives its package. */
export function budgetMade(change: BuyChange | undefined): Money | undefined {
  const difference = change?.differences.find((one) => one.field === "budget");
  return difference?.field === "budget" ? difference.after : undefined;
}
