import { z } from "zod";
import type { Ports } from "../model/state/ports.ts";
import { type StepState, stepIs } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";

/** Who refuses what nobody decided on. */
export const approvalWindow = "the approval window";

/** Refuses each step on which nobody has decided in time: what nobody wants enough to approve binds no money for ever. */
export async function refuseOverdue(ports: Pick<Ports, "journal" | "clock" | "settings">): Promise<void> {
  const { journal, clock, settings } = ports;
  for (const current of journal.state().steps) {
    const until = decideUntil(current, settings.approvalWindowMs);
    if (until === undefined || clock.now() < until) continue;
    const { id } = current.step;
    await journal.record(
      {
        type: "step-rejected",
        stepId: id,
        by: approvalWindow,
        reason: `not booked: the approval expired on ${expiry.format(until)} UTC`,
      },
      `rejected/${id}`,
      // Somebody may have decided meanwhile.
      stepIs(id, (now) => decideUntil(now, settings.approvalWindowMs) === until),
    );
  }
}

const expiry = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/**
 * When a step that waits for a person is refused, in UTC milliseconds: one window after it was first sent to people or
 * the last of them approved, and before the first day of what it orders or plans. Undefined where it does not wait for one.
 */
export function decideUntil(current: StepState, windowMs: number): number | undefined {
  const { step, status, verdicts, escalation, approvals = [] } = current;
  const escalated = verdicts.find(({ verdict }) => verdict.type === "escalated");
  // What was sent may be bought: only a person gives it up.
  if (status !== "escalated" || escalation !== undefined || escalated === undefined) return undefined;
  const asked = Date.parse(escalated.at);
  const until = Math.max(asked, ...approvals.map(({ at }) => Date.parse(at))) + windowMs;
  const begins = beginsAt(step);
  // Of what is asked about when it should run already, its check before the purchase speaks.
  return begins !== undefined && begins > asked ? Math.min(until, begins) : until;
}

const daysSchema = z.union([
  z.looseObject({ start_time: z.string() }).transform(({ start_time: start }) => start),
  z
    .looseObject({ plans: z.tuple([z.looseObject({ flight: z.looseObject({ start: z.string() }) })]) })
    .transform(({ plans: [{ flight }] }) => flight.start),
]);

/** The first instant of the days that an order, or a plan, is for; a change of what runs has none. */
function beginsAt({ task, arguments: given }: StepState["step"]): number | undefined {
  if (!isOrder({ task }) && task !== "sync_plans") return undefined;
  const at = Date.parse(daysSchema.safeParse(given).data ?? "");
  return Number.isNaN(at) ? undefined : at;
}
