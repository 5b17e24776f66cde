import { maximumRounds, nextId, roundOf } from "../govern/apply-conditions.ts";
import { isSent, type StepState } from "../model/state/state.ts";
import { isMessage, type Step } from "../model/step/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordEscalation, recordReplaced } from "./record.ts";
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
  // Of two processes the other may have taken its next sending meanwhile.
  const isOurs = (now: StepState) => isSent(now) && !isUnderWayElsewhere(now, ports);
  return recordReplaced(step, next, [changed.reason], ports, isOurs);
}
