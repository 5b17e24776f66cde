import { dayMs, dayOf } from "../../lib/days.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { periodDays } from "../model/learned/reallocation.ts";
import type { CampaignState } from "../model/state.ts";
import { isOpen } from "../model/step/step-status.ts";
import { carryOut, isUnderWay } from "./carry-out.ts";
import { decideReallocation } from "./decide-reallocation.ts";

/** Days over which moves add up where the governance agent does not tell. */
const defaultWindowDays = 7;
/** How long a seller that has not told a period's last day is waited for. */
const graceMs = 3 * dayMs;

/**
 * Moves money between the lines of a running campaign: decides once for each period, when its last day is reported, and
 * carries the last decision out as far as it goes. A period that passed while nobody looked is not decided afterwards: the
 * next decision is made on all that is known by then.
 */
export async function reallocate(ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  const before = journal.state().reallocations.at(-1);
  if (before === undefined || !isUnderWay(before, journal.state())) await decideIfDue(ports);
  const last = journal.state().reallocations.at(-1);
  if (last !== undefined) await carryOut(last, ports);
}

async function decideIfDue(ports: ExecutePorts): Promise<void> {
  const { journal, clock } = ports;
  const state = journal.state();
  const id = dueDecision(state, clock.now());
  if (id === undefined || isChanging(state)) return;
  const day = dayOf(clock.now() - dayMs);
  const reallocation = decideReallocation(state, {
    id,
    day,
    periodDays,
    windowDays: await aggregationWindow(ports),
  });
  if (reallocation === undefined) return;
  await journal.record(
    { type: "reallocation-decided", reallocation },
    `reallocation/${id}`,
    (now) => now.sequence === state.sequence,
  );
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

/** Days over which the governance agent adds up moves, as it tells; the usual week where it does not. */
async function aggregationWindow({ governance, read }: ExecutePorts): Promise<number> {
  if (governance === undefined) return defaultWindowDays;
  const answer = await read(governance.agentUrl, "get_capabilities", {});
  const told = answer.type === "answered" ? answer.payload.governance?.aggregation_window_days : undefined;
  return told ?? defaultWindowDays;
}
