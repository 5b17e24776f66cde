import { maximumRounds, nextId, roundOf } from "../govern/apply-conditions.ts";
import { isSent, stepIs } from "../model/state/state.ts";
import { isMessage, type Step } from "../model/step/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordEscalation } from "./record.ts";
import { isUnderWayElsewhere } from "./take-sending.ts";

/**
 * The same change as another step: a key of its own, and so a governance check of its own. Returns its id; undefined where
 * it has come to another end meanwhile, or has been renewed too often and a person is asked.
 */
export async function renew(
  step: Step,
  changed: {
    readonly arguments?: Readonly<Record<string, unknown>>;
    /** Where it was decided anew: what it costs and what it makes of the buy. */
    readonly decided?: Pick<Step, "amount" | "planAmount" | "change">;
    readonly reason: string;
  },
  ports: ExecutePorts,
): Promise<string | undefined> {
  // A message has no end but its being taken.
  if (!isMessage(step) && roundOf(step.id) >= maximumRounds) {
    const reason = `${changed.reason}, after ${maximumRounds} tries. Reject to give it up.`;
    await recordEscalation(step, { code: "TOO_MANY_ROUNDS", reason, retry: "same-key" }, ports);
    return undefined;
  }
  const next: Step = {
    ...step,
    ...changed.decided,
    id: nextId(step.id),
    arguments: { ...step.arguments, ...changed.arguments },
    replaces: step.id,
  };
  const replaced = await ports.journal.record(
    { type: "step-replaced", stepId: step.id, by: next.id, changes: [changed.reason], next },
    `replaced/${step.id}`,
    // Of two processes the other may have taken its next sending meanwhile.
    stepIs(step.id, (now) => isSent(now) && !isUnderWayElsewhere(now, ports)),
  );
  return replaced ? next.id : undefined;
}
