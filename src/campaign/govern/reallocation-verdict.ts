import { dayMs } from "../../lib/days.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { asksForWhole, decisionOf } from "../approvals/amount-at-stake.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { lockOn, lockWords } from "../model/derived/locks.ts";
import { isDecrease, leaveToMove, movedBy, moveWords, stepsOf } from "../model/derived/moves.ts";
import type { DecidedReallocation, Move } from "../model/learned/reallocation.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";

type Stopping = Extract<Verdict, { type: "denied" | "held" | "escalated" }>;

/**
 * What the brief's threshold makes of a step of a reallocation; undefined where nothing. Where the brief has none, every move
 * needs a person. All that was moved in the days before counts with all of the decision's own moves, so that many small moves
 * need a person as one large one does. The question is asked once, with the decision's first step; the others wait behind it,
 * and a no is one to all of them. What a person takes back is asked by a person and needs no second one, and what no line took
 * goes back to where it was without one. What a person has set is left alone.
 */
export function reallocationVerdict({ step }: StepState, state: CampaignState): Stopping | undefined {
  const id = step.change?.reallocation;
  if (id === undefined) return undefined;
  const decision = decisionOf(id, state);
  if (decision === undefined) return denied(`there is no reallocation ${id}`);
  const strange = notOfIt(step, decision);
  if (strange !== undefined) return denied(strange);
  if (decision.reverts !== undefined) return undefined;
  const lock = step.lineIds.map((lineId) => lockOn(lineId, state)).find((one) => one !== undefined);
  if (lock !== undefined) return denied(`${lock.lineId} stays as it is: ${lockWords(lock)}`);
  return decision.givesBack === undefined ? beyondThreshold(step, decision, state) : undefined;
}

function beyondThreshold(
  step: Step,
  decision: DecidedReallocation,
  state: CampaignState,
): Stopping | undefined {
  const threshold = state.brief ? leaveToMove(state.brief, state.deskReallocation).most.minor : 0;
  const before = movedBefore(decision, state);
  if (before + decision.moved.minor <= threshold) return undefined;
  const own = stepsOf(decision, state);
  const refused = own.find(({ rejection, status }) => rejection !== undefined && status === "refused");
  if (refused !== undefined) return denied(`${refused.rejection?.by} said no to reallocation ${decision.id}`);
  if (own.some(isAgreed)) return undefined;
  const carrier = own.find(({ status }) => status !== "replaced");
  if (carrier !== undefined && carrier.step.id !== step.id)
    return {
      type: "held",
      by: "threshold",
      reasons: [`the question about reallocation ${decision.id} is asked with ${carrier.step.id}`],
    };
  return { type: "escalated", by: "threshold", reasons: questionOf(decision, { before, threshold }) };
}

/** The approval to the whole reallocation that a step is a part of: the governance agent gets it with each of its steps. */
export function approvedWith(
  { step }: StepState,
  state: CampaignState,
): { readonly by: string; readonly at: string } | undefined {
  const decision = decisionOf(step.change?.reallocation, state);
  return decision && stepsOf(decision, state).find(isAgreed)?.approval;
}

/** Whether it went out under people's approval to the whole reallocation. */
function isAgreed(current: StepState): boolean {
  return asksForWhole(current) && (current.intent?.approvals ?? []).length > 0;
}

/** Why a step is not one that the decision holds: another package, or a budget beyond what was decided. */
function notOfIt({ id, lineIds, change }: Step, decision: DecidedReallocation): string | undefined {
  const move = decision.moves.find(({ lineId }) => lineIds.length === 1 && lineIds[0] === lineId);
  const inside = (one: Move) =>
    change?.differences.every(
      (difference) =>
        difference.field === "budget" &&
        difference.packageId === one.packageId &&
        (isDecrease(one)
          ? difference.after.minor <= difference.before.minor && difference.after.minor >= one.to.minor
          : difference.after.minor <= one.to.minor),
    ) === true;
  return move !== undefined && inside(move)
    ? undefined
    : `${id} is not what reallocation ${decision.id} decided`;
}

/**
 * What other decisions have moved, or may have, in the days before this one and since, in minor units of the brief's
 * currency: the larger of what was taken and what was given by steps that went out and were not refused.
 */
function movedBefore(decision: DecidedReallocation, state: CampaignState): number {
  const start = Date.parse(decision.at) - decision.windowDays * dayMs;
  const others = state.reallocations.filter(
    ({ id, reverts, givesBack }) => id !== decision.id && reverts === undefined && givesBack === undefined,
  );
  return others.reduce((sum, one) => sum + movedBy(sentMoves(one, start, state)), 0);
}

function sentMoves(decision: DecidedReallocation, start: number, state: CampaignState): Move[] {
  const sent = new Set(
    stepsOf(decision, state)
      .filter(({ times, status }) => Date.parse(times.begunAt ?? "") > start && status !== "failed")
      .flatMap(({ step }) => step.lineIds),
  );
  return decision.moves.filter(({ lineId }) => sent.has(lineId));
}

function questionOf(
  decision: DecidedReallocation,
  { before, threshold }: { readonly before: number; readonly threshold: number },
): string[] {
  const { id, moves, moved, windowDays } = decision;
  const earlier =
    before === 0 ? "" : `, after ${formatMinor(before, moved.currency)} in the ${windowDays} days before`;
  const limit =
    threshold === 0
      ? "the brief lets nothing be moved unasked, so a person must agree"
      : `over ${formatMinor(threshold, moved.currency)} in ${windowDays} days a person must agree`;
  return [
    `reallocation ${id} moves ${formatMoney(moved)}${earlier}: ${limit}`,
    ...moves.map(moveWords),
    ...gainWords(decision),
    `\`flightdesk reallocations revert ${id}\` takes it back afterwards, as far as the money is not spent.`,
    "Until then nothing moves and all else goes on. Without an answer it lapses, and the next proposal takes its place.",
  ];
}

function gainWords({ gain, expected, sinceStart, outcome }: DecidedReallocation): string[] {
  if (!(expected > 0)) return [];
  // What rounds to nothing has no sign.
  const percent = (count: number) => `${(Math.round((1000 * count) / expected) / 10 + 0).toFixed(1)} %`;
  return partsIn<string>([
    `Expected until the end of the flight: ${percent(gain.mid)} more than if nothing moves (with 80 % between ${percent(gain.low)} and ${percent(gain.high)}), in ${outcome}.`,
    sinceStart !== undefined &&
      sinceStart.low !== sinceStart.high &&
      `All moves so far, over the whole flight and in the same measure, against the plan left alone: ${percent(sinceStart.mid)} (with 80 % between ${percent(sinceStart.low)} and ${percent(sinceStart.high)}).`,
  ]);
}

function denied(reason: string): Stopping {
  return { type: "denied", by: "threshold", reasons: [reason] };
}
