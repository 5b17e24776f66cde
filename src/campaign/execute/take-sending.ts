import { canonicalJson } from "../../lib/canonical-json.ts";
import type { StepState } from "../model/state/state.ts";
import type { Sending } from "../model/step/sending.ts";
import type { Step } from "../model/step/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/** How much longer a seller may be at a call than we have waited for it: so many times as long again. */
const patience = 4;

/** A sending by this process that begins now: until then the wire has ended the call, whatever became of it. */
export function sendingNow({ task }: Step, { processes, clock, longestCallMs }: ExecutePorts): Sending {
  return { by: processes.self, until: new Date(clock.now() + longestCallMs(task)).toISOString() };
}

/** Whether a call may be under way, in this process or another. One whose process is gone is not. */
export function isUnderWay({ by, until }: Sending, { processes, clock }: ExecutePorts): boolean {
  return clock.now() < Date.parse(until) && !processes.isDead(by);
}

/** Whether another process may be sending the step now. */
export function isUnderWayElsewhere({ sending }: StepState, ports: ExecutePorts): boolean {
  return sending !== undefined && !isOwn(sending, ports) && isUnderWay(sending, ports);
}

/**
 * Takes the next sending of a step for this process; false where another has taken it since `seen` was read, or the
 * step has gone on otherwise. Whoever does not hold it sends nothing.
 */
export function takeSending({ step, sendings = 0 }: StepState, ports: ExecutePorts): Promise<boolean> {
  return ports.journal.record(
    { type: "sending-begun", stepId: step.id, sending: sendingNow(step, ports) },
    `sending/${step.id}/${sendings + 1}`,
    ({ steps }) =>
      steps.some(
        (now) => now.step.id === step.id && now.status === "begun" && (now.sendings ?? 0) === sendings,
      ),
  );
}

/** The sending that this process holds, with its number; undefined where it holds none. */
export function ownSending(
  stepId: string,
  { journal, processes }: Pick<ExecutePorts, "journal" | "processes">,
): { readonly number: number; readonly since: number; readonly until: number } | undefined {
  const current = journal.state().steps.find(({ step }) => step.id === stepId);
  if (current?.sending === undefined || !isOwn(current.sending, { processes })) return undefined;
  const { sending, sendings = 0 } = current;
  return { number: sendings, since: Date.parse(sending.since), until: Date.parse(sending.until) };
}

/**
 * From when on a step whose call has just come to nothing may go out again, UTC, ISO 8601; undefined where that needs no
 * wait. A seller may remember keys only when it has finished, so what may cost money is not sent again while it may still be
 * at the lost call. `since` is when that began, in UTC milliseconds; "over" where it is over for some time, "longest" where nobody
 * can say. A clock that was set meanwhile makes no call longer than it may be, and none shorter.
 */
export function resendAfter(
  { planAmount, task }: Step,
  since: number | "over" | "longest",
  { clock, settings, longestCallMs }: ExecutePorts,
): string | undefined {
  if (planAmount.minor === 0) return undefined;
  const now = clock.now();
  const longest = longestCallMs(task);
  const known = typeof since === "number" && since <= now;
  const lasted = since === "over" ? 0 : known ? Math.min(now - since, longest) : longest;
  const wait = patience * lasted;
  return new Date(now + Math.max(settings.rereadAfterMs, wait)).toISOString();
}

function isOwn({ by }: Sending, { processes }: Pick<ExecutePorts, "processes">): boolean {
  return canonicalJson(by) === canonicalJson(processes.self);
}
