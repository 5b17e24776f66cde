import { countDays, dayMs, dayOf } from "../../lib/days.ts";
import { withdraw } from "../change/withdraw.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { lockOn } from "../model/derived/locks.ts";
import { isProposal, leaveToMove, stepsOf } from "../model/derived/moves.ts";
import { type DecidedReallocation, periodDays } from "../model/learned/reallocation.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isOpen } from "../model/step/step-status.ts";
import { carryOut, isAwaited, isUnderWay, noteDecision } from "./carry-out.ts";
import { decideReallocation } from "./decide-reallocation.ts";
import { giveBack } from "./give-back.ts";

/** Days over which moves add up where the governance agent names none. */
const defaultWindowDays = 7;
/** How long a seller that has not reported a period's last day is waited for. */
const graceMs = 3 * dayMs;

/**
 * Moves money between the lines of a running campaign: decides once for each period, when its last day is reported, and
 * carries the last decision out as far as it goes. A period that passed without a turn is not decided afterwards: the
 * next decision is made on all that is known by then. What was begun is carried on first, so that nothing that it has freed is
 * forgotten; a proposal that nobody has answered gives way to the next one.
 */
export async function reallocate(ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  await withdrawStale(ports);
  const before = await carryOn(ports);
  if (before !== undefined && isUnderWay(before, journal.state())) return;
  await decideIfDue(before, ports);
  if (lastOf(journal.state())?.id !== before?.id) await carryOn(ports);
}

function isOff({ brief, deskReallocation }: CampaignState): boolean {
  return brief !== undefined && leaveToMove(brief, deskReallocation).rung === "off";
}

async function carryOn(ports: ExecutePorts): Promise<DecidedReallocation | undefined> {
  const last = lastOf(ports.journal.state());
  if (last === undefined) return undefined;
  await carryOut(last, ports);
  for (const decision of decisionsIn(ports.journal.state())) await giveBack(decision, last, ports);
  return last;
}

/** The last decision; what gives back what it left is a part of it. */
function lastOf(state: CampaignState): DecidedReallocation | undefined {
  return decisionsIn(state).at(-1);
}

function decisionsIn({ reallocations }: CampaignState): DecidedReallocation[] {
  return reallocations.filter(({ givesBack }) => givesBack === undefined);
}

/** Takes a question back of which nothing was sent, where the next decision is due, a person has set one of its lines, or it is too late. */
async function withdrawStale({ journal, clock }: ExecutePorts): Promise<void> {
  const state = journal.state();
  const last = lastOf(state);
  if (last === undefined || last.reverts !== undefined || !isProposal(last, state)) return;
  const set = last.moves.find(({ lineId }) => lockOn(lineId, state) !== undefined);
  const over = clock.now() >= Date.parse(state.brief?.flight.end ?? "") + dayMs;
  const reason = over
    ? "the flight is over"
    : isOff(state)
      ? "no money is to move between lines any more"
      : set !== undefined
        ? `a person has set ${set.lineId}`
        : dueDecision(state, clock.now()) !== undefined
          ? "the next decision is due"
          : undefined;
  if (reason !== undefined) await withdraw(last, reason, journal);
}

async function decideIfDue(before: DecidedReallocation | undefined, ports: ExecutePorts): Promise<void> {
  const { journal, clock } = ports;
  const state = journal.state();
  if (isOff(state)) return;
  const weekly = dueDecision(state, clock.now());
  const id = weekly ?? earlyDecision(state, clock.now());
  if (id === undefined || isChanging(state)) return;
  // Increases of it may wait for what a seller has still to free: the week is waited out for that, and no longer.
  if (weekly === undefined && before !== undefined && isAwaited(before, state)) return;
  const isEarly = weekly === undefined;
  const reallocation = decideReallocation(state, { id, day: dayOf(clock.now() - dayMs), isEarly });
  if (reallocation === undefined || (isEarly && reallocation.moves.length === 0)) return;
  const windowDays = await aggregationWindow(ports);
  await noteDecision({ ...reallocation, windowDays }, state, ports);
}

/**
 * Today, where a decision may be made before the next weekly one is due, as a line broke down or money has no line: none of it
 * stands open, and nobody has refused one since the last weekly one.
 */
function earlyDecision(state: CampaignState, now: number): string | undefined {
  const { brief, delivery, ended, reallocations } = state;
  if (brief === undefined || ended !== undefined || delivery.length === 0) return undefined;
  const days = countDays(brief.flight.start, dayOf(now)) - 1;
  if (days <= periodDays || days % periodDays === 0 || now >= Date.parse(brief.flight.end)) return undefined;
  const id = dayOf(now);
  const recent = reallocations.filter(({ at }) => Date.parse(at) > now - periodDays * dayMs);
  const isOpen = recent.some(
    (one) =>
      one.id === id ||
      isProposal(one, state) ||
      stepsOf(one, state).some(({ status }) => status === "refused"),
  );
  return isOpen ? undefined : id;
}

/** The day by which the decision that is due is called: the first after the last full period. Undefined where none is. */
function dueDecision(state: CampaignState, now: number): string | undefined {
  const { brief, delivery, ended, reallocations } = state;
  if (brief === undefined || ended !== undefined || delivery.length === 0) return undefined;
  const start = Date.parse(brief.flight.start);
  const periods = Math.floor((now - start) / (periodDays * dayMs));
  const first = start + periods * periodDays * dayMs;
  const id = dayOf(first);
  const last = dayOf(first - dayMs);
  if (periods < 1 || now >= Date.parse(brief.flight.end)) return undefined;
  if (reallocations.some((one) => one.id === id)) return undefined;
  const isLate = delivery.some(({ reportedTo }) => reportedTo < last);
  return isLate && now - first < graceMs ? undefined : id;
}

/** Whether anything is under way that changes what a line has: a decision rests on budgets that stand. */
function isChanging({ steps }: CampaignState): boolean {
  return steps.some(
    ({ step, status, check }) =>
      step.change !== undefined && (isOpen({ status }) || (status === "done" && check === undefined)),
  );
}

/** Days over which the governance agent adds up moves, as it says; the usual week where it does not. */
async function aggregationWindow({ governance, read }: ExecutePorts): Promise<number> {
  if (governance === undefined) return defaultWindowDays;
  const answer = await read(governance.agentUrl, "get_capabilities", {});
  const windowDays =
    answer.type === "answered" ? answer.payload.governance?.aggregation_window_days : undefined;
  return windowDays ?? defaultWindowDays;
}
